/* The product of a packed diagram with automata, and its reduction: dead nodes dropped, nodes with equal futures merged.
 *
 * A node of the product is an old node and the states of the automata that are alive there, packed in words. The work
 * goes on in slices, so that the caller can look at the clock in between; memory is bounded by what the caller allows. */
#include "product.h"

#include <stdlib.h>
#include <string.h>

struct Product {
    int64_t n, words, readers;
    const int64_t *nodes, *sizes;
    const int32_t *children;
    const uint8_t *masks, *weighted;
    Readers own;
    const Reader *reader;
    const int32_t *position;
    const Step *step;
    double allowed;
    int64_t first, last;
    /* the layer at work: its nodes, its arcs, the nodes of the next */
    int64_t layer, cursor, width;
    const int32_t *source;
    const uint8_t *mask;
    int32_t *node;
    int64_t *state;
    int32_t *next_node;
    int64_t *next_state;
    int64_t next_width, next_room;
    int32_t *slots;
    int64_t capacity;
    double used, needed;
    int64_t *active, actives;
    int phase;
    /* the result */
    int64_t *made;
    int32_t **rows, **origin;
    int32_t *rename;
};

static uint64_t stirred(uint64_t h) {
    h ^= h >> 33;
    h *= UINT64_C(0xff51afd7ed558ccd);
    h ^= h >> 29;
    return h;
}

EXPORT void deduce_product_free(void *handle) {
    Product *p = handle;
    if (!p) return;
    readers_free(&p->own);
    for (int64_t i = 0; i < p->n; i++) {
        if (p->rows) free(p->rows[i]);
        if (p->origin) free(p->origin[i]);
    }
    free(p->rows), free(p->origin), free(p->made), free(p->rename), free(p->node), free(p->state);
    free(p->next_node), free(p->next_state), free(p->slots), free(p->active), free(p);
}

/* A product of readers whose words are allotted, or NULL without memory; it owns the readers from now on. */
Product *product_of(int64_t n, const int64_t *nodes, const int64_t *sizes, const int32_t *children,
                    const uint8_t *masks, const uint8_t *weighted, Readers own, double allowed) {
    Product *p = calloc(1, sizeof *p);
    if (!p) {
        readers_free(&own);
        return NULL;
    }
    p->n = n, p->nodes = nodes, p->sizes = sizes, p->children = children, p->masks = masks, p->weighted = weighted;
    p->own = own, p->readers = own.many, p->reader = own.reader, p->position = own.position, p->step = own.step;
    p->words = own.words, p->allowed = allowed;
    p->first = n, p->last = 0;
    for (int64_t r = 0; r < p->readers; r++) {
        if (p->reader[r].first < p->first) p->first = p->reader[r].first;
        if (p->reader[r].last > p->last) p->last = p->reader[r].last;
    }
    p->rows = calloc((size_t)n, sizeof *p->rows);
    p->origin = calloc((size_t)n, sizeof *p->origin);
    p->made = calloc((size_t)n, sizeof *p->made);
    p->active = calloc((size_t)p->readers + 1, sizeof *p->active);
    if (!p->rows || !p->origin || !p->made || !p->active) {
        deduce_product_free(p);
        return NULL;
    }
    p->source = children, p->mask = masks;
    for (int64_t i = 0; i < n; i++) p->made[i] = nodes[i];
    for (int64_t i = 0; i < p->first; i++) p->source += nodes[i] * sizes[i], p->mask += sizes[i];
    p->layer = p->first, p->cursor = -1, p->width = nodes[p->first];
    return p;
}

/* A product at its beginning, or NULL without memory; every array handed over must outlive it. `masks` says which values
 * may be (one a value and layer), `weighted` which layers have weights of arcs: their nodes are never merged.
 * `reader` has three numbers an automaton (kind, bits, start), `position` for every automaton and layer the step with
 * which it is read, or -1; a step is a place in the pool and four numbers. Automata are grouped where `together` is set. */
