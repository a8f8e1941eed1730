/* The search of cover.c for small grids, value by value: a board is the set of cells that may have a value, two words of bits.
 *
 * All cells with one value left are found by adding up the boards, once and twice; the place of a value in a group is a board and a
 * group's cells. Before a guess it looks where groups cross, too: fewer guesses, each of which costs more. */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 16 };

typedef struct {
    uint64_t low, high;
} Board;

/* Cells by value; for every value the groups that need a place for it; the cells that have told their peers. */
typedef struct {
    Board board[MOST_VALUES], told;
    uint64_t open[MOST_VALUES];
} State;

typedef struct {
    int64_t values;
    Board all;
    const Board *peers, *groups; /* by cell, by group */
    const uint64_t *of;          /* by cell, the groups that it is in */
    uint64_t *seek;              /* by value, the groups whose cells lost it and which were not looked at since */
} Rules;

typedef struct {
    int32_t cell, value;
} Guess;

static int some(Board a) { return (a.low | a.high) != 0; }
static Board both(Board a, Board b) { return (Board){a.low & b.low, a.high & b.high}; }
static Board either(Board a, Board b) { return (Board){a.low | b.low, a.high | b.high}; }
static Board less(Board a, Board b) { return (Board){a.low & ~b.low, a.high & ~b.high}; }
static int cell_of(Board a) { return a.low ? lowest(a.low) : 64 + lowest(a.high); }
static Board bit_of(int cell) {
    return cell < 64 ? (Board){UINT64_C(1) << cell, 0} : (Board){0, UINT64_C(1) << (cell - 64)};
}

/* Of several cells the first; of one cell itself. */
static Board first_of(Board a) { return a.low ? (Board){a.low & (0 - a.low), 0} : (Board){0, a.high & (0 - a.high)}; }

static int alone(Board a) {
    return (a.low != 0) + (a.high != 0) == 1 && !((a.low & (a.low - 1)) | (a.high & (a.high - 1)));
}

/* The cell has this value: no other board has it. */
static void given(const Rules *r, State *s, int at, int64_t value) {
    const Board cell = bit_of(at);
    for (int64_t u = 0; u < r->values; u++) {
        if (u == value || !some(both(s->board[u], cell))) continue;
        s->board[u] = less(s->board[u], cell), r->seek[u] |= r->of[at];
    }
}

/* Its peers hear of it. */
static void tell(const Rules *r, State *s, int at, int64_t value) {
    Board gone = both(s->board[value], r->peers[at]);
    s->board[value] = less(s->board[value], gone);
    s->open[value] &= ~r->of[at];
    for (; gone.low; gone.low &= gone.low - 1) r->seek[value] |= r->of[lowest(gone.low)];
    for (; gone.high; gone.high &= gone.high - 1) r->seek[value] |= r->of[64 + lowest(gone.high)];
}

/* Where all places of a value in one group lie in another one too, the other has it nowhere else. Whether that says anything. */
static int locked(const Rules *r, State *s) {
    int moved = 0;
    for (int64_t v = 0; v < r->values; v++) {
        for (uint64_t left = s->open[v]; left; left &= left - 1) {
            const int g = lowest(left);
            const Board places = both(s->board[v], r->groups[g]);
            uint64_t common = s->open[v] & ~(UINT64_C(1) << g);
            for (uint64_t w = places.low; w && common; w &= w - 1) common &= r->of[lowest(w)];
            for (uint64_t w = places.high; w && common; w &= w - 1) common &= r->of[64 + lowest(w)];
            for (; common; common &= common - 1) {
                Board gone = less(both(s->board[v], r->groups[lowest(common)]), places);
                if (!some(gone)) continue;
                moved = 1;
                s->board[v] = less(s->board[v], gone);
                for (; gone.low; gone.low &= gone.low - 1) r->seek[v] |= r->of[lowest(gone.low)];
                for (; gone.high; gone.high &= gone.high - 1) r->seek[v] |= r->of[64 + lowest(gone.high)];
            }
        }
    }
    return moved;
}

/* Follows what is certain until nothing moves; 0 when a cell or a value has no place left. */
static int settled(const Rules *r, State *s) {
    for (;;) {
        Board once = {0, 0}, twice = {0, 0};
        for (int64_t v = 0; v < r->values; v++)
            twice = either(twice, both(once, s->board[v])), once = either(once, s->board[v]);
        if (some(less(r->all, once))) return 0;
        const Board fresh = less(once, either(twice, s->told));
        s->told = either(s->told, fresh);
        if (some(fresh)) {
            for (int64_t v = 0; v < r->values; v++) {
                /* Two of one group: the second has nothing left, which the next round sees. */
                Board here = both(fresh, s->board[v]);
                for (; here.low; here.low &= here.low - 1) tell(r, s, lowest(here.low), v);
                for (; here.high; here.high &= here.high - 1) tell(r, s, 64 + lowest(here.high), v);
            }
            continue;
        }
        /* One sweep finds many: what it changes is looked at in the next one. */
        int moved = 0;
        for (int64_t v = 0; v < r->values; v++) {
            uint64_t left = r->seek[v] & s->open[v];
            r->seek[v] = 0;
            for (; left; left &= left - 1) {
                const Board places = both(s->board[v], r->groups[lowest(left)]);
                if (!some(places)) return 0;
                if (!alone(places)) continue;
                const int at = cell_of(places);
                moved = 1;
                given(r, s, at, v), tell(r, s, at, v);
                s->told = either(s->told, places);
                left &= s->open[v] | (left & (0 - left));
            }
        }
        if (!moved && !(some(less(r->all, s->told)) && locked(r, s))) return 1;
    }
}

