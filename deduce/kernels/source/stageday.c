/* A day of one seat of Shakespeare: a beam over whole activations, rated by one linear value of what the evening leaves.
 *
 * Everything is whole numbers (thousandths of prestige), so that the numpy-free twin in `advice.plain_day` finds the same.
 * What the arrays hold is said once, by the offsets below, and once more by the names in `advice.flat`. */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

enum { ACTOR, MISTRESS, DRESSER, HANDYMAN, JEWELER, QUEEN, ASSISTANT, EXTRA };
enum { RECRUIT, ACTIVATE, SET, COSTUME, QUILL, DONE };
enum { PLAIN, TOKEN, POUNDS, OBJECTIVES };
enum { YELLOW = 6, COLOURS = 6, TRACK = 12, MOST_MOVES = 24, MOST_DAY = 64, SCALE = 1000, PROMISE = 400 };

/* Offsets in the frame: what a game never changes. */
enum {
    CELLS, PEOPLE, MOODS, QUEEN_POUNDS, UNPAID, TOKEN_VALUE, GOALS, GREY_LEAST, FORCED, BONUS, SLOTS, ROWS, DRAWN, MIRRORED, APART,
    WHOLE, PRICE, VALUE = 23, EFFECT = 30, MOOD = 58, SUMS = 90, CELL = 154, GOAL = 314, PERSON = 570, PERSON_SIZE = 20
};
enum { ROLE, WORK, FEE, WEARS, COUNTED, PRINTED, ACTING, POWER = 13 }; /* of a person; COUNTED: and its trade + 1, << 2 */

/* Offsets in a position. */
enum {
    LEFT, REHEARSAL, AHEAD, PRESTIGE, MONEY, AMBIANCE, TOKENS, CYLINDERS, USED, RESTING, RECRUITED, DRAWS, TASK, TRADE, AMOUNT,
    SETTLED, PENDING, PENDING_PRESTIGE = 20, PENDING_MONEY, SUPPLY, MEMBERS, SHOWN, HELD, FRESH, UNDER, UNDER_LIST, MOVED = 38,
    PROMISED, SOLO, BEFORE, FETCH, TROUPE = 48, WORN = 64, STAGE = 80, SET_OFFER = 112, COSTUME_OFFER = 118, SPACES = 124, DISPLAY = 128,
    LENGTH = 152, LAST = 155, STILL = 158, NOW = 161, LATER = 197, TRACK_PRESTIGE = 233, TRACK_MONEY = 269, PRIZES = 305
};

/* Offsets of the features. */
enum {
    F_CONST, F_SHORT, F_SHORT6, F_OVER, F_OVER6, F_TOKEN, F_TOKEN2, F_ACT, F_PIECES = 34, F_CANDLES, F_MISS, F_MIRROR = 44,
    F_SPOTS = 50, F_ROWS, F_YELLOW, F_NONE, F_ONE, F_TWO = 59, F_DONE = 68, F_POWER, F_AWAKE = 93, F_ASLEEP = 104, F_HELP = 115,
    F_HELP_CRAFT, F_FRESH, F_NAPS = 125, F_GOAL, F_DRAW = 156, F_BASE = 159, FEATURES = 160
};

typedef struct {
    int16_t prestige, pounds;
    int8_t ambiance, tokens, cylinders, recruited, drawn, members, moved, spare;
    uint16_t used, resting;
    uint8_t spaces[4], set[COLOURS], costume[COLOURS];
    uint8_t troupe[16], worn[16], stage[32]; /* worn: how many, their sum << 2, how many of them yellow << 6 */
} Seat;

typedef struct {
    Seat seat;
    int32_t value, parent;
    uint64_t name;
    int16_t count;
    uint16_t moves[MOST_MOVES];
} Node;

typedef struct {
    const int32_t *frame, *at, *weights;
    const int32_t *wake; /* what a member is worth tomorrow awake less resting, by person */
    int32_t works, width;
    int failed;
} Day;

typedef struct {
    Node *nodes;
    int64_t count, room;
} List;

static const int32_t *person_of(const Day *d, int person) { return d->frame + PERSON + PERSON_SIZE * person; }

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

static Node *pushed(Day *d, List *list) {
    if (list->count == list->room) {
        const int64_t room = list->room ? 2 * list->room : 64;
        Node *grown = realloc(list->nodes, (size_t)room * sizeof(Node));
        if (!grown) {
            d->failed = 1;
            return NULL;
        }
        list->nodes = grown;
        list->room = room;
    }
    return list->nodes + list->count++;
}

/* The value. */