EXPORT void *deduce_product_new(int64_t n, const int64_t *nodes, const int64_t *sizes, const int32_t *children,
                                const uint8_t *masks, const uint8_t *weighted, int64_t readers,
                                const int64_t *reader, const int32_t *position, const int64_t *step, int64_t steps,
                                const int64_t *pool, int together, double allowed) {
    Readers own;
    if (readers_stated(&own, n, sizes, readers, reader, position, step, steps, pool)) return NULL;
    if (together && readers_joined(&own, n, sizes, masks)) {
        readers_free(&own);
        return NULL;
    }
    if (readers_allotted(&own)) {
        readers_free(&own);
        return NULL;
    }
    return product_of(n, nodes, sizes, children, masks, weighted, own, allowed);
}

/* The children of a layer as they are now, and how many nodes it has. */
const int32_t *product_rows(const Product *p, int64_t layer, int64_t *nodes) {
    *nodes = p->made[layer];
    return p->rows[layer];
}

static int64_t below_of(const Product *p, int64_t layer) { return layer + 1 < p->n ? p->nodes[layer + 1] : 1; }

/* Prepares the layer at work. */
static int begun(Product *p) {
    const int64_t layer = p->layer, size = p->sizes[layer], below = below_of(p, layer);
    if (layer == p->first) {
        p->node = malloc(sizeof *p->node * (size_t)p->width + 1);
        p->state = calloc((size_t)(p->width * p->words) + 1, sizeof *p->state);
        if (!p->node || !p->state) return NO_MEMORY;
        for (int64_t k = 0; k < p->width; k++) p->node[k] = (int32_t)k;
    }
    double living = 0.0;
    for (int64_t k = 0; k < p->width; k++) {
        const int32_t *row = p->source + (int64_t)p->node[k] * size;
        int64_t here = 0;
        for (int64_t v = 0; v < size; v++) here += (row[v] != below) & p->mask[v];
        living += (double)here;
    }
    const double bytes = 4.0 * (double)p->width * (double)size;
    p->used += bytes;
    /* The same bound as without compiled code, which takes more for a moment: what fits is the same for both. */
    p->needed = p->used + bytes + living * 8.0 * (10.0 + 3.0 * (double)p->words);
    if (p->needed > p->allowed || living > 2e9) return TOO_LARGE;
    p->rows[layer] = malloc((size_t)bytes + 1);
    if (!p->rows[layer]) return NO_MEMORY;
    if (p->weighted[layer]) {
        p->origin[layer] = malloc(sizeof(int32_t) * (size_t)p->width + 1);
        if (!p->origin[layer]) return NO_MEMORY;
        memcpy(p->origin[layer], p->node, sizeof(int32_t) * (size_t)p->width);
    }
    p->made[layer] = p->width;
    p->actives = 0;
    for (int64_t r = 0; r < p->readers; r++)
        if (p->position[r * p->n + layer] >= 0) p->active[p->actives++] = r;
    p->next_width = 0;
    if (layer < p->last) {
        p->next_room = 256, p->capacity = 1024;
        p->next_node = malloc(sizeof *p->next_node * (size_t)p->next_room);
        p->next_state = malloc(sizeof *p->next_state * (size_t)(p->next_room * p->words) + 1);
        p->slots = calloc((size_t)p->capacity, sizeof *p->slots);
        if (!p->next_node || !p->next_state || !p->slots) return NO_MEMORY;
    }
    p->cursor = 0;
    return DONE;
}

static uint64_t hashed(const Product *p, int32_t node, const int64_t *state) {
    uint64_t h = (uint64_t)(uint32_t)node * UINT64_C(0x9e3779b97f4a7c15);
    for (int64_t w = 0; w < p->words; w++) h = stirred(h ^ (uint64_t)state[w]) * UINT64_C(0xc2b2ae3d27d4eb4f);
    return stirred(h);
}

