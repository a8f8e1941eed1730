/* Automata as data: which of them ask the same of every variable and are made into one before the product, and where
 * the state of each lies. The twin in Python is deduce/worlds/grouping.py, which says why; both decide alike. */
#include "product.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BITS = 62, MOST_VALUES = 64, MOST_READERS = 512 };

/* A group whose own product takes more memory than this is left as it was. */
static const double GROUP_BYTES = 1 << 18;

void readers_free(Readers *own) {
    for (int64_t k = 0; k < own->tables; k++) free(own->made[k]);
    free(own->made), free(own->reader), free(own->position), free(own->step);
    memset(own, 0, sizeof *own);
}

static int room(Readers *own, int64_t n, int64_t many, int64_t steps) {
    memset(own, 0, sizeof *own);
    own->n = n;
    own->reader = calloc((size_t)many + 1, sizeof *own->reader);
    own->position = malloc(sizeof *own->position * (size_t)(many * n) + 1);
    own->step = malloc(sizeof *own->step * (size_t)steps + 1);
    if (own->reader && own->position && own->step) return DONE;
    readers_free(own);
    return NO_MEMORY;
}

/* As handed over: see `deduce_product_new`. */
int readers_stated(Readers *own, int64_t n, const int64_t *sizes, int64_t many, const int64_t *reader,
                   const int32_t *position, const int64_t *step, int64_t steps, const int64_t *pool) {
    (void)sizes;
    if (room(own, n, many, steps)) return NO_MEMORY;
    own->many = many, own->steps = steps;
    memcpy(own->position, position, sizeof *position * (size_t)(many * n));
    for (int64_t s = 0; s < steps; s++, step += 5)
        own->step[s] = (Step){pool + step[0], step[1], step[2], step[3], step[4]};
    for (int64_t r = 0; r < many; r++, reader += 3, position += n) {
        Reader *one = own->reader + r;
        one->kind = reader[0], one->bits = reader[1], one->start = reader[2], one->first = n;
        for (int64_t layer = 0; layer < n; layer++) {
            if (position[layer] < 0) continue;
            if (one->first == n) one->first = layer;
            one->last = layer, one->layers++;
        }
    }
    return DONE;
}

typedef struct {
    int64_t until, offset, bits;
} Slot;

/* Gives each automaton bits in a word for as long as it is alive. They stand in the order of their first layers. */
int readers_allotted(Readers *own) {
    Slot *slots = malloc(sizeof *slots * (size_t)(own->many * (WORD_BITS + 1)) + 1);
    int64_t *used = calloc((size_t)own->many + 1, sizeof *used);
    if (!slots || !used) {
        free(slots), free(used);
        return NO_MEMORY;
    }
    own->words = 0;
    for (int64_t r = 0; r < own->many; r++) {
        Reader *one = own->reader + r;
        for (int64_t word = 0;; word++) {
            Slot *here = slots + word * (WORD_BITS + 1);
            if (word == own->words) own->words++;
            int64_t left = 0, offset = 0, at = 0;
            for (int64_t k = 0; k < used[word]; k++)
                if (here[k].until >= one->first) here[left++] = here[k];
            used[word] = left;
            while (at < left && here[at].offset - offset < one->bits) offset = here[at].offset + here[at].bits, at++;
            if (offset + one->bits > WORD_BITS) continue;
            one->word = word, one->offset = offset;
            if (one->bits) {
                memmove(here + at + 1, here + at, sizeof *here * (size_t)(left - at));
                here[at] = (Slot){one->last, offset, one->bits};
                used[word]++;
            }
            break;
        }
    }
    free(slots), free(used);
    return DONE;
}

