/* SPDX-License-Identifier: MIT */
/* net_none.c - a browser downloads no net: there the linear estimate is all there is. In the place of net.c. */
#include "net.h"

const struct polis_net *polis_net_load(struct alea_loader *in) {
    (void)in;
    return NULL;
}

double polis_net_adds(const struct polis_net *net, const struct polis_tables *t, const struct polis_position *p,
                      const double look[]) {
    (void)net, (void)t, (void)p, (void)look;
    return 0;
}