typedef struct {
    int pieces, candles, rows, yellow, complete, actors, crafts, unpaid_cost;
    int fees[16], paying;
} Counts;

/* The points of an objective at a count; of what it may still come to the weights say more. */
static int points(const int32_t *goal, int count) { return goal[1 + least(most(count, 0), 12)]; }

static int counted(const Counts *c, int metric, int firsts, int lasts, int pounds, int unpaid) {
    const int found[] = {firsts, c->complete, c->candles, c->rows, c->actors, c->crafts, c->yellow, pounds, lasts, unpaid};
    return found[metric];
}

/* The expected sum of the best of each of the next draws, `worth` by objective. */
static int32_t drawn_worth(const Day *d, const int32_t *worth, int draws) {
    const int32_t *at = d->at;
    int fresh[16], rest = 0, next = 0;
    for (int item = 0; item < d->frame[GOALS]; item++) {
        if (!(at[FRESH] >> item & 1)) continue;
        int place = rest++;
        for (; place && worth[fresh[place - 1]] < worth[item]; place--) fresh[place] = fresh[place - 1];
        fresh[place] = item;
    }
    const int size = rest;
    int64_t total = 0;
    for (int draw = 0; draw < draws; draw++) {
        const int unseen = least(d->frame[DRAWN], rest);
        int32_t known = 0;
        for (int more = d->frame[DRAWN] - unseen; more && next < at[UNDER]; more--, next++)
            known = most(known, worth[at[UNDER_LIST + next]]);
        rest -= unseen;
        if (!unseen) {
            total += known;
            continue;
        }
        /* Of `unseen` of `size` cards the best is the one at `place` in comb(size - place - 1, unseen - 1) cases. */
        int64_t sum = 0, cases = 0;
        for (int place = 0; place + unseen <= size; place++) {
            int64_t ways = 1;
            for (int k = 0; k < unseen - 1; k++) ways = ways * (size - place - 1 - k) / (k + 1);
            cases += ways;
            sum += ways * most(worth[fresh[place]], known);
        }
        total += sum / cases;
    }
    return (int32_t)total;
}

/* What the game comes to if it ends so, with the discs on these spaces. */
static int32_t final_worth(const Day *d, const Seat *s, const Counts *c, int prestige, int pounds, int firsts, int lasts) {
    const int32_t *goals = d->frame + GOAL;
    const int draws = s->drawn + d->at[PROMISED];
    int32_t best = INT32_MIN, gained[16];
    for (int item = 0; item < 16; item++) gained[item] = INT32_MIN;
    int paid = 0, money = pounds;
    while (paid < c->paying && c->fees[paid] <= money) money -= c->fees[paid++];
    for (;;) {
        const int unpaid = c->paying - paid;
        int32_t whole = prestige + c->yellow + d->frame[UNPAID] * unpaid;
        for (int item = 0; item < d->frame[GOALS]; item++)
            if (d->at[HELD] >> item & 1)
                whole += points(goals + 16 * item, counted(c, goals[16 * item], firsts, lasts, money, unpaid));
        whole = SCALE * whole + most(0, least(99, money));
        best = most(best, whole);
        if (draws)
            for (int item = 0; item < d->frame[GOALS]; item++) {
                const int more = points(goals + 16 * item, counted(c, goals[16 * item], firsts, lasts, money, unpaid));
                gained[item] = most(gained[item], whole + SCALE * more);
            }
        if (!paid || d->frame[FORCED]) break;
        money += c->fees[--paid];
    }
    if (draws) {
        for (int item = 0; item < d->frame[GOALS]; item++) gained[item] -= best;
        best += drawn_worth(d, gained, draws);
    }
    return best;
}