/* The values that a step treats unlike the first one, as a mask; 0 where they are of several kinds. */
static int halved(const Reader *one, const Step *s, int64_t size, uint64_t *mask) {
    int64_t other = 0;
    const int64_t *t = s->table;
    *mask = 0;
    if (size > MOST_VALUES) return 0;
    if (one->kind == ADDED) {
        for (int64_t v = 1; v < size; v++) {
            if (t[v] == t[0]) continue;
            if (!other) other = v;
            if (t[v] != t[other]) return 0;
            *mask |= UINT64_C(1) << v;
        }
        return 1;
    }
    if (one->kind != TABULATED) return 0;
    for (int64_t v = 1; v < size; v++) {
        int first = 1, second = other > 0;
        for (int64_t k = 0; k < s->b; k++) {
            first &= t[k * size + v] == t[k * size];
            second &= t[k * size + v] == t[k * size + other];
        }
        if (first) continue;
        if (!other) other = v, second = 1;
        if (!second) return 0;
        *mask |= UINT64_C(1) << v;
    }
    return 1;
}

/* What each automaton asks, by layer; `asked[r]` says whether it can be grouped at all. */
static void questions(const Readers *own, const int64_t *sizes, uint8_t *asked, uint64_t *masks) {
    for (int64_t r = 0; r < own->many; r++) {
        const Reader *one = own->reader + r;
        int fits = one->kind == ADDED || one->kind == TABULATED, wide = 0;
        for (int64_t layer = one->first; fits && layer <= one->last; layer++) {
            const int32_t at = own->position[r * own->n + layer];
            if (at < 0) continue;
            fits = halved(one, own->step + at, sizes[layer], masks + r * own->n + layer);
            wide |= sizes[layer] > 2;
        }
        asked[r] = (uint8_t)(fits && wide);
    }
}

/* Whether automaton `r` reads only layers of `base`, and asks there what that asks, and something at all. */
static int belongs(const Readers *own, const uint64_t *masks, int64_t r, int64_t base) {
    const int64_t n = own->n;
    int something = 0;
    for (int64_t layer = own->reader[r].first; layer <= own->reader[r].last; layer++) {
        if (own->position[r * n + layer] < 0) continue;
        if (own->position[base * n + layer] < 0) return 0;
        const uint64_t mask = masks[r * n + layer];
        if (mask && mask != masks[base * n + layer]) return 0;
        something |= mask != 0;
    }
    return something;
}

/* One layer of a group over two values: which two stand for the halves, and which half may be. */
static void narrowed(uint64_t mask, int64_t size, const uint8_t *allowed, int64_t *pair, uint8_t *may) {
    may[0] = may[1] = 0;
    pair[0] = pair[1] = 0;
    for (int64_t v = size - 1; v >= 0; v--) {
        const int half = (int)(mask >> v & 1);
        may[half] |= allowed[v];
        if (half) pair[1] = v;
    }
}

/* The automata of a group over two values a layer; their tables go to `pool`, which has room. */
static int narrow_readers(const Readers *own, const int64_t *member, int64_t members, const int64_t *at, int64_t layers,
                          const int64_t *sizes, const int64_t *pairs, int64_t *pool, Readers *small) {
    int64_t steps = 0;
    for (int64_t k = 0; k < members; k++) steps += own->reader[member[k]].layers;
    if (room(small, layers, members, steps)) return NO_MEMORY;
    small->many = members;
    for (int64_t k = 0; k < members; k++) {
        const int64_t r = member[k];
        Reader *one = small->reader + k;
        *one = own->reader[r];
        one->first = layers;
        for (int64_t i = 0; i < layers; i++) {
            const int32_t known = own->position[r * own->n + at[i]];
            small->position[k * layers + i] = -1;
            if (known < 0) continue;
            if (one->first == layers) one->first = i;
            one->last = i;
            Step s = own->step[known];
            const int64_t states = one->kind == TABULATED ? s.b : 1;
            for (int64_t state = 0; state < states; state++)
                for (int half = 0; half < 2; half++)
                    pool[2 * state + half] = s.table[state * sizes[at[i]] + pairs[2 * i + half]];
            s.table = pool, pool += 2 * states;
            if (one->kind == TABULATED) s.a = 2;
            small->position[k * layers + i] = (int32_t)small->steps;
            small->step[small->steps++] = s;
        }
    }
    /* In the order of their first layers, those of one layer as they were. */
    for (int64_t k = 1; k < members; k++)
        for (int64_t j = k; j > 0 && small->reader[j].first < small->reader[j - 1].first; j--) {
            const Reader one = small->reader[j];
            small->reader[j] = small->reader[j - 1], small->reader[j - 1] = one;
            for (int64_t i = 0; i < layers; i++) {
                int32_t *a = small->position + j * layers + i, *b = a - layers, kept = *a;
                *a = *b, *b = kept;
            }
        }
    return readers_allotted(small);
}

