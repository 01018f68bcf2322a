/* SPDX-License-Identifier: MIT */
/* weights.c - what evaluation.c multiplies its looks by, in thousandths: fitted, not thought out. For the game among 2 or 3 seats and what
 * is added to that as the end comes near, the same among more, and for the map as it is dealt among 2, 3, 4 and 5. */
#include "evaluation.h"

const int16_t spqrisiko_weight[SPQRISIKO_FEATURES][SPQRISIKO_WEIGHTS] = {
    [SPQRISIKO_LOOK_POINTS] = {9, 272, 20, 291, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_GAIN] = {54, -293, 14, -106, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_WINS] = {-1047, 2898, -1334, 3708, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_WINS_FIRST] = {-4385, 5382, -4232, 5865, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_WINS_LATER] = {-384, -172, -440, 15, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_TURNS] = {-209, -243, -106, -161, -500, -280, -500, -500},
    [SPQRISIKO_LOOK_PACE] = {860, 89, 593, -93, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_PROVINCES] = {245, -184, 190, -136, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_EMPIRE] = {120, -179, 85, -162, 40, 77, 40, 40},
    [SPQRISIKO_LOOK_LEGIONARIES] = {1579, -196, 864, 219, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_CENTRES] = {125, -223, 145, -174, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_CENTRES_SAFE] = {646, 605, 594, 277, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_SEAS] = {28, -322, 131, -417, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_TRIREMES] = {-90, 945, -84, 842, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_CARDS] = {445, -240, 381, -272, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_SET] = {9, 16, 8, 15, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_SET_CENTRES] = {632, 114, 457, 155, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_ACTIVE] = {108, 573, 148, 334, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_ACTIVE_BEFORE] = {140, -295, 137, -261, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_ACTIVE_POOL] = {140, -59, 113, -55, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_ACTIVE_CARD] = {158, -452, 150, -278, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_EMPIRE_LEAD] = {-15, 122, 28, 67, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_PROVINCES_LEAD] = {39, 48, 35, 20, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_SEAS_LEAD] = {134, 46, 120, -13, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_EXPOSED] = {-283, 116, -246, 125, -94, -320, -94, -94},
    [SPQRISIKO_LOOK_LAST_PROVINCES] = {-1371, -90, -684, 55, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_RIVALS] = {-73, -1, -51, -41, -210, -160, -210, -210},
    [SPQRISIKO_LOOK_NEUTRALS] = {3, -91, -16, -15, -144, -42, -144, -144},
    [SPQRISIKO_LOOK_CENTRES_BY_SEA] = {-532, -109, -520, 311, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_EXPOSED_BY_SEA] = {-75, 24, -58, 17, 0, 0, 0, 0},
    [SPQRISIKO_LOOK_STRIKES] = {383, -146, 194, 26, 0, 0, 0, 0},
};
