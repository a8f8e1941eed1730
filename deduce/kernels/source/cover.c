/* Grids of all-different groups: depth-first search for solutions. A cell has a set of values left, a mask of at most 64.
 *
 * A cell with one value left takes it from its peers; in a group of as many cells as values every value needs a place,
 * and one with a single place takes it. Then the cell with the fewest values is tried, value by value. */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t cells, groups;
    const int32_t *starts, *members; /* the cells of every group */
    const int32_t *peer_starts, *peers;
    const int32_t *of_starts, *of; /* the groups of every cell that are full, and only those */
    const uint64_t *full;          /* for a group of as many cells as values: all its values; else 0 */
    int32_t *queue;
    uint8_t *dirty, *queued;
} Grid;

static int single(uint64_t mask) { return mask && !(mask & (mask - 1)); }

static int counted(uint64_t mask) {
    int found = 0;
    for (; mask; mask &= mask - 1) found++;
    return found;
}

/* Follows what cells with one value say until nothing moves; 0 when a cell or a value has no place left. The `pending` first
 * entries of the queue are such cells that nobody was told of. */
static int settled(const Grid *g, uint64_t *mask, int64_t pending) {
    for (;;) {
        while (pending) {
            const int32_t cell = g->queue[--pending];
            const uint64_t value = mask[cell];
            for (int32_t k = g->peer_starts[cell]; k < g->peer_starts[cell + 1]; k++) {
                const int32_t other = g->peers[k];
                const uint64_t before = mask[other];
                if (!(before & value)) continue;
                const uint64_t left = before & ~value;
                if (!left) return 0;
                mask[other] = left;
                for (int32_t j = g->of_starts[other]; j < g->of_starts[other + 1]; j++) g->dirty[g->of[j]] = 1;
                if (single(left)) g->queue[pending++] = other;
            }
        }
        for (int64_t group = 0; group < g->groups; group++) {
            if (!g->dirty[group]) continue;
            g->dirty[group] = 0;
            const int32_t *begin = g->members + g->starts[group], *end = g->members + g->starts[group + 1];
            uint64_t once = 0, twice = 0, sure = 0;
            for (const int32_t *c = begin; c < end; c++) {
                const uint64_t here = mask[*c];
                twice |= once & here, once |= here;
                if (single(here)) sure |= here;
            }
            if (once != g->full[group]) return 0;
            const uint64_t only = once & ~twice & ~sure;
            if (!only) continue;
            for (const int32_t *c = begin; c < end; c++) {
                const uint64_t here = mask[*c] & only;
                if (!here) continue;
                if (!single(here)) return 0;
                if (mask[*c] == here) continue;
                mask[*c] = here;
                for (int32_t j = g->of_starts[*c]; j < g->of_starts[*c + 1]; j++) g->dirty[g->of[j]] = 1;
                g->queue[pending++] = *c;
            }
            if (pending) break;
        }
        if (!pending) return 1;
    }
}

/* Up to `limit` solutions, a byte a cell: the number of its value. Returns how many were found; -1 - that after `most`
 * tries without coming to an end; and INT64_MIN without memory. */
EXPORT int64_t deduce_cover(int64_t cells, const uint64_t *masks, int64_t groups, const int32_t *starts,
                            const int32_t *members, const int32_t *peer_starts, const int32_t *peers,
                            const int32_t *of_starts, const int32_t *of, const uint64_t *full, int64_t limit,
                            int64_t most, uint8_t *solutions) {
    const size_t bytes = sizeof(uint64_t) * (size_t)cells;
    Grid grid = {cells, groups, starts, members, peer_starts, peers, of_starts, of, full, NULL, NULL, NULL};
    /* A level a guess; a guess settles a cell at least. */
    uint64_t *levels = malloc(bytes * (size_t)(cells + 1) + 1);
    int32_t *tried = malloc(sizeof *tried * (size_t)(cells + 1));
    grid.queue = malloc(sizeof *grid.queue * (size_t)(2 * cells + 1));
    grid.dirty = malloc((size_t)groups + 1);
    int64_t found = INT64_MIN;
    if (levels && tried && grid.queue && grid.dirty) {
        int64_t depth = 0, pending = 0;
        found = 0;
        memcpy(levels, masks, bytes);
        for (int64_t c = 0; c < cells; c++) {
            if (!masks[c]) goto end;
            if (single(masks[c])) grid.queue[pending++] = (int32_t)c;
        }
        for (int64_t group = 0; group < groups; group++) grid.dirty[group] = full[group] != 0;
        while (depth >= 0) {
            uint64_t *mask = levels + depth * cells;
            const int alive = settled(&grid, mask, pending);
            int64_t best = -1;
            if (alive) {
                int fewest = 65;
                for (int64_t c = 0; c < cells && fewest > 2; c++) {
                    if (single(mask[c])) continue;
                    const int many = counted(mask[c]);
                    if (many < fewest) fewest = many, best = c;
                }
                if (best < 0) {
                    for (int64_t c = 0; c < cells; c++) {
                        uint8_t value = 0;
                        while (!(mask[c] >> value & 1)) value++;
                        solutions[found * cells + c] = value;
                    }
                    if (++found >= limit) goto end;
                }
            }
            if (best < 0) {
                /* Back to the last guess that has another value. */
                depth--;
                while (depth >= 0 && single(levels[depth * cells + tried[depth]])) depth--;
                if (depth < 0) break;
                mask = levels + depth * cells;
                best = tried[depth];
                mask[best] &= mask[best] - 1;
            }
            if (most-- <= 0) {
                found = -1 - found;
                goto end;
            }
            /* `mask[best]` keeps the values not tried yet, the one at work included. */
            tried[depth] = (int32_t)best;
            memcpy(mask + cells, mask, bytes);
            depth++;
            mask += cells;
            mask[best] &= ~(mask[best] - 1);
            memset(grid.dirty, 0, (size_t)groups);
            for (int32_t j = of_starts[best]; j < of_starts[best + 1]; j++) grid.dirty[of[j]] = 1;
            grid.queue[0] = (int32_t)best, pending = 1;
        }
    }
end:
    free(levels), free(tried), free(grid.queue), free(grid.dirty);
    return found;
}
