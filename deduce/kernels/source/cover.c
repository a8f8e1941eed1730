/* Grids of all-different groups: depth-first search for solutions. A cell has a set of values left, a mask of at most 64.
 *
 * A cell with one value left takes it from its peers; in a group of as many cells as values every value needs a place,
 * and one with a single place takes it. Then a guess is made; one that fails is struck out, and what that says is followed. */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t cells, groups;
    const int32_t *starts, *members; /* the cells of every group */
    const int32_t *peer_starts, *peers;
    const uint64_t *full;          /* for a group of as many cells as values: all its values; else 0 */
    int32_t *queue;
    int64_t words;       /* that a set of groups has */
    const uint64_t *own; /* for every cell, which of its groups are full */
    uint64_t *dirty;     /* the full groups to be looked at */
} Grid;

typedef struct {
    uint64_t value;
    int32_t cell;
} Guess;

static int single(uint64_t mask) { return mask && !(mask & (mask - 1)); }

static int counted(uint64_t mask) {
    int found = 0;
    for (; mask; mask &= mask - 1) found++;
    return found;
}

/* A cell has lost a value: its groups are to be looked at. */
static void soil(const Grid *g, int64_t cell) {
    const uint64_t *own = g->own + cell * g->words;
    for (int64_t w = 0; w < g->words; w++) g->dirty[w] |= own[w];
}

/* A group to be looked at, which is no more so from now on; -1 where there is none. */
static int64_t taken(const Grid *g) {
    for (int64_t w = 0; w < g->words; w++) {
        if (!g->dirty[w]) continue;
        const int64_t group = 64 * w + lowest(g->dirty[w]);
        g->dirty[w] &= g->dirty[w] - 1;
        return group;
    }
    return -1;
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
                soil(g, other);
                if (single(left)) g->queue[pending++] = other;
            }
        }
        for (int64_t group; (group = taken(g)) >= 0;) {
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
                soil(g, *c);
                g->queue[pending++] = *c;
            }
            if (pending) break;
        }
        if (!pending) return 1;
    }
}

/* Where to guess: a cell of two values; else a value with two places in a group; else a cell of the fewest values. -1 where
 * every cell has one. */
static int64_t chosen(const Grid *g, const uint64_t *mask, uint64_t *value) {
    int64_t best = -1;
    for (int64_t c = 0; c < g->cells; c++) {
        const uint64_t rest = mask[c] & (mask[c] - 1);
        if (!rest) continue;
        if (best < 0) best = c;
        if (single(rest)) {
            *value = mask[c] & ~rest;
            return c;
        }
    }
    if (best < 0) return -1;
    for (int64_t group = 0; group < g->groups; group++) {
        if (!g->full[group]) continue;
        const int32_t *begin = g->members + g->starts[group], *end = g->members + g->starts[group + 1];
        uint64_t once = 0, twice = 0, thrice = 0;
        for (const int32_t *c = begin; c < end; c++) thrice |= twice & mask[*c], twice |= once & mask[*c], once |= mask[*c];
        twice &= ~thrice;
        if (!twice) continue;
        *value = twice & ~(twice - 1);
        while (!(mask[*begin] & *value)) begin++;
        return *begin;
    }
    int fewest = 65;
    for (int64_t c = best; c < g->cells; c++) {
        if (single(mask[c])) continue;
        const int many = counted(mask[c]);
        if (many < fewest) fewest = many, best = c;
    }
    *value = mask[best] & ~(mask[best] - 1);
    return best;
}

/* Up to `limit` solutions, a byte a cell: the number of its value. Returns how many were found; -1 - that after `most`
 * tries without coming to an end; and INT64_MIN without memory. */
EXPORT int64_t deduce_cover(int64_t cells, const uint64_t *masks, int64_t groups, const int32_t *starts,
                            const int32_t *members, const int32_t *peer_starts, const int32_t *peers,
                            const int32_t *of_starts, const int32_t *of, const uint64_t *full, int64_t limit,
                            int64_t most, uint8_t *solutions) {
    const size_t bytes = sizeof(uint64_t) * (size_t)cells;
    const int64_t words = (groups + 63) / 64;
    uint64_t *own = calloc((size_t)((cells + 1) * words) + 1, sizeof *own);
    Grid grid = {cells, groups, starts, members, peer_starts, peers, full, NULL, words, own, own ? own + cells * words : NULL};
    /* A level a guess that is not yet refuted; each settles a cell at least. */
    uint64_t *levels = malloc(bytes * (size_t)(cells + 1) + 1);
    Guess *tried = malloc(sizeof *tried * (size_t)(cells + 1));
    grid.queue = malloc(sizeof *grid.queue * (size_t)(2 * cells + 1));
    int64_t found = INT64_MIN;
    if (levels && tried && grid.queue && own) {
        for (int64_t c = 0; c < cells; c++)
            for (int32_t j = of_starts[c]; j < of_starts[c + 1]; j++)
                own[c * words + of[j] / 64] |= UINT64_C(1) << of[j] % 64;
        int64_t depth = 0, pending = 0;
        found = 0;
        memcpy(levels, masks, bytes);
        for (int64_t c = 0; c < cells; c++) {
            if (!masks[c]) goto end;
            if (single(masks[c])) grid.queue[pending++] = (int32_t)c;
        }
        for (int64_t group = 0; group < groups; group++)
            if (full[group]) grid.dirty[group / 64] |= UINT64_C(1) << group % 64;
        for (;;) {
            uint64_t *mask = levels + depth * cells;
            int64_t best = -1;
            uint64_t value = 0;
            if (settled(&grid, mask, pending)) {
                best = chosen(&grid, mask, &value);
                if (best < 0) {
                    for (int64_t c = 0; c < cells; c++) {
                        solutions[found * cells + c] = (uint8_t)lowest(mask[c]);
                    }
                    if (++found >= limit) goto end;
                }
            }
            memset(grid.dirty, 0, sizeof *grid.dirty * (size_t)words);
            if (best < 0) {
                /* What was guessed last is no way on: it is not so. */
                if (!depth) goto end;
                depth--, mask -= cells;
                best = tried[depth].cell;
                mask[best] &= ~tried[depth].value;
            } else {
                if (most-- <= 0) {
                    found = -1 - found;
                    goto end;
                }
                tried[depth].cell = (int32_t)best, tried[depth].value = value;
                memcpy(mask + cells, mask, bytes);
                depth++, mask += cells;
                mask[best] = value;
            }
            soil(&grid, best);
            grid.queue[0] = (int32_t)best, pending = single(mask[best]);
        }
    }
end:
    free(levels), free(tried), free(grid.queue), free(own);
    return found;
}