static int grown(Product *p) {
    const int64_t capacity = p->capacity * 4;
    int32_t *slots = calloc((size_t)capacity, sizeof *slots);
    if (!slots) return NO_MEMORY;
    for (int64_t k = 0; k < p->next_width; k++) {
        uint64_t at = hashed(p, p->next_node[k], p->next_state + k * p->words) & (uint64_t)(capacity - 1);
        while (slots[at]) at = (at + 1) & (uint64_t)(capacity - 1);
        slots[at] = (int32_t)(k + 1);
    }
    free(p->slots);
    p->slots = slots, p->capacity = capacity;
    return DONE;
}

/* The number of a node of the next layer, new or not; -1 without memory. */
static int32_t numbered(Product *p, int32_t node, const int64_t *state) {
    const int64_t words = p->words;
    uint64_t at = hashed(p, node, state) & (uint64_t)(p->capacity - 1);
    for (int32_t found; (found = p->slots[at]); at = (at + 1) & (uint64_t)(p->capacity - 1)) {
        if (p->next_node[found - 1] != node) continue;
        const int64_t *known = p->next_state + (found - 1) * words;
        int64_t w = 0;
        while (w < words && known[w] == state[w]) w++;
        if (w == words) return found - 1;
    }
    if (p->next_width == p->next_room) {
        const size_t room = (size_t)p->next_room * 2;
        int32_t *nodes = realloc(p->next_node, sizeof *nodes * room);
        if (nodes) p->next_node = nodes;
        int64_t *states = realloc(p->next_state, sizeof *states * room * (size_t)p->words + 1);
        if (states) p->next_state = states;
        if (!nodes || !states) return -1;
        p->next_room = (int64_t)room;
    }
    const int32_t number = (int32_t)p->next_width++;
    p->next_node[number] = node;
    for (int64_t w = 0; w < words; w++) p->next_state[number * words + w] = state[w];
    p->slots[at] = number + 1;
    if (p->next_width * 2 > p->capacity && grown(p)) return -1;
    return number;
}

/* One automaton reads one node's layer: `alive` says which values are still possible, `after` (a word of each value in
 * every `words`) takes the state that it comes to. */
static void read_all(const Reader *r, const Step *s, int64_t state, int64_t size, int keeps, uint8_t *restrict alive,
                     int64_t *restrict after, int64_t words) {
    const int64_t *restrict table = s->table;
    const int64_t offset = r->offset;
    if (r->kind == ADDED) {
        for (int64_t v = 0; v < size; v++) {
            int64_t next = state + table[v];
            alive[v] &= (next >= s->a) & (next <= s->b);
            if (next > s->c) next = s->c;
            if (keeps) after[v * words] |= (alive[v] ? next : 0) << offset;
        }
    } else if (r->kind == USED) {
        for (int64_t v = 0; v < size; v++) {
            alive[v] &= !(state & table[v]);
            if (keeps) after[v * words] |= ((state | table[v]) & s->a) << offset;
        }
    } else if (r->kind == TABULATED) {
        table += state * s->a;
        for (int64_t v = 0; v < size; v++) {
            alive[v] &= table[v] >= 0;
            if (keeps) after[v * words] |= (alive[v] ? table[v] : 0) << offset;
        }
    } else if (s->done) {
        for (int64_t v = 0; v < size; v++)
            alive[v] &= !!(s->a & (state < table[v] ? 1 : state == table[v] ? 2 : 4));
    } else if (keeps) {
        for (int64_t v = 0; v < size; v++) after[v * words] |= table[v] << offset;
    }
}