/* The tables of the reduced product of a group, over all values; -1 in place of dead nodes. */
static int64_t *widened(const Product *p, const int64_t *at, int64_t layers, const int64_t *sizes,
                        const uint64_t *masks, int64_t *states) {
    int64_t length = 1;
    for (int64_t i = 0; i < layers; i++) product_rows(p, i, states + i), length += states[i] * sizes[at[i]];
    int64_t *table = malloc(sizeof *table * (size_t)length), *here = table;
    if (!table) return NULL;
    for (int64_t i = 0; i < layers; i++) {
        int64_t nodes;
        const int32_t *rows = product_rows(p, i, &nodes);
        const int32_t dead = (int32_t)(i + 1 < layers ? states[i + 1] : 1);
        for (int64_t k = 0; k < nodes; k++)
            for (int64_t v = 0; v < sizes[at[i]]; v++) {
                const int32_t child = rows[2 * k + (int64_t)(masks[at[i]] >> v & 1)];
                *here++ = child == dead ? -1 : child;
            }
    }
    return table;
}

/* Makes the members of a group, the first of which reads all its layers, into that first one. TOO_LARGE changes nothing. */
static int merged(Readers *own, const int64_t *member, int64_t members, const int64_t *sizes, const uint64_t *masks,
                  const uint8_t *allowed, const int64_t *starts) {
    const int64_t base = member[0], layers = own->reader[base].layers, n = own->n;
    int64_t need = 1, status = NO_MEMORY;
    for (int64_t k = 0; k < members; k++)
        for (int64_t layer = 0; layer < n; layer++) {
            const int32_t s = own->position[member[k] * n + layer];
            if (s >= 0) need += own->reader[member[k]].kind == TABULATED ? 2 * own->step[s].b : 2;
        }
    /* at, pairs, nodes, sizes, states, and the pool */
    int64_t *numbers = malloc(sizeof *numbers * (size_t)(6 * layers + need));
    int32_t *children = calloc((size_t)(2 * layers), sizeof *children);
    uint8_t *bytes = calloc((size_t)(3 * layers), 1);
    Product *p = NULL;
    if (!numbers || !children || !bytes) goto end;
    int64_t *at = numbers, *pairs = at + layers, *nodes = pairs + 2 * layers, *twos = nodes + layers;
    int64_t *states = twos + layers, *pool = states + layers;
    for (int64_t layer = 0, i = 0; layer < n; layer++) {
        if (own->position[base * n + layer] < 0) continue;
        at[i] = layer, nodes[i] = 1, twos[i] = 2;
        narrowed(masks[base * n + layer], sizes[layer], allowed + starts[layer], pairs + 2 * i, bytes + 2 * i);
        i++;
    }
    Readers small;
    if (narrow_readers(own, member, members, at, layers, sizes, pairs, pool, &small)) {
        readers_free(&small);
        goto end;
    }
    p = product_of(layers, nodes, twos, children, bytes, bytes + 2 * layers, small, GROUP_BYTES);
    if (!p) goto end;
    do status = deduce_product_run(p, INT64_C(1) << 40);
    while (status == MORE);
    if (status) goto end;
    status = NO_MEMORY;
    int64_t *table = widened(p, at, layers, sizes, masks + base * n, states);
    if (!table) goto end;
    own->made[own->tables++] = table;
    Reader *one = own->reader + base;
    one->kind = TABULATED, one->bits = 1, one->start = 0;
    for (int64_t i = 0; i < layers; i++) {
        own->step[own->position[base * n + at[i]]] = (Step){table, sizes[at[i]], states[i], 0, 0};
        table += states[i] * sizes[at[i]];
        while (states[i] > 0 && (states[i] - 1) >> one->bits) one->bits++;
    }
    status = DONE;
end:
    deduce_product_free(p);
    free(numbers), free(children), free(bytes);
    return (int)status;
}