/* The part of the value that goes by the discs and the money; the features of it are added where they are asked for. */
static int32_t tail(const Day *d, const Seat *s, const Counts *c, const int *spaces, int moved, int prestige, int pounds,
                    int32_t *features) {
    const int32_t *at = d->at, *w = d->weights, *goals = d->frame + GOAL;
    int firsts = 0, lasts = 0;
    int32_t value = 0;
#define ADD(feature, times)                             \
    do {                                                \
        const int32_t often = (times);                  \
        value += w[feature] * often;                    \
        if (features) features[feature] += often;       \
    } while (0)
    for (int act = 0; act < 3; act++) {
        const int space = spaces[act];
        if (at[REHEARSAL]) {
            const int rank = moved >> act & 1 ? at[NOW + TRACK * act + space] : at[STILL + act];
            prestige += at[TRACK_PRESTIGE + TRACK * act + space] + (rank < 4 ? at[PRIZES + 4 * act + rank] : 0);
            pounds += at[TRACK_MONEY + TRACK * act + space];
            firsts += at[LEFT] ? !at[LATER + TRACK * act + space] : !rank;
        } else {
            firsts += !at[LATER + TRACK * act + space];
        }
        lasts += space >= at[LAST + act];
        if (at[LEFT])
            for (int step = 2; step <= least(space, 10); step++) ADD(F_ACT + 9 * act + step - 2, 1);
    }
    if (!at[LEFT]) return final_worth(d, s, c, prestige, pounds, firsts, lasts);
    const int over = pounds - c->unpaid_cost;
    ADD(F_SHORT, most(0, -over));
    ADD(F_SHORT6, most(0, -over - 6));
    ADD(F_OVER, most(0, over));
    ADD(F_OVER6, most(0, over - 6));
    ADD(F_BASE, prestige);
    const int draws = s->drawn + at[PROMISED];
    int32_t hopes[16];
    for (int item = 0; item < d->frame[GOALS]; item++) {
        const int held = at[HELD] >> item & 1;
        if (!held && !draws) continue;
        const int32_t *goal = goals + 16 * item;
        const int count = least(8, counted(c, goal[0], firsts, lasts, most(0, over), over < 0));
        const int gain = points(goal, count);
        const int32_t *own = w + F_GOAL + 3 * goal[0];
        hopes[item] = own[0] + own[1] * count + own[2] * gain;
        if (held) {
            ADD(F_GOAL + 3 * goal[0], 1);
            ADD(F_GOAL + 3 * goal[0] + 1, count);
            ADD(F_GOAL + 3 * goal[0] + 2, gain);
        }
    }
    if (draws) {
        value += drawn_worth(d, hopes, draws);
        ADD(F_DRAW, draws);
    }
    return value;
}

/* The parts that go by the stage, the costumes and the troupe, and the counts that objectives ask for. */
static int32_t head(const Day *d, const Seat *s, Counts *c, int32_t *features) {
    const int32_t *f = d->frame, *w = d->weights, *at = d->at;
    const int cells = f[CELLS], left = at[LEFT];
    int32_t value = 0;
    uint32_t filled = 0;
    int rows[8] = {0}, spots = 0;
    memset(c, 0, sizeof(*c));
    for (int k = 0; k < cells; k++) {
        const int colour = s->stage[k];
        const int32_t *cell = f + CELL + 5 * k;
        if (colour) {
            filled |= 1u << k;
            c->pieces++;
            c->candles += cell[3];
            c->yellow += colour == YELLOW;
            if (left && !s->stage[cell[2]]) ADD(F_MIRROR + colour - 1, 1);
        } else {
            rows[cell[4]] = 1;
        }
    }
    for (int row = 0; row < f[ROWS]; row++) c->rows += !rows[row];
    if (left) {
        uint32_t under[32];
        for (int k = 0; k < cells; k++) {
            const int32_t *cell = f + CELL + 5 * k;
            under[k] = filled >> k & 1 ? 0 : 1u << k;
            if (!under[k]) continue;
            for (int side = 0; side < 2; side++)
                if (cell[side] >= 0) under[k] |= under[cell[side]];
            spots += !(under[k] & (under[k] - 1));
            if (cell[3]) {
                int missing = 0;
                for (uint32_t rest = under[k]; rest; rest &= rest - 1) missing++;
                ADD(F_MISS + least(8, missing) - 1, 1);
            }
        }
        ADD(F_CONST, 1);
        ADD(F_PIECES, c->pieces);
        ADD(F_CANDLES, c->candles);
        ADD(F_SPOTS, spots);
        ADD(F_ROWS, c->rows);
        ADD(F_TOKEN, s->tokens);
        ADD(F_TOKEN2, most(0, s->tokens - 1));
    }
    int helpers = 0, crafts = 0, fresh = 0, busy = 0, used = 0;
    int32_t wake = INT32_MIN;
    int awake = -1;
    for (int k = 0; k < s->members; k++) {
        used += s->used >> k & 1;
        if (left && s->used >> k & 1 && d->wake[s->troupe[k]] > wake) wake = d->wake[s->troupe[k]], awake = k;
    }
    for (int k = 0; k < s->members; k++) {
        const int32_t *p = person_of(d, s->troupe[k]);
        const int worn = s->worn[k], have = worn & 3, sum = worn >> 2 & 15;
        c->yellow += worn >> 6;
        c->complete += have == f[SLOTS];
        if (!p[PRINTED]) {
            c->actors += (p[COUNTED] & 3) == 1;
            c->crafts += (p[COUNTED] & 3) == 2;
            if (p[FEE]) {
                int place = c->paying++;
                for (; place && c->fees[place - 1] > p[FEE]; place--) c->fees[place] = c->fees[place - 1];
                c->fees[place] = p[FEE];
                c->unpaid_cost += p[FEE];
            }
        }
        if (!left) continue;
        if (p[WEARS]) {
            if (have == 0) ADD(F_NONE, 1);
            if (have == 1) ADD(F_ONE + sum - 1, 1);
            if (have == 2) ADD(F_TWO + sum - 2, 1);
            if (have == 3) ADD(F_DONE, 1);
            const int32_t *power = p + POWER;
            int32_t base = F_POWER + 6 * (3 - have);
            for (int act = 0; act < 4; act++)
                if (power[act]) ADD(base + act, power[act]);
            if (power[5]) ADD(base + 4, power[5]);
            if (power[6]) ADD(base + 5, power[6]);
        }
        if (p[ROLE] == ASSISTANT) helpers++;
        if (p[ROLE] == ASSISTANT || p[ROLE] == EXTRA) continue;
        const int naps = used > 1 && s->used >> k & 1 && k != awake;
        const int32_t base = naps ? F_ASLEEP : F_AWAKE;
        fresh += !naps;
        busy += naps;
        switch (p[ROLE]) {
        case ACTOR:
            for (int act = 0; act < 5; act++)
                if (p[ACTING + act]) ADD(base + act, p[ACTING + act]);
            break;
        case JEWELER: ADD(base + 8, 1); break;
        case QUEEN: ADD(base + 9, 1); break;
        default:
            crafts++;
            ADD(base + 4 + p[ROLE], p[WORK]);
            ADD(base + 10, 1);
        }
    }
    if (left) {
        ADD(F_YELLOW, c->yellow);
        ADD(F_HELP, helpers);
        ADD(F_HELP_CRAFT, helpers * crafts);
        for (int k = 0; k < least(8, fresh); k++) ADD(F_FRESH + k, 1);
        ADD(F_NAPS, busy);
    }
    return value;
#undef ADD
}

