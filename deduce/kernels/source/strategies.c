/* Greedy strategies: the questions that a guessing game asks from a set of worlds on, all in one call. */
#include "kernels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ENTROPY, EXPECTED, WORST, PARTS, WIN };
enum { ASK, WON, KNOWN, OPEN };

typedef struct {
    const uint8_t *codes;  /* answers, a row of `stride` bytes a question */
    const int64_t *worlds; /* the columns of the worlds that are left at the beginning */
    uint8_t *row;          /* these columns side by side, made when all questions are first compared; NULL before */
    int64_t stride, questions, many, kinds, win;
    const double *power; /* c times its binary logarithm */
    int objective;
    uint32_t count[256];
    uint64_t one[16][2]; /* a 1 in the byte of each of the first kinds */
} Game;

static uint8_t answer(const Game *game, int64_t question, int32_t world) {
    return game->codes[question * game->stride + game->worlds[world]];
}

static int beside(Game *game) {
    if (game->row) return 1;
    game->row = malloc((size_t)(game->questions * game->many));
    if (!game->row) return 0;
    for (int64_t q = 0; q < game->questions; q++)
        for (int64_t w = 0; w < game->many; w++)
            game->row[q * game->many + w] = game->codes[q * game->stride + game->worlds[w]];
    return 1;
}

/* A score, small is good, rounded as numpy does: equal merits are equal numbers. `sum`: of squares, or of powers. */
static double merit(const Game *game, int64_t n, int64_t parts, double ends, double sum) {
    const double all = (double)n;
    double score = -ends / all;
    if (game->objective == ENTROPY) {
        const double bits = game->power[n] / all - sum / all;
        score = bits > 0.0 ? -bits : 0.0;
    } else if (game->objective == EXPECTED)
        score = sum / all;
    else if (game->objective == PARTS)
        score = -(double)parts;
    return rint(score * 1e9) / 1e9;
}

/* What counts come to. `useful`: the question helps at all; `hit`: its answer may win. */
typedef struct {
    double score;
    int hit, useful;
} Merit;

static Merit summed(const Game *game, int64_t n, int64_t parts, int64_t single, int64_t won, uint32_t most, double sum) {
    const int64_t ends = game->win >= 0 ? won : single;
    const Merit found = {game->objective == WORST ? (double)most : merit(game, n, parts, (double)ends, sum), ends > 0,
                         parts > 1 || (game->win >= 0 && ends > 0)};
    return found;
}

/* What a count adds to the sum of its question. */
static double added(const Game *game, uint32_t c) {
    return game->objective == ENTROPY ? game->power[c] : (double)c * (double)c;
}

static const Merit USELESS = {INFINITY, 0, 0};

/* How one question splits the worlds. `enough`: of a worst case beyond it nothing more is asked. */
static Merit split(Game *game, const uint8_t *row, const int32_t *world, int64_t n, double enough) {
    uint32_t *count = game->count, most = 0;
    const int bounded = game->objective == WORST;
    int64_t w = 0, parts = 0, single = 0;
    for (; w < n && !(bounded && (double)most > enough); w++) {
        const uint32_t now = ++count[row[world[w]]];
        if (now > most) most = now;
    }
    if (bounded && (double)most > enough) {
        while (w--) count[row[world[w]]] = 0;
        return USELESS;
    }
    const uint32_t won = game->win >= 0 ? count[game->win] : 0;
    double sum = 0.0;
    for (w = 0; w < n; w++) {
        const uint8_t code = row[world[w]];
        const uint32_t c = count[code];
        if (!c) continue;
        parts++, single += c == 1, count[code] = 0;
        sum += added(game, c);
    }
    return summed(game, n, parts, single, won, most, sum);
}

/* The same with at most 16 kinds and 127 worlds: sixteen counters of a byte each lie in two words. */
static Merit packed(const Game *game, const uint8_t *row, const int32_t *world, int64_t n, double enough) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t low = 0, high = 0;
    for (int64_t w = 0; w < n; w++) {
        const uint64_t *one = game->one[row[world[w]]];
        low += one[0], high += one[1];
    }
    if (game->objective == WORST && enough < 127.0) {
        /* A counter beyond it sets the upper bit of its byte, and no other does. */
        const uint64_t room = (127 - (uint64_t)enough) * ones;
        if (((low + room) | (high + room)) & (ones << 7)) return USELESS;
    }
    uint8_t count[16], most = 0;
    /* Sums of bytes here were made wrong by a compiler (gcc 12 at -O3, two at once). */
    int64_t parts = 0, single = 0;
    memcpy(count, &low, 8), memcpy(count + 8, &high, 8);
    for (int64_t k = 0; k < game->kinds; k++) {
        if (count[k] > most) most = count[k];
        parts += count[k] > 0, single += count[k] == 1;
    }
    double sum = 0.0;
    if (game->objective == ENTROPY || game->objective == EXPECTED)
        for (int64_t k = 0; k < game->kinds; k++) sum += added(game, count[k]);
    return summed(game, n, parts, single, game->win >= 0 ? count[game->win] : 0, most, sum);
}

