/* SPDX-License-Identifier: MIT */
/* weights.c - what evaluation.c multiplies its looks by: fitted, not thought out. For the setup, for the game, and what is added to the
 * latter as the end comes near. */
#include "evaluation.h"

const float spqrisiko_weight[SPQRISIKO_FEATURES][SPQRISIKO_WEIGHTS] = {
    [SPQRISIKO_LOOK_POINTS] = {0, 0.0675f, 0.256f},
    [SPQRISIKO_LOOK_GAIN] = {0.1839f, -0.0205f, 0.2162f},
    [SPQRISIKO_LOOK_WINS] = {0, -0.6606f, 2.8569f},
    [SPQRISIKO_LOOK_WINS_FIRST] = {0, -2.6065f, 4.8775f},
    [SPQRISIKO_LOOK_WINS_LATER] = {0, -0.3798f, 0.0394f},
    [SPQRISIKO_LOOK_TURNS] = {-0.5217f, -0.1292f, -0.2257f},
    [SPQRISIKO_LOOK_PACE] = {0.1646f, -0.0256f, 0.5245f},
    [SPQRISIKO_LOOK_PROVINCES] = {-0.027f, 0.2867f, -0.0761f},
    [SPQRISIKO_LOOK_EMPIRE] = {0.0596f, 0.1961f, -0.2052f},
    [SPQRISIKO_LOOK_LEGIONARIES] = {0.0017f, 0.2757f, -0.4013f},
    [SPQRISIKO_LOOK_CENTRES] = {0, 0.3827f, -0.2986f},
    [SPQRISIKO_LOOK_CENTRES_SAFE] = {0, 0.613f, 0.0815f},
    [SPQRISIKO_LOOK_SEAS] = {0, -0.0652f, -0.3299f},
    [SPQRISIKO_LOOK_TRIREMES] = {0, 0.4177f, -0.4881f},
    [SPQRISIKO_LOOK_CARDS] = {0, 0.4151f, -0.3723f},
    [SPQRISIKO_LOOK_SET] = {0, -0.0058f, 0.0404f},
    [SPQRISIKO_LOOK_SET_CENTRES] = {0, 0.8539f, -0.3178f},
    [SPQRISIKO_LOOK_ACTIVE] = {0, 0.1883f, 0.3333f},
    [SPQRISIKO_LOOK_ACTIVE_BEFORE] = {0, 0.0814f, -0.0167f},
    [SPQRISIKO_LOOK_ACTIVE_POOL] = {0, 0.116f, -0.0773f},
    [SPQRISIKO_LOOK_ACTIVE_CARD] = {0, 0.0796f, -0.7268f},
    [SPQRISIKO_LOOK_EMPIRE_LEAD] = {0.0219f, 0.0058f, 0.0304f},
    [SPQRISIKO_LOOK_PROVINCES_LEAD] = {0.0175f, 0.0278f, -0.0025f},
    [SPQRISIKO_LOOK_SEAS_LEAD] = {0, 0.1526f, 0.3846f},
    [SPQRISIKO_LOOK_EXPOSED] = {-0.2807f, -0.4073f, 0.1817f},
    [SPQRISIKO_LOOK_LAST_PROVINCES] = {-0.0998f, -0.5921f, 0.6821f},
};