/* Whether all quills go to one act. */
static int whole_use(const int *use, int white) { return use[0] == white || use[1] == white || use[2] == white; }

/* What a seat has is worth if the day ends with it: the evening by the rules, white quills and rest as is best. */
static int32_t worth(const Day *d, const Seat *s, int32_t *features) {
    const int32_t *f = d->frame, *at = d->at;
    Counts counts;
    const int32_t top = head(d, s, &counts, features);
    int prestige = s->prestige, pounds = s->pounds, white = 0, grey = 0, quills[3] = {0, 0, 0};
    if (at[SETTLED]) {
        for (int act = 0; act < 3; act++) quills[act] = at[PENDING + act];
        white = at[PENDING + 3];
        prestige += at[PENDING_PRESTIGE];
        pounds += at[PENDING_MONEY];
    } else {
        int used = 0;
        for (uint32_t rest = s->used; rest; rest &= rest - 1) used++;
        const int32_t *mood = f + MOOD + 4 * most(0, s->ambiance - s->set[2]);
        prestige += mood[0] + (at[SOLO] && f[BONUS] >> used & 1);
        pounds += mood[1];
        white = mood[2];
        grey = mood[2] ? 0 : mood[3];
        if (at[REHEARSAL])
            for (int k = 0; k < s->members; k++) {
                if ((s->worn[k] & 3) != f[SLOTS]) continue;
                const int32_t *power = person_of(d, s->troupe[k]) + POWER;
                for (int act = 0; act < 3; act++) quills[act] += power[act];
                white += power[3];
                pounds += power[5];
                prestige += power[6];
            }
    }
    int32_t best = INT32_MIN;
    int chosen[3] = {0, 0, 0}, chosen_moved = 0;
    for (int back = grey ? 0 : 3; back < 4; back++) {
        int begun[3], touched = s->moved;
        for (int act = 0; act < 3; act++) begun[act] = s->spaces[act];
        if (back < 3) {
            if (begun[back] < f[GREY_LEAST]) continue;
            begun[back]--;
            touched |= 1 << back;
        } else if (grey) {
            int able = 0;
            for (int act = 0; act < 3; act++) able |= begun[act] >= f[GREY_LEAST];
            if (able) continue;
        }
        for (int act = 0; act < 3; act++) {
            const int space = least(at[LENGTH + act], begun[act] + quills[act]);
            if (space != begun[act]) touched |= 1 << act;
            begun[act] = space;
        }
        for (int one = 0; one <= white; one++)
            for (int two = 0; one + two <= white; two++) {
                const int more[3] = {one, two, white - one - two};
                if (f[WHOLE] && !whole_use(more, white)) continue;
                int spaces[3], moved = touched;
                for (int act = 0; act < 3; act++) {
                    spaces[act] = least(at[LENGTH + act], begun[act] + more[act]);
                    if (spaces[act] != begun[act]) moved |= 1 << act;
                }
                const int32_t value = tail(d, s, &counts, spaces, moved, prestige, pounds, NULL);
                if (value > best) {
                    best = value;
                    memcpy(chosen, spaces, sizeof(chosen));
                    chosen_moved = moved;
                }
            }
    }
    if (features) tail(d, s, &counts, chosen, chosen_moved, prestige, pounds, features);
    return top + best;
}

