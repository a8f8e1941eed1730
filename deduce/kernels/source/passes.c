/* Passes over a packed diagram: totals, flows, support, counts. Each is linear in the arcs and allocates nothing. */
#include "kernels.h"

#include <math.h>

EXPORT int deduce_kernels_of_sources(void) { return DEDUCE_KERNELS_OF_SOURCES; }

/* Totals of a layer beyond these are scaled by a power of two. */
static const double HIGH = 1e200, LOW = 1e-200;

static size_t all_nodes(int64_t n, const int64_t *nodes) {
    size_t found = 2;
    for (int64_t i = 0; i < n; i++) found += (size_t)nodes[i] + 1;
    return found;
}

static size_t all_arcs(int64_t n, const int64_t *nodes, const int64_t *sizes) {
    size_t found = 0;
    for (int64_t i = 0; i < n; i++) found += (size_t)nodes[i] * (size_t)sizes[i];
    return found;
}

static size_t all_values(int64_t n, const int64_t *sizes) {
    size_t found = 0;
    for (int64_t i = 0; i < n; i++) found += (size_t)sizes[i];
    return found;
}

/* Which nodes the root reaches over positive weights, from the first layer up to `layers` of them. */
static void reached(int64_t layers, const int64_t *nodes, const int64_t *sizes, const int32_t *children,
                    const double *weights, const double *arcs, uint8_t *here, size_t whole) {
    for (size_t k = 0; k < whole; k++) here[k] = 0;
    here[0] = 1;
    for (int64_t i = 0; i < layers; i++) {
        const size_t width = (size_t)sizes[i], many = (size_t)nodes[i];
        uint8_t *next = here + many + 1;
        for (size_t node = 0; node < many; node++, children += width) {
            if (!here[node]) continue;
            for (size_t v = 0; v < width; v++)
                if (weights[v] > 0.0 && (!arcs || arcs[node * width + v] > 0.0)) next[children[v]] = 1;
        }
        if (arcs) arcs += many * width;
        weights += width, here = next;
    }
}

/* The weight below every node, `totals` by node; the true ones of layer i are 2 ** scale[i] times as large. `met` is scratch by
 * node. Returns 1 when a total is no number, else 0. */
EXPORT int deduce_totals(int64_t n, const int64_t *nodes, const int64_t *sizes, const int32_t *children,
                         const double *weights, const double *arcs, double *totals, uint8_t *met, int64_t *scale) {
    const size_t whole = all_nodes(n, nodes);
    double *below = totals + whole - 2;
    size_t arc = all_arcs(n, nodes, sizes), value = all_values(n, sizes);
    int known = 0;
    below[0] = 1.0, below[1] = 0.0, scale[n] = 0;
    for (int64_t i = n - 1; i >= 0; i--) {
        const size_t width = (size_t)sizes[i], many = (size_t)nodes[i];
        double *here = below - many - 1, peak = 0.0;
        arc -= many * width, value -= width;
        const int32_t *child = children + arc;
        const double *w = weights + value;
        for (size_t node = 0; node < many; node++, child += width) {
            double sum = 0.0;
            if (arcs) {
                const double *a = arcs + arc + node * width;
                for (size_t v = 0; v < width; v++) sum += below[child[v]] * a[v] * w[v];
            } else {
                for (size_t v = 0; v < width; v++) sum += below[child[v]] * w[v];
            }
            here[node] = sum;
            if (!(sum <= peak)) peak = sum;
        }
        here[many] = 0.0;
        scale[i] = scale[i + 1];
        if (!(peak == 0.0 || (peak >= LOW && peak <= HIGH))) {
            /* Nodes that nothing reaches must not set the scale for those that matter. */
            if (!known) reached(n - 1, nodes, sizes, children, weights, arcs, met, whole), known = 1;
            const uint8_t *mine = met + (here - totals);
            int shift = 0;
            peak = 0.0;
            for (size_t node = 0; node < many; node++) {
                if (!mine[node]) here[node] = 0.0;
                else if (!(here[node] <= peak)) peak = here[node];
            }
            if (!isfinite(peak)) return 1;
            if (peak > 0.0) {
                frexp(peak, &shift);
                for (size_t node = 0; node < many; node++) here[node] = ldexp(here[node], -shift);
                scale[i] += shift;
            }
        }
        below = here;
    }
    return 0;
}