/* Goes through nodes of the layer at work until about `work` steps are done. */
static int multiplied(Product *p, int64_t *work) {
    const int64_t layer = p->layer, size = p->sizes[layer], words = p->words;
    const int32_t below = (int32_t)below_of(p, layer);
    int64_t *after = malloc(sizeof(int64_t) * (size_t)(words * (size + 1)) + (size_t)size + 1);
    if (!after) return NO_MEMORY;
    int64_t *before = after + words * size;
    uint8_t *alive = (uint8_t *)(before + words);
    int32_t *row = p->rows[layer] + p->cursor * size;
    for (; p->cursor < p->width && *work > 0; p->cursor++, row += size) {
        const int32_t *child = p->source + (int64_t)p->node[p->cursor] * size;
        for (int64_t w = 0; w < words; w++) before[w] = p->state[p->cursor * words + w];
        for (int64_t k = 0; k < p->actives; k++) {
            const Reader *r = p->reader + p->active[k];
            if (layer > r->first) before[r->word] &= ~(((INT64_C(1) << r->bits) - 1) << r->offset);
        }
        for (int64_t v = 0; v < size; v++) {
            alive[v] = (child[v] != below) & (p->mask[v] != 0);
            for (int64_t w = 0; w < words; w++) after[v * words + w] = before[w];
        }
        for (int64_t k = 0; k < p->actives; k++) {
            const Reader *r = p->reader + p->active[k];
            const Step *s = p->step + p->position[p->active[k] * p->n + layer];
            const int64_t known = p->state[p->cursor * words + r->word] >> r->offset;
            const int64_t state = layer == r->first ? r->start : known & ((INT64_C(1) << r->bits) - 1);
            /* A sum ends with nothing to remember; so does whatever has read its last variable. */
            const int keeps = layer < r->last && !(r->kind == ADDED && s->done);
            read_all(r, s, state, size, keeps, alive, after + r->word, words);
        }
        for (int64_t v = 0; v < size; v++) {
            row[v] = -1;
            if (!alive[v]) continue;
            row[v] = layer == p->last ? child[v] : numbered(p, child[v], after + v * words);
            if (row[v] < 0) {
                free(after);
                return NO_MEMORY;
            }
        }
        *work -= size * (p->actives + 1);
    }
    free(after);
    return p->cursor < p->width ? MORE : DONE;
}

static void ended(Product *p) {
    const int64_t layer = p->layer, arcs = p->width * p->sizes[layer];
    const int32_t dead = (int32_t)(layer == p->last ? below_of(p, layer) : p->next_width);
    int32_t *row = p->rows[layer];
    for (int64_t k = 0; k < arcs; k++)
        if (row[k] < 0) row[k] = dead;
    p->source += p->nodes[layer] * p->sizes[layer], p->mask += p->sizes[layer];
    free(p->node), free(p->state), free(p->slots);
    p->node = p->next_node, p->state = p->next_state, p->slots = NULL;
    p->next_node = NULL, p->next_state = NULL;
    p->width = p->next_width, p->cursor = -1, p->layer++;
}

/* Copies the layers that were not rebuilt; of those behind the last only the number is needed until the end. */
static int copied(Product *p) {
    const int32_t *from = p->children;
    for (int64_t i = 0; i < p->first; i++) {
        const size_t arcs = (size_t)(p->nodes[i] * p->sizes[i]);
        p->rows[i] = malloc(sizeof(int32_t) * arcs + 1);
        if (!p->rows[i]) return NO_MEMORY;
        memcpy(p->rows[i], from, sizeof(int32_t) * arcs);
        from += arcs;
        if (!p->weighted[i]) continue;
        p->origin[i] = malloc(sizeof(int32_t) * (size_t)p->nodes[i] + 1);
        if (!p->origin[i]) return NO_MEMORY;
        for (int64_t k = 0; k < p->nodes[i]; k++) p->origin[i][k] = (int32_t)k;
    }
    return DONE;
}