/* One name for seats that are worth the same: a stage and its mirror image are one. */
static uint64_t named(const Day *d, const Seat *s) {
    Seat plain = *s;
    if (d->frame[MIRRORED]) {
        uint8_t image[32] = {0};
        for (int k = 0; k < d->frame[CELLS]; k++) image[d->frame[CELL + 5 * k + 2]] = s->stage[k];
        if (memcmp(image, plain.stage, sizeof(image)) < 0) memcpy(plain.stage, image, sizeof(image));
    }
    uint64_t words[sizeof(Seat) / 8], found = 1469598103934665603ull;
    memcpy(words, &plain, sizeof(words));
    for (size_t k = 0; k < sizeof(Seat) / 8; k++) {
        found = (found ^ words[k]) * 1099511628211ull;
        found ^= found >> 29;
    }
    return found;
}

/* What tokens may still do on the last day, where no evening values them: it ranks what is kept, and is no part of a value. */
static int32_t promise(const Day *d, const Seat *s) {
    return d->at[LEFT] ? 0 : PROMISE * least(s->tokens, s->cylinders);
}

static void rated(const Day *d, Node *node) {
    node->value = worth(d, &node->seat, NULL) + promise(d, &node->seat);
    node->name = named(d, &node->seat);
}

static void moved(Node *node, int kind, int item, int place) {
    if (node->count < MOST_MOVES) node->moves[node->count] = (uint16_t)(kind << 12 | item << 6 | place);
    node->count++;
}

typedef struct {
    int32_t value, place;
} Key;

/* Best first; of those worth the same the one that was found first. */
static int by_value(const void *one, const void *two) {
    const Key *a = one, *b = two;
    if (a->value != b->value) return a->value < b->value ? 1 : -1;
    return (a->place > b->place) - (a->place < b->place);
}

/* Keeps the best `limit` nodes from `first` on, best first, each seat once. */
static void best_of(Day *d, List *list, int64_t first, int64_t limit) {
    const int64_t count = list->count - first;
    if (count < 1 || d->failed) return;
    int64_t size = 64, kept = 0;
    while (size < 3 * count) size *= 2;
    Key *keys = malloc((size_t)count * sizeof(Key));
    uint64_t *seen = calloc((size_t)size, sizeof(uint64_t));
    Node *room = malloc((size_t)least((int)count, (int)limit) * sizeof(Node));
    if (keys && seen && room) {
        for (int64_t k = 0; k < count; k++) keys[k] = (Key){list->nodes[first + k].value, (int32_t)k};
        qsort(keys, (size_t)count, sizeof(Key), by_value);
        for (int64_t k = 0; k < count && kept < limit; k++) {
            const Node *node = list->nodes + first + keys[k].place;
            const uint64_t name = node->name ? node->name : 1;
            uint64_t slot = name & (uint64_t)(size - 1);
            while (seen[slot] && seen[slot] != name) slot = (slot + 1) & (uint64_t)(size - 1);
            if (seen[slot]) continue;
            seen[slot] = name;
            room[kept++] = *node;
        }
        memcpy(list->nodes + first, room, (size_t)kept * sizeof(Node));
        list->count = first + kept;
    } else {
        d->failed = 1;
    }
    free(keys);
    free(seen);
    free(room);
}

/* The spaces of a stage that are filled, as a mask. */
static uint32_t filled_of(const Day *d, const Seat *s) {
    uint32_t found = 0;
    for (int cell = 0; cell < d->frame[CELLS]; cell++) found |= (uint32_t)(s->stage[cell] != 0) << cell;
    return found;
}