/* Puts the automata in the order given, -1 for those that are gone, and then in that of their first layers. */
static int reordered(Readers *own, int64_t *order, int64_t many) {
    int64_t kept = 0;
    for (int64_t k = 0; k < many; k++)
        if (order[k] >= 0) order[kept++] = order[k];
    for (int64_t k = 1; k < kept; k++)
        for (int64_t j = k; j > 0 && own->reader[order[j]].first < own->reader[order[j - 1]].first; j--) {
            const int64_t r = order[j];
            order[j] = order[j - 1], order[j - 1] = r;
        }
    Reader *reader = malloc(sizeof *reader * (size_t)(kept + 1));
    int32_t *position = malloc(sizeof *position * (size_t)(kept * own->n) + 1);
    if (!reader || !position) {
        free(reader), free(position);
        return NO_MEMORY;
    }
    for (int64_t k = 0; k < kept; k++) {
        reader[k] = own->reader[order[k]];
        memcpy(position + k * own->n, own->position + order[k] * own->n, sizeof *position * (size_t)own->n);
    }
    free(own->reader), free(own->position);
    own->reader = reader, own->position = position, own->many = kept;
    return DONE;
}

/* Groups the automata and makes each group into one, where its own product is small. */
int readers_joined(Readers *own, int64_t n, const int64_t *sizes, const uint8_t *allowed) {
    const int64_t many = own->many;
    if (many < 2 || many > MOST_READERS) return DONE;
    int status = NO_MEMORY;
    uint8_t *asked = malloc((size_t)many);
    uint64_t *masks = calloc((size_t)(many * n), sizeof *masks);
    /* by length, the group of each (-1: none), its members, the new order, the first value of every layer */
    int64_t *numbers = malloc(sizeof *numbers * (size_t)(4 * many + n));
    own->made = calloc((size_t)many, sizeof *own->made);
    if (!asked || !masks || !numbers || !own->made) goto end;
    int64_t *longest = numbers, *base = longest + many, *member = base + many, *order = member + many;
    int64_t *starts = order + many, placed = 0;
    for (int64_t layer = 0, start = 0; layer < n; layer++) starts[layer] = start, start += sizes[layer];
    questions(own, sizes, asked, masks);
    for (int64_t r = 0; r < many; r++) {
        longest[r] = r, base[r] = -1;
        for (int64_t j = r; j > 0 && own->reader[longest[j]].layers > own->reader[longest[j - 1]].layers; j--) {
            const int64_t kept = longest[j];
            longest[j] = longest[j - 1], longest[j - 1] = kept;
        }
    }
    int64_t bases = 0; /* those so far stand in `member` */
    for (int64_t k = 0; k < many; k++) {
        const int64_t r = longest[k];
        if (!asked[r]) continue;
        for (int64_t b = 0; b < bases && base[r] < 0; b++)
            if (belongs(own, masks, r, member[b])) base[r] = member[b];
        if (base[r] < 0) base[r] = r, member[bases++] = r;
    }
    for (int64_t k = 0; k < many; k++) {
        const int64_t first = longest[k];
        if (base[first] != first) continue;
        int64_t members = 0;
        for (int64_t j = 0; j < many; j++)
            if (base[longest[j]] == first) member[members++] = longest[j];
        status = members > 1 ? merged(own, member, members, sizes, masks, allowed, starts) : DONE;
        if (status == NO_MEMORY) goto end;
        if (status == DONE) members = 1;
        for (int64_t j = 0; j < members; j++) order[placed++] = member[j];
    }
    for (int64_t k = 0; k < many; k++)
        if (base[longest[k]] < 0) order[placed++] = longest[k];
    status = reordered(own, order, placed);
end:
    free(asked), free(masks), free(numbers);
    return status;
}
