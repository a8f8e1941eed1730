/* Weighted permanents by recursion over sets of values, and passes over the vector of all orderings. */
#include "kernels.h"

/* Permanents of `count` matrices of shape (places, values), and the weight of the assignments
 * with each value at each place. `sets[k]` is the number of sets of k values, k = 0 ... places; for every such set with
 * k < places, `target` and `value` list the values - k sets with one value more, and that value. `after` and `ahead` are
 * scratch for as many numbers as there are sets. */
EXPORT void deduce_permanents(int64_t count, int64_t places, int64_t values, const int64_t *sets,
                              const int32_t *target, const int32_t *value, const double *weights, double *after,
                              double *ahead, double *totals, double *tallies) {
    size_t steps = 0, whole = 0;
    for (int64_t k = 0; k < places; k++) steps += (size_t)sets[k] * (size_t)(values - k), whole += (size_t)sets[k];
    for (int64_t m = 0; m < count; m++, weights += places * values) {
        double *below = after + whole;
        for (int64_t s = 0; s < sets[places]; s++) below[s] = 1.0;
        size_t step = steps;
        for (int64_t k = places - 1; k >= 0; k--) {
            double *here = below - sets[k];
            const size_t more = (size_t)(values - k);
            const double *w = weights + k * values;
            step -= (size_t)sets[k] * more;
            const int32_t *t = target + step, *v = value + step;
            for (int64_t s = 0; s < sets[k]; s++, t += more, v += more) {
                double sum = 0.0;
                for (size_t j = 0; j < more; j++) sum += below[t[j]] * w[v[j]];
                here[s] = sum;
            }
            below = here;
        }
        totals[m] = below[0];
        for (size_t s = 0; s < whole; s++) ahead[s] = 0.0;
        ahead[0] = 1.0;
        double *front = ahead;
        const int32_t *t = target, *v = value;
        for (int64_t k = 0; k < places; k++, tallies += values) {
            double *next = front + sets[k];
            below += sets[k];
            const size_t more = (size_t)(values - k);
            const double *w = weights + k * values;
            for (int64_t j = 0; j < values; j++) tallies[j] = 0.0;
            for (int64_t s = 0; s < sets[k]; s++, t += more, v += more) {
                const double a = front[s];
                if (a == 0.0) continue;
                for (size_t j = 0; j < more; j++) {
                    const double flow = a * w[v[j]];
                    tallies[v[j]] += flow * below[t[j]];
                    if (k + 1 < places) next[t[j]] += flow;
                }
            }
            front = next;
        }
    }
}

/* The same for one matrix of noughts and ones, whose rows are given as masks of at most 64 values. `room` begins with the
 * total and the tallies; behind them it has room for as many numbers as the matrix has and twice as many as there are sets. */
EXPORT void deduce_assignments(int64_t places, int64_t values, const int64_t *sets, const int32_t *target,
                               const int32_t *value, const uint64_t *masks, double *room) {
    double *tallies = room + 1, *weights = tallies + places * values, *after = weights + places * values;
    int64_t whole = 0;
    for (int64_t k = 0; k <= places; k++) whole += sets[k];
    for (int64_t k = 0; k < places; k++)
        for (int64_t v = 0; v < values; v++) weights[k * values + v] = (double)(masks[k] >> v & 1);
    deduce_permanents(1, places, values, sets, target, value, weights, after, after + whole, room, tallies);
}

/* Orderings of n <= 16 values stand in lexicographic order: those that begin alike lie together. */

static size_t factorial(int n) {
    size_t found = 1;
    for (int k = 2; k <= n; k++) found *= (size_t)k;
    return found;
}

static double *laid(int n, int at, unsigned left, const double *matrix, double so_far, double *to) {
    if (so_far == 0.0) {
        const size_t many = factorial(n - at);
        for (size_t k = 0; k < many; k++) to[k] = 0.0;
        return to + many;
    }
    if (at == n) {
        *to = so_far;
        return to + 1;
    }
    for (int v = 0; v < n; v++)
        if (left >> v & 1) to = laid(n, at + 1, left & ~(1u << v), matrix, so_far * matrix[at * n + v], to);
    return to;
}

/* `to[k]` = the product of the weights of the values of ordering k. */
EXPORT void deduce_orderings_product(int64_t n, const double *matrix, double *to) {
    laid((int)n, 0, (1u << n) - 1, matrix, 1.0, to);
}

static double told(int n, int at, unsigned left, const double **from, double *tally) {
    if (at == n) return *(*from)++;
    double sum = 0.0;
    for (int v = 0; v < n; v++) {
        if (!(left >> v & 1)) continue;
        const double part = told(n, at + 1, left & ~(1u << v), from, tally);
        tally[at * n + v] += part;
        sum += part;
    }
    return sum;
}

/* The weight of each value at each place, `tally` of shape (n, n), which is to be nought. */
EXPORT void deduce_orderings_tally(int64_t n, const double *from, double *tally) {
    told((int)n, 0, (1u << n) - 1, &from, tally);
}

/* The mean of each of `many` groups of `size` numbers in place of each of them. */
EXPORT void deduce_orderings_mixed(int64_t many, int64_t size, const int32_t *groups, const double *from, double *to) {
    for (int64_t g = 0; g < many; g++, groups += size) {
        double sum = 0.0;
        for (int64_t k = 0; k < size; k++) sum += from[groups[k]];
        sum /= (double)size;
        for (int64_t k = 0; k < size; k++) to[groups[k]] = sum;
    }
}