/* The works of a craft, piece by piece; the best are put on the list. `before` is what was filled when it began. */
static void works(Day *d, const Node *start, int role, int budget, uint32_t before, List *out) {
    const int32_t *f = d->frame;
    const int64_t first = out->count;
    List level = {0}, next = {0};
    Node *node = pushed(d, &level);
    if (!node) return;
    *node = *start;
    rated(d, node);
    level.nodes[0].parent = budget;
    while (level.count && !d->failed) {
        for (int64_t k = 0; k < level.count && !d->failed; k++) {
            Node *done = pushed(d, out);
            if (!done) break;
            *done = level.nodes[k];
            /* A Jeweler ends with its element, others with a word of their own. */
            const int taken = done->count > start->count;
            if (role != JEWELER || !taken) moved(done, DONE, 0, 0);
            const Node *from = level.nodes + k;
            if (role == JEWELER && taken) continue;
            for (int colour = 1; colour <= COLOURS; colour++) {
                if ((colour == YELLOW) != (role == JEWELER)) continue;
                const int rest = from->parent - f[PRICE + colour];
                if (role != JEWELER && rest < 0) continue;
                if (role != MISTRESS && from->seat.set[colour - 1])
                    for (int cell = 0; cell < f[CELLS]; cell++) {
                        const int32_t *place = f + CELL + 5 * cell;
                        const Seat *s = &from->seat;
                        if (s->stage[cell] || (place[0] >= 0 && !s->stage[place[0]]) ||
                            (place[1] >= 0 && !s->stage[place[1]]))
                            continue;
                        if (f[APART] && ((place[0] >= 0 && !(before >> place[0] & 1)) ||
                                         (place[1] >= 0 && !(before >> place[1] & 1))))
                            continue;
                        const int across = s->stage[place[2]];
                        if (across && across != colour && across != YELLOW && colour != YELLOW) continue;
                        Node *step = pushed(d, &next);
                        if (!step) break;
                        *step = *from;
                        Seat *own = &step->seat;
                        own->set[colour - 1]--;
                        own->stage[cell] = (uint8_t)colour;
                        own->prestige = (int16_t)(own->prestige + place[3]);
                        own->pounds = (int16_t)(own->pounds + f[EFFECT + 4 * colour]);
                        own->ambiance = (int8_t)least(f[MOODS] - 1, own->ambiance + f[EFFECT + 4 * colour + 1]);
                        own->tokens =
                            (int8_t)(own->tokens + least(f[EFFECT + 4 * colour + 2], most(0, d->at[SUPPLY] - own->tokens)));
                        moved(step, SET, colour, cell);
                        step->parent = rest;
                        rated(d, step);
                    }
                if (role != DRESSER && from->seat.costume[colour - 1])
                    for (int member = 0; member < from->seat.members; member++) {
                        const int worn = from->seat.worn[member];
                        if (!person_of(d, from->seat.troupe[member])[WEARS] || (worn & 3) == f[SLOTS]) continue;
                        Node *step = pushed(d, &next);
                        if (!step) break;
                        *step = *from;
                        Seat *own = &step->seat;
                        own->costume[colour - 1]--;
                        const int after = worn + 1 + (f[VALUE + colour] << 2) + ((colour == YELLOW) << 6);
                        own->worn[member] = (uint8_t)after;
                        if ((after & 3) == f[SLOTS]) {
                            own->pounds = (int16_t)(own->pounds + f[SUMS + 2 * (after >> 2 & 15)]);
                            own->prestige = (int16_t)(own->prestige + f[SUMS + 2 * (after >> 2 & 15) + 1]);
                        }
                        moved(step, COSTUME, colour, member);
                        step->parent = rest;
                        rated(d, step);
                    }
            }
        }
        best_of(d, &next, 0, d->width);
        List swap = level;
        level = next;
        next = swap;
        next.count = 0;
    }
    free(level.nodes);
    free(next.nodes);
    best_of(d, out, first, d->works);
}

/* The uses of white quills. */
static void quills(Day *d, const Node *start, int white, List *out) {
    const int64_t first = out->count;
    for (int one = 0; one <= white; one++)
        for (int two = 0; one + two <= white; two++) {
            const int use[3] = {one, two, white - one - two};
            const int whole = d->frame[WHOLE];
            if (whole && !whole_use(use, white)) continue;
            Node *step = pushed(d, out);
            if (!step) return;
            *step = *start;
            for (int act = 0; act < 3; act++) {
                const int space = least(d->at[LENGTH + act], step->seat.spaces[act] + use[act]);
                if (space != step->seat.spaces[act]) step->seat.moved |= (int8_t)(1 << act);
                step->seat.spaces[act] = (uint8_t)space;
                for (int k = 0; k < (whole ? least(1, use[act]) : use[act]); k++) moved(step, QUILL, act, 0);
            }
            rated(d, step);
        }
    best_of(d, out, first, d->works);
}

