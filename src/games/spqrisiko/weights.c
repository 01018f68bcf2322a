/* SPDX-License-Identifier: MIT */
/* weights.c - what evaluation.c multiplies its looks by: fitted, not thought out. For the map as it is dealt, for the game, and what is
 * added to the latter as the end comes near. */
#include "evaluation.h"

const float spqrisiko_weight[SPQRISIKO_FEATURES][SPQRISIKO_WEIGHTS] = {
    [SPQRISIKO_LOOK_POINTS] = {0, 0.048f, 0.2453f},
    [SPQRISIKO_LOOK_GAIN] = {0, -0.0497f, 0.0148f},
    [SPQRISIKO_LOOK_WINS] = {0, -0.8586f, 2.7552f},
    [SPQRISIKO_LOOK_WINS_FIRST] = {0, -3.0445f, 4.6203f},
    [SPQRISIKO_LOOK_WINS_LATER] = {0, -0.3758f, 0.04f},
    [SPQRISIKO_LOOK_TURNS] = {-0.5f, -0.1197f, -0.2349f},
    [SPQRISIKO_LOOK_PACE] = {0, 0.0257f, 0.4695f},
    [SPQRISIKO_LOOK_PROVINCES] = {0, 0.264f, -0.1046f},
    [SPQRISIKO_LOOK_EMPIRE] = {0.04f, 0.1578f, -0.219f},
    [SPQRISIKO_LOOK_LEGIONARIES] = {0, 0.3778f, -0.2363f},
    [SPQRISIKO_LOOK_CENTRES] = {0, 0.2202f, -0.3596f},
    [SPQRISIKO_LOOK_CENTRES_SAFE] = {0, 0.633f, 0.3323f},
    [SPQRISIKO_LOOK_SEAS] = {0, -0.0268f, -0.2756f},
    [SPQRISIKO_LOOK_TRIREMES] = {0, 0.334f, 0.2335f},
    [SPQRISIKO_LOOK_CARDS] = {0, 0.4008f, -0.3372f},
    [SPQRISIKO_LOOK_SET] = {0, 0.0002f, 0.0376f},
    [SPQRISIKO_LOOK_SET_CENTRES] = {0, 0.7453f, -0.133f},
    [SPQRISIKO_LOOK_ACTIVE] = {0, 0.158f, 0.3763f},
    [SPQRISIKO_LOOK_ACTIVE_BEFORE] = {0, 0.0713f, -0.0457f},
    [SPQRISIKO_LOOK_ACTIVE_POOL] = {0, 0.1146f, -0.0493f},
    [SPQRISIKO_LOOK_ACTIVE_CARD] = {0, 0.2015f, -0.7829f},
    [SPQRISIKO_LOOK_EMPIRE_LEAD] = {0, 0.0019f, 0.0889f},
    [SPQRISIKO_LOOK_PROVINCES_LEAD] = {0, 0.048f, -0.0088f},
    [SPQRISIKO_LOOK_SEAS_LEAD] = {0, 0.1075f, 0.1953f},
    [SPQRISIKO_LOOK_EXPOSED] = {-0.0938f, -0.3541f, 0.151f},
    [SPQRISIKO_LOOK_LAST_PROVINCES] = {0, -0.6555f, 0.6175f},
    [SPQRISIKO_LOOK_RIVALS] = {-0.21f, 0, 0},
    [SPQRISIKO_LOOK_NEUTRALS] = {-0.144f, 0, 0},
};