/* The best useful question: least score, then one that may win, then the first; -1 where none helps. */
static int64_t best(Game *game, const int32_t *world, int64_t n) {
    int64_t found = -1;
    Merit least = USELESS;
    const int few = game->kinds <= 16 && n <= 127;
    for (int64_t q = 0; q < game->questions; q++) {
        const uint8_t *row = game->row + q * game->many;
        /* Beside one that may win, an equal one is of no use. */
        const double enough = least.hit ? least.score - 1.0 : least.score;
        const Merit now = few ? packed(game, row, world, n, enough) : split(game, row, world, n, enough);
        if (!now.useful || now.score > least.score) continue;
        if (now.score == least.score && (least.hit || !now.hit)) continue;
        least = now, found = q;
    }
    return found;
}

/* The place of a world that, guessed, tells all that are left apart; -1 where none does. */
static int64_t telling(Game *game, const int32_t *world, int64_t n) {
    if (n > game->kinds) return -1;
    for (int64_t i = 0; i < n; i++) {
        const int64_t guess = game->worlds[world[i]];
        int apart = 1;
        int64_t w = 0;
        for (; w < n && apart; w++) apart = ++game->count[answer(game, guess, world[w])] == 1;
        while (w--) game->count[answer(game, guess, world[w])] = 0;
        if (apart) return i;
    }
    return -1;
}

typedef struct {
    int32_t start, length, code;
    int64_t parent, depth;
} Part;

/* The drafts of a strategy in the order of `Setting.grow`: each after its parent, of siblings the greatest code first. Fills
 * five rows of 4 * many entries in `found`: parent, code, state, size and number (the question; at an end the first world), and
 * gives how many; -1 without memory. `guesses`: question i is the guess at world i. The first part was led to by the answer `code` to
 * the node `above`, and takes the place `base`; `depth` questions at most, or negative. */
EXPORT int64_t deduce_grown(const uint8_t *codes, int64_t stride, int64_t questions, const int64_t *worlds, int64_t many,
                            int64_t kinds, int64_t win, int objective, int guesses, int64_t above, int64_t code,
                            int64_t base, int64_t depth, const double *power, int64_t *found) {
    int64_t *parent = found, *led = parent + 4 * many, *state = led + 4 * many, *size = state + 4 * many,
            *number = size + 4 * many;
    int32_t *world = malloc(sizeof(int32_t) * (size_t)(2 * many));
    Part *stack = malloc(sizeof(Part) * (size_t)(many + 1));
    Game game = {.codes = codes, .worlds = worlds, .stride = stride, .questions = questions, .many = many,
                 .kinds = kinds, .win = win, .power = power, .objective = objective};
    int64_t made = -1, open = 0;
    if (!world || !stack) goto done;
    int32_t *other = world + many;
    for (int64_t w = 0; w < many; w++) world[w] = (int32_t)w;
    for (int k = 0; k < 16; k++) ((uint8_t *)game.one[k])[k] = 1;
    stack[open++] = (Part){0, (int32_t)many, (int32_t)code, above, 0};
    for (made = 0; open;) {
        if (made == 4 * many) { /* cannot be: every question parts the worlds or ends the search */
            made = -1;
            break;
        }
        const Part here = stack[--open];
        int32_t *left = world + here.start;
        const int64_t n = here.length, at = made++;
        parent[at] = here.parent, led[at] = here.code, size[at] = n, number[at] = worlds[left[0]];
        state[at] = win >= 0 ? (here.code == win ? WON : ASK) : (n == 1 ? KNOWN : ASK);
        if (state[at] != ASK) continue;
        int64_t question = -1;
        if (depth < 0 || here.depth < depth) {
            const int64_t apart = !guesses ? -1 : objective == WIN || n <= 2 ? 0 : telling(&game, left, n);
            if (apart < 0 && !beside(&game)) {
                made = -1;
                break;
            }
            question = apart >= 0 ? worlds[left[apart]] : best(&game, left, n);
        }
        if (question < 0) {
            state[at] = OPEN, number[at] = -1;
            continue;
        }
        number[at] = question;
        int32_t first[257] = {0};
        for (int64_t w = 0; w < n; w++) first[answer(&game, question, left[w]) + 1]++;
        for (int64_t k = 0; k < kinds; k++) {
            const int32_t length = first[k + 1];
            if (length)
                stack[open++] = (Part){here.start + first[k], length, (int32_t)k, base + at, here.depth + 1};
            first[k + 1] += first[k];
        }
        for (int64_t w = 0; w < n; w++) other[first[answer(&game, question, left[w])]++] = left[w];
        memcpy(left, other, sizeof(int32_t) * (size_t)n);
    }
done:
    free(game.row), free(world), free(stack);
    return made;
}