/* The uses of an actor's white quills, and what it then takes, if it has a trade (-1: none). */
static void acted(Day *d, const Node *start, int white, int trade, int budget, List *out) {
    List found = {0};
    quills(d, start, white, trade < 0 ? out : &found);
    for (int64_t k = 0; k < found.count && !d->failed; k++)
        works(d, found.nodes + k, trade, budget, filled_of(d, &found.nodes[k].seat), out);
    free(found.nodes);
}

/* Every activation of the seat's members. */
static void activations(Day *d, const Node *from, List *out) {
    const Seat *s = &from->seat;
    int helpers = 0;
    for (int k = 0; k < s->members; k++) helpers += person_of(d, s->troupe[k])[ROLE] == ASSISTANT;
    if (!s->cylinders) return;
    for (int k = 0; k < s->members && !d->failed; k++) {
        if ((s->used | s->resting) >> k & 1) continue;
        const int32_t *p = person_of(d, s->troupe[k]);
        const int role = p[ROLE];
        if (role == ASSISTANT || role == EXTRA) continue;
        Node begun = *from;
        begun.seat.used |= (uint16_t)(1 << k);
        begun.seat.cylinders--;
        begun.count = 0;
        if (role == QUEEN) {
            Node *step = pushed(d, out);
            if (!step) return;
            *step = begun;
            step->seat.pounds = (int16_t)(step->seat.pounds + d->frame[QUEEN_POUNDS]);
            moved(step, ACTIVATE, k, POUNDS);
            rated(d, step);
            if (begun.seat.drawn < d->at[DRAWS]) {
                step = pushed(d, out);
                if (!step) return;
                *step = begun;
                step->seat.drawn++;
                moved(step, ACTIVATE, k, OBJECTIVES);
                rated(d, step);
            }
            continue;
        }
        if (role == ACTOR) {
            const int32_t *gain = p + ACTING;
            Seat *own = &begun.seat;
            for (int act = 0; act < 3; act++) {
                const int space = least(d->at[LENGTH + act], own->spaces[act] + gain[act]);
                if (space != own->spaces[act]) own->moved |= (int8_t)(1 << act);
                own->spaces[act] = (uint8_t)space;
            }
            own->ambiance = (int8_t)least(d->frame[MOODS] - 1, own->ambiance + gain[4]);
            own->pounds = (int16_t)(own->pounds + gain[5]);
            own->prestige = (int16_t)(own->prestige + gain[6]);
            moved(&begun, ACTIVATE, k, PLAIN);
            acted(d, &begun, gain[3], (p[COUNTED] >> 2) - 1, p[WORK], out);
            continue;
        }
        Node plain = begun;
        moved(&plain, ACTIVATE, k, PLAIN);
        const uint32_t before = filled_of(d, s);
        works(d, &plain, role, role == JEWELER ? 0 : p[WORK] + helpers, before, out);
        if (role != JEWELER && s->tokens) {
            begun.seat.tokens--;
            moved(&begun, ACTIVATE, k, TOKEN);
            works(d, &begun, role, p[WORK] + helpers + d->frame[TOKEN_VALUE], before, out);
        }
    }
}

static void recruits(Day *d, const Node *from, List *out) {
    for (int card = 0; card < d->at[SHOWN]; card++)
        for (int extra = 0; extra < 2; extra++) {
            const int person = d->at[DISPLAY + 2 * card + extra];
            if (person < 0 || from->seat.members == 16) continue;
            Node *step = pushed(d, out);
            if (!step) return;
            *step = *from;
            step->count = 0;
            step->seat.troupe[step->seat.members] = (uint8_t)person;
            step->seat.worn[step->seat.members++] = 0;
            step->seat.recruited = 1;
            moved(step, RECRUIT, card, extra);
            rated(d, step);
        }
}