/* The probability of each value of each layer, in a row; `reach` is scratch by node. The total must be positive. */
EXPORT void deduce_flows(int64_t n, const int64_t *nodes, const int64_t *sizes, const int32_t *children,
                         const double *weights, const double *arcs, const double *totals, const int64_t *scale,
                         double *reach, double *values) {
    const size_t whole = all_nodes(n, nodes);
    for (size_t k = 0; k < whole; k++) reach[k] = 0.0;
    reach[0] = 1.0;
    for (int64_t i = 0; i < n; i++) {
        const size_t width = (size_t)sizes[i], many = (size_t)nodes[i];
        const double *below = totals + many + 1;
        const int shift = (int)(scale[i + 1] - scale[i]);
        double *next = reach + many + 1;
        for (size_t v = 0; v < width; v++) values[v] = 0.0;
        for (size_t node = 0; node < many; node++, children += width) {
            if (reach[node] != 0.0 && totals[node] > 0.0) {
                double share = reach[node] / totals[node];
                if (shift) share = ldexp(share, shift);
                const double *a = arcs ? arcs + node * width : NULL;
                for (size_t v = 0; v < width; v++) {
                    double flow = below[children[v]] * share * weights[v];
                    if (a) flow *= a[v];
                    values[v] += flow;
                    next[children[v]] += flow;
                }
            }
        }
        if (arcs) arcs += many * width;
        weights += width, values += width, reach = next, totals = below;
    }
}

/* Which values occur in a world, 0 or 1 in a row; `alive` and `here` are scratch by node. Compares weights with 0 only. */
EXPORT void deduce_support(int64_t n, const int64_t *nodes, const int64_t *sizes, const int32_t *children,
                           const double *weights, const double *arcs, uint8_t *alive, uint8_t *here,
                           uint8_t *values) {
    const size_t whole = all_nodes(n, nodes);
    size_t arc = all_arcs(n, nodes, sizes), value = all_values(n, sizes);
    uint8_t *below = alive + whole - 2;
    below[0] = 1, below[1] = 0;
    for (int64_t i = n - 1; i >= 0; i--) {
        const size_t width = (size_t)sizes[i], many = (size_t)nodes[i];
        uint8_t *mine = below - many - 1;
        arc -= many * width, value -= width;
        for (size_t node = 0; node < many; node++) {
            const int32_t *child = children + arc + node * width;
            uint8_t any = 0;
            for (size_t v = 0; v < width; v++)
                any |= (uint8_t)(below[child[v]] & (weights[value + v] > 0.0) &
                                 (!arcs || arcs[arc + node * width + v] > 0.0));
            mine[node] = any;
        }
        mine[many] = 0;
        below = mine;
    }
    for (size_t k = 0; k < whole; k++) here[k] = 0;
    here[0] = 1;
    for (int64_t i = 0; i < n; i++) {
        const size_t width = (size_t)sizes[i], many = (size_t)nodes[i];
        below = alive + many + 1;
        uint8_t *next = here + many + 1;
        for (size_t v = 0; v < width; v++) values[v] = 0;
        for (size_t node = 0; node < many; node++, children += width) {
            if (!here[node]) continue;
            for (size_t v = 0; v < width; v++)
                if (below[children[v]] && weights[v] > 0.0 && (!arcs || arcs[node * width + v] > 0.0))
                    values[v] = 1, next[children[v]] = 1;
        }
        if (arcs) arcs += many * width;
        weights += width, values += width, here = next, alive = below;
    }
}

/* How many paths of positive weight there are, modulo `prime`, or modulo 2**64 where that is 0. `scratch` is by node. */
EXPORT uint64_t deduce_count(int64_t n, const int64_t *nodes, const int64_t *sizes, const int32_t *children,
                             const double *weights, const double *arcs, uint64_t prime, uint64_t *scratch) {
    uint64_t *below = scratch + all_nodes(n, nodes) - 2;
    size_t arc = all_arcs(n, nodes, sizes), value = all_values(n, sizes);
    below[0] = 1, below[1] = 0;
    for (int64_t i = n - 1; i >= 0; i--) {
        const size_t width = (size_t)sizes[i], many = (size_t)nodes[i];
        uint64_t *here = below - many - 1;
        arc -= many * width, value -= width;
        const int32_t *child = children + arc;
        for (size_t node = 0; node < many; node++, child += width) {
            uint64_t sum = 0;
            for (size_t v = 0; v < width; v++)
                if (weights[value + v] > 0.0 && (!arcs || arcs[arc + node * width + v] > 0.0))
                    sum += below[child[v]];
            /* Residues are below 2**31, so that no sum of a layer's values overflows. */
            here[node] = prime ? sum % prime : sum;
        }
        here[many] = 0;
        below = here;
    }
    return below[0];
}