/* Renumbers the children of a layer, drops its dead nodes and merges those with equal futures. */
static int pruned(Product *p, int64_t layer) {
    const int64_t size = p->sizes[layer], many = p->made[layer];
    const int32_t dead = (int32_t)(layer + 1 < p->n ? p->made[layer + 1] : 1);
    int32_t *rows = p->rows[layer];
    if (p->rename)
        for (int64_t k = 0; k < many * size; k++) rows[k] = p->rename[rows[k]];
    free(p->rename);
    p->rename = NULL;
    if (!layer || !many) return DONE;
    int64_t capacity = 16;
    while (capacity < 2 * many) capacity *= 2;
    int32_t *rename = malloc(sizeof *rename * (size_t)(many + 1));
    int32_t *slots = calloc((size_t)capacity, sizeof *slots);
    if (!rename || !slots) {
        free(rename), free(slots);
        return NO_MEMORY;
    }
    int64_t kept = 0;
    for (int64_t k = 0; k < many; k++) {
        const int32_t *row = rows + k * size;
        int alive = 0;
        uint64_t h = 0;
        for (int64_t v = 0; v < size; v++) {
            alive |= row[v] != dead;
            h = (h ^ (uint64_t)(uint32_t)row[v]) * UINT64_C(0x9e3779b97f4a7c15);
            h ^= h >> 32;
        }
        if (!alive) {
            rename[k] = -1;
            continue;
        }
        int32_t number = -1;
        uint64_t at = stirred(h) & (uint64_t)(capacity - 1);
        if (!p->weighted[layer])
            for (int32_t found; (found = slots[at]); at = (at + 1) & (uint64_t)(capacity - 1))
                if (!memcmp(rows + (int64_t)(found - 1) * size, row, sizeof *row * (size_t)size)) {
                    number = found - 1;
                    break;
                }
        if (number < 0) {
            number = (int32_t)kept++;
            if (!p->weighted[layer]) slots[at] = number + 1;
            if (number != k) {
                memmove(rows + (int64_t)number * size, row, sizeof *row * (size_t)size);
                if (p->origin[layer]) p->origin[layer][number] = p->origin[layer][k];
            }
        }
        rename[k] = number;
    }
    free(slots);
    p->made[layer] = kept;
    if (kept == many) {
        free(rename);
        return DONE;
    }
    for (int64_t k = 0; k < many; k++)
        if (rename[k] < 0) rename[k] = (int32_t)kept;
    rename[many] = (int32_t)kept;
    p->rename = rename;
    return DONE;
}

/* Goes on for about `work` steps. 0: done; 1: call again; 2: it would take more memory than allowed; 3: none is left. */
EXPORT int deduce_product_run(void *handle, int64_t work) {
    Product *p = handle;
    int status;
    while (!p->phase) {
        if (p->cursor < 0 && (status = begun(p))) return status;
        if ((status = multiplied(p, &work))) return status;
        ended(p);
        if (p->layer > p->last) {
            if ((status = copied(p))) return status;
            p->phase = 1, p->layer = p->last;
        }
    }
    for (; p->layer >= 0; p->layer--) {
        if (work <= 0) return MORE;
        work -= p->made[p->layer] * p->sizes[p->layer];
        if ((status = pruned(p, p->layer))) return status;
    }
    return DONE;
}

/* After "too large": the layer, its nodes, and the bytes needed. */
EXPORT void deduce_product_refused(const void *handle, int64_t *told) {
    const Product *p = handle;
    told[0] = p->layer, told[1] = p->width, told[2] = (int64_t)p->needed;
}

/* After "done": the nodes of every layer. */
EXPORT void deduce_product_nodes(const void *handle, int64_t *nodes) {
    const Product *p = handle;
    memcpy(nodes, p->made, sizeof *nodes * (size_t)p->n);
}

/* The children in a row, and for every layer with weights of arcs the old node of each of its nodes, in a row. */
EXPORT void deduce_product_collect(const void *handle, int32_t *children, int32_t *origins) {
    const Product *p = handle;
    const int32_t *old = p->children;
    for (int64_t i = 0; i < p->n; i++) {
        const size_t arcs = (size_t)(p->made[i] * p->sizes[i]), many = (size_t)p->made[i];
        memcpy(children, i <= p->last ? p->rows[i] : old, sizeof *children * arcs);
        children += arcs, old += p->nodes[i] * p->sizes[i];
        if (!p->weighted[i]) continue;
        if (i <= p->last) memcpy(origins, p->origin[i], sizeof *origins * many);
        else
            for (size_t k = 0; k < many; k++) origins[k] = (int32_t)k;
        origins += many;
    }
}