/* Where to guess: a cell of two values; else a value with two places in a group; else a cell of the fewest values. 0 where
 * every cell has one. */
static int chosen(const Rules *r, const State *s, int64_t groups, Guess *guess) {
    Board once = {0, 0}, twice = {0, 0}, thrice = {0, 0};
    for (int64_t v = 0; v < r->values; v++) {
        const Board b = s->board[v];
        thrice = either(thrice, both(twice, b)), twice = either(twice, both(once, b)), once = either(once, b);
    }
    if (!some(twice)) return 0;
    Board cell = less(twice, thrice);
    if (!some(cell)) {
        for (int64_t g = 0; g < groups; g++) {
            for (int64_t v = 0; v < r->values; v++) {
                if (!(s->open[v] >> g & 1)) continue;
                const Board places = both(s->board[v], r->groups[g]), first = first_of(places);
                if (!alone(less(places, first))) continue;
                *guess = (Guess){cell_of(first), (int32_t)v};
                return 1;
            }
        }
        int fewest = MOST_VALUES + 1;
        for (Board left = twice; some(left); left = less(left, first_of(left))) {
            const Board here = first_of(left);
            int many = 0;
            for (int64_t v = 0; v < r->values; v++) many += some(both(s->board[v], here));
            if (many < fewest) fewest = many, cell = here;
        }
    }
    cell = first_of(cell);
    int32_t v = 0;
    while (!some(both(s->board[v], cell))) v++;
    *guess = (Guess){cell_of(cell), v};
    return 1;
}

/* As deduce_cover; at most 128 cells, 16 values and 64 groups. `peers` and `places` are boards by cell and by group, `of` the groups
 * of a cell, as bits, and `full` the values that a group needs, where it needs any. */
EXPORT int64_t deduce_boards(int64_t cells, const uint64_t *masks, int64_t values, int64_t groups, const uint64_t *peers,
                             const uint64_t *places, const uint64_t *of, const uint64_t *full, int64_t limit,
                             int64_t most, uint8_t *solutions) {
    /* A level a guess that is not yet refuted; each settles a cell at least. Few grids need many. */
    enum { NEAR = 24 };
    State near[NEAR], *levels = near;
    Guess tried[128];
    uint64_t seek[MOST_VALUES];
    Rules r = {values, {0, 0}, (const Board *)peers, (const Board *)places, of, seek};
    State *s = levels;
    memset(s, 0, sizeof *s);
    for (int64_t c = 0; c < cells; c++) {
        const Board bit = bit_of((int)c);
        r.all = either(r.all, bit);
        for (uint64_t left = masks[c]; left; left &= left - 1) s->board[lowest(left)] = either(s->board[lowest(left)], bit);
    }
    for (int64_t g = 0; g < groups; g++)
        for (uint64_t left = full[g]; left; left &= left - 1) s->open[lowest(left)] |= UINT64_C(1) << g;
    memcpy(seek, s->open, sizeof seek);
    int64_t depth = 0, room = NEAR, found = 0;
    for (;;) {
        Guess guess;
        if (settled(&r, s)) {
            if (chosen(&r, s, groups, &guess)) {
                if (most-- <= 0) {
                    found = -1 - found;
                    break;
                }
                if (depth + 2 > room) {
                    State *wide = malloc(sizeof *wide * (size_t)(cells + 2));
                    if (!wide) {
                        found = INT64_MIN;
                        break;
                    }
                    memcpy(wide, levels, sizeof *wide * (size_t)(depth + 1));
                    levels = wide, room = cells + 2, s = levels + depth;
                }
                tried[depth++] = guess;
                s[1] = s[0], s++;
                given(&r, s, guess.cell, guess.value);
                continue;
            }
            for (int64_t v = 0; v < values; v++)
                for (Board left = s->board[v]; some(left); left = less(left, first_of(left)))
                    solutions[found * cells + cell_of(left)] = (uint8_t)v;
            if (++found >= limit) break;
        }
        /* What was guessed last is no way on: it is not so. */
        if (!depth) break;
        depth--, s--;
        guess = tried[depth];
        memset(seek, 0, sizeof seek);
        s->board[guess.value] = less(s->board[guess.value], bit_of(guess.cell));
        seek[guess.value] = of[guess.cell];
    }
    if (levels != near) free(levels);
    return found;
}
