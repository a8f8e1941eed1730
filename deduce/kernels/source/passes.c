/* Passes over a packed diagram: totals, flows, support, counts. Each is linear in the arcs and allocates nothing. */
#include "kernels.h"

#include <math.h>

EXPORT int deduce_kernels_of_sources(void) { return DEDUCE_KERNELS_OF_SOURCES; }

/* Totals beyond these are kept with a power of two of their own. */
static const double HIGH = 1e150, LOW = 1e-100;

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

/* A power of two is kept in whole steps: floats near each other mostly share theirs, and no arithmetic is due to it. */
enum { STEP = 256 };
static const double UP = 0x1p256, DOWN = 0x1p-256, MOST = 0x1p128, LEAST = 0x1p-128;

/* The weight below every node, by node, from the last layer up. Returns how many layers are left where some weight leaves the
 * range, else 0: `deduce_scaled` goes on with them. */
EXPORT int64_t deduce_totals(int64_t n, const int64_t *nodes, const int64_t *sizes, const int32_t *children,
                             const double *weights, const double *arcs, double *totals) {
    double *below = totals + all_nodes(n, nodes) - 2;
    size_t arc = all_arcs(n, nodes, sizes), value = all_values(n, sizes);
    below[0] = 1.0, below[1] = 0.0;
    for (int64_t i = n - 1; i >= 0; i--) {
        const size_t width = (size_t)sizes[i], many = (size_t)nodes[i];
        double *here = below - many - 1;
        arc -= many * width, value -= width;
        const int32_t *child = children + arc;
        const double *w = weights + value;
        for (size_t node = 0; node < many; node++, child += width) {
            const double *a = arcs ? arcs + arc + node * width : NULL;
            double sum = 0.0;
            if (a) {
                for (size_t v = 0; v < width; v++) sum += below[child[v]] * a[v] * w[v];
            } else {
                for (size_t v = 0; v < width; v++) sum += below[child[v]] * w[v];
            }
            here[node] = sum;
            if (sum >= LOW && sum <= HIGH) continue;
            if (sum != 0.0) return i + 1;
            /* Nothing is below, or a weight too small for a float. */
            for (size_t v = 0; v < width; v++)
                if (below[child[v]] > 0.0 && w[v] > 0.0 && (!a || a[v] > 0.0)) return i + 1;
        }
        here[many] = 0.0;
        below = here;
    }
    return 0;
}

/* A positive number within the range that products of three stay floats in; what it lacks goes to its power of two. */
static inline double settled(double number, int64_t *power) {
    while (number >= MOST) number *= DOWN, *power += STEP;
    while (number < LEAST) number *= UP, *power -= STEP;
    return number;
}

/* Whether the product of any of them with two such numbers more is a float with all its digits. */
static int tame(const double *numbers, size_t many) {
    for (size_t k = 0; k < many; k++)
        if (numbers[k] != 0.0 && !(numbers[k] >= LEAST && numbers[k] < MOST)) return 0;
    return 1;
}

/* The product of what lies below with weights that are not tame, likewise. */
static double weighed(double below, double weight, double arc, int64_t *power) {
    if (!(below > 0.0 && weight > 0.0 && arc > 0.0)) return 0.0;
    return settled(settled(below, power) * settled(weight, power) * settled(arc, power), power);
}

/* `number` times a power of two in whole steps; nought where a float cannot hold it. */
static inline double raised(double number, int64_t power) {
    for (; power < 0 && number > 0.0; power += STEP) number *= DOWN;
    for (; power > 0; power -= STEP) number *= UP;
    return number;
}

/* The same for any weights, in the first `n` layers alone, below which all is known and `powers` are nought: the true total of a
 * node is 2 ** powers[node] times as large. A power for every node, not one for a layer: worlds beside each other may differ
 * by more than a float spans, and what lies above may make up for it. */
EXPORT void deduce_scaled(int64_t n, const int64_t *nodes, const int64_t *sizes, const int32_t *children,
                          const double *weights, const double *arcs, double *totals, int64_t *powers) {
    const size_t known = all_nodes(n, nodes) - 2;
    double *below = totals + known;
    int64_t *deeper = powers + known;
    size_t arc = all_arcs(n, nodes, sizes), value = all_values(n, sizes);
    for (int64_t i = n - 1; i >= 0; i--) {
        const size_t width = (size_t)sizes[i], many = (size_t)nodes[i];
        double *here = below - many - 1;
        int64_t *mine = deeper - many - 1;
        arc -= many * width, value -= width;
        const double *w = weights + value;
        const int plain = tame(w, width) && (!arcs || tame(arcs + arc, many * width));
        for (size_t node = 0; node < many; node++) {
            const int32_t *child = children + arc + node * width;
            const double *a = arcs ? arcs + arc + node * width : NULL;
            int64_t top = deeper[child[0]];
            double sum = 0.0;
            for (size_t v = 0; v < width; v++) {
                int64_t power = deeper[child[v]];
                const double under = below[child[v]], given = a ? a[v] : 1.0;
                const double part = plain ? under * w[v] * given : weighed(under, w[v], given, &power);
                if (part == 0.0) continue;
                if (power == top) sum += part;
                else if (power < top && sum != 0.0) sum += raised(part, power - top);
                else sum = part + raised(sum, top - power), top = power;
            }
            mine[node] = top;
            here[node] = sum > 0.0 ? settled(sum, mine + node) : 0.0;
        }
        here[many] = 0.0, mine[many] = 0;
        below = here, deeper = mine;
    }
}

/* The probability of each value of each layer, in a row; `reach` is scratch by node, `powers` NULL where the totals need none.
 * The total must be positive. */
EXPORT void deduce_flows(int64_t n, const int64_t *nodes, const int64_t *sizes, const int32_t *children,
                         const double *weights, const double *arcs, const double *totals, const int64_t *powers,
                         double *reach, double *values) {
    const size_t whole = all_nodes(n, nodes);
    for (size_t k = 0; k < whole; k++) reach[k] = 0.0;
    reach[0] = 1.0;
    for (int64_t i = 0; i < n; i++) {
        const size_t width = (size_t)sizes[i], many = (size_t)nodes[i];
        const double *below = totals + many + 1;
        const int64_t *deeper = powers ? powers + many + 1 : NULL;
        double *next = reach + many + 1;
        const int plain = !powers || (tame(weights, width) && (!arcs || tame(arcs, many * width)));
        for (size_t v = 0; v < width; v++) values[v] = 0.0;
        for (size_t node = 0; node < many; node++, children += width) {
            if (reach[node] != 0.0 && totals[node] > 0.0) {
                const double share = (powers ? 1.0 : reach[node]) / totals[node];
                const double *a = arcs ? arcs + node * width : NULL;
                for (size_t v = 0; v < width; v++) {
                    double flow = below[children[v]] * share * weights[v];
                    if (a) flow *= a[v];
                    if (powers) {
                        int64_t power = deeper[children[v]] - powers[node];
                        if (!plain) flow = weighed(below[children[v]], weights[v], a ? a[v] : 1.0, &power) * share;
                        /* First the chance, then how likely its node is: neither may leave the range alone. */
                        if (power) flow = raised(flow, power);
                        flow *= reach[node];
                    }
                    values[v] += flow;
                    next[children[v]] += flow;
                }
            }
        }
        if (arcs) arcs += many * width;
        weights += width, values += width, reach = next, totals = below, powers = deeper;
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