static void sat_down(const int32_t *at, Seat *s) {
    memset(s, 0, sizeof(*s));
    s->prestige = (int16_t)at[PRESTIGE], s->pounds = (int16_t)at[MONEY];
    s->ambiance = (int8_t)at[AMBIANCE], s->tokens = (int8_t)at[TOKENS], s->cylinders = (int8_t)at[CYLINDERS];
    s->recruited = (int8_t)at[RECRUITED], s->members = (int8_t)at[MEMBERS], s->moved = (int8_t)at[MOVED];
    s->used = (uint16_t)at[USED], s->resting = (uint16_t)at[RESTING];
    for (int k = 0; k < 3; k++) s->spaces[k] = (uint8_t)at[SPACES + k];
    for (int k = 0; k < COLOURS; k++) s->set[k] = (uint8_t)at[SET_OFFER + k], s->costume[k] = (uint8_t)at[COSTUME_OFFER + k];
    for (int k = 0; k < 16; k++) s->troupe[k] = (uint8_t)at[TROUPE + k], s->worn[k] = (uint8_t)at[WORN + k];
    for (int k = 0; k < 32; k++) s->stage[k] = (uint8_t)at[STAGE + k];
}

/* The value of a position if the day ends now, and its features where there is room for them. */
EXPORT int32_t deduce_stage_worth(const int32_t *frame, const int32_t *at, const int32_t *weights, const int32_t *wake,
                                  int32_t *features) {
    const Day day = {frame, at, weights, wake, 0, 0, 0};
    Seat seat;
    sat_down(at, &seat);
    if (features) memset(features, 0, FEATURES * sizeof(int32_t));
    return worth(&day, &seat, features);
}

/* The best plans of the rest of the day, best first: values, numbers of moves, moves (`MOST_DAY` a plan), features of the
 * evening. Gives how many there are, at most `keep`; -1 where memory is short. */
EXPORT int64_t deduce_stage_plans(const int32_t *frame, const int32_t *at, const int32_t *weights, const int32_t *wake,
                                  int64_t beam, int64_t kept_works, int64_t width, int64_t keep, int64_t listed, int32_t *values,
                                  int32_t *lengths, uint16_t *moves, int32_t *features) {
    Day day = {frame, at, weights, wake, (int32_t)kept_works, (int32_t)width, 0};
    Day *d = &day;
    List all = {0}, ends = {0};
    Node root;
    memset(&root, 0, sizeof(root));
    sat_down(at, &root.seat);
    root.parent = -1;
    rated(d, &root);
    if (at[TASK] == 1)
        works(d, &root, at[TRADE], at[AMOUNT], (uint32_t)at[BEFORE], &all);
    else if (at[TASK] == 2)
        acted(d, &root, at[AMOUNT], at[TRADE], at[FETCH], &all);
    else {
        Node *node = pushed(d, &all);
        if (node) *node = root;
    }
    for (int64_t k = 0; k < all.count; k++) all.nodes[k].parent = -1;
    int64_t first = 0;
    if (!root.seat.recruited && at[SHOWN]) {
        const int64_t end = all.count;
        for (int64_t k = 0; k < end && !d->failed; k++) {
            const Node from = all.nodes[k];
            const int64_t begin = all.count;
            recruits(d, &from, &all);
            for (int64_t j = begin; j < all.count; j++) all.nodes[j].parent = (int32_t)k;
        }
        first = end;
    }
    best_of(d, &all, first, beam);
    while (first < all.count && !d->failed) {
        const int64_t end = all.count;
        for (int64_t k = first; k < end && !d->failed; k++) {
            Node *copy = pushed(d, &ends);
            if (!copy) break;
            *copy = all.nodes[k];
            copy->value -= promise(d, &copy->seat);
            copy->parent = (int32_t)k;
            const Node from = all.nodes[k];
            const int64_t begin = all.count;
            activations(d, &from, &all);
            for (int64_t j = begin; j < all.count; j++) all.nodes[j].parent = (int32_t)k;
        }
        best_of(d, &all, end, beam);
        first = end;
    }
    best_of(d, &ends, 0, keep);
    const int64_t found = d->failed ? -1 : ends.count;
    for (int64_t k = 0; k < found && k < listed; k++) {
        values[k] = ends.nodes[k].value;
        int32_t chain[MOST_DAY], links = 0, count = 0;
        for (int32_t node = ends.nodes[k].parent; node >= 0 && links < MOST_DAY; node = all.nodes[node].parent)
            chain[links++] = node;
        while (links--) {
            const Node *node = all.nodes + chain[links];
            for (int j = 0; j < node->count && count < MOST_DAY; j++) moves[MOST_DAY * k + count++] = node->moves[j];
        }
        lengths[k] = count;
        if (features) {
            memset(features + FEATURES * k, 0, FEATURES * sizeof(int32_t));
            worth(d, &ends.nodes[k].seat, features + FEATURES * k);
        }
    }
    free(all.nodes);
    free(ends.nodes);
    return found;
}
