/* All worlds of some conditions, found from the top down: try the values of a variable, see what follows, take what is left
 * apart into components, and remember each component, so that it is gone through once. What is written down on the way is a
 * decision-DNNF: a node is the sum over the values tried, a branch the product of what became settled and of the nodes of
 * the components left. Method: sharpSAT (Thurley 2006) and Dsharp (Muise, McIlraith, Beck and Hsu 2012), over variables
 * of up to 64 values instead of clauses alone.
 *
 * Variables are sets of values in a word. Conditions are of five kinds; `at` has for each place of a scope where its data
 * begins in the pool:
 * CLAUSE     some variable has one of the values that the pool has as a mask
 * LINEAR     the numbers that the pool has for the values add up to between low and high
 * DIFFERENT  the codes that the pool has for the values (0 to 63, or -1) are all different
 * BINARY     of two variables: the pool has for each value of either the values of the other, as a mask
 * TABLE      an automaton: the pool has the next state for each state and value, or -1; low is where it begins, high
 *            the greatest number of states after any variable
 * One file because it is one search: its state is one structure that every step reads. */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

enum { CLAUSE = 0, LINEAR = 1, DIFFERENT = 2, BINARY = 3, TABLE = 4 };
enum { DONE = 0, WORK = 1, ROOM = 2, NO_MEMORY = 3, STOPPED = 4 };
enum { NOTHING = -1, FAILED = -2 };

typedef struct {
    char *data;
    int64_t used, room; /* in items */
    size_t item;
} List;

typedef struct {
    int64_t n, m, nodes_found;
    const int64_t *sizes, *kind, *first, *scope, *at, *bounds, *pool, *touch_first, *touch;
    const double *liking;
    uint64_t *dom;
    int64_t *queue, head, queued, *length; /* constraints waiting to be looked at */
    uint8_t *waiting, *marked, *active;
    uint8_t *reach; /* room for an automaton */
    int64_t *sum;
    List trail, arena, key, touched, leaves, children, branches; /* while nodes are being made */
    List node, height, branch, leaf_variable, leaf_mask, child; /* the result */
    List keys, slots;
    int64_t remembered;
    double work, most_work, most_room, room, next_pause;
    int (*pause)(void);
    int status;
} Search;

typedef struct { int64_t variable; uint64_t mask; } Leaf;
typedef struct { int64_t leaves, children; } Branch; /* how many */
typedef struct { uint64_t hash; int64_t key, length, node; } Slot;

static int bits_of(uint64_t mask) {
    int found = 0;
    for (; mask; mask &= mask - 1) found++;
    return found;
}
static int single(uint64_t mask) { return !(mask & (mask - 1)); }

/* Room for `more` items at the end of a list, or NULL. */
static void *added(Search *s, List *list, int64_t more) {
    if (list->used + more > list->room) {
        int64_t room = list->room * 2 + more + 64;
        s->room += (double)(room - list->room) * (double)list->item;
        if (s->room > s->most_room) {
            s->status = ROOM;
            return NULL;
        }
        char *data = realloc(list->data, (size_t)room * list->item);
        if (!data) {
            s->status = NO_MEMORY;
            return NULL;
        }
        list->data = data, list->room = room;
    }
    void *found = list->data + (size_t)list->used * list->item;
    list->used += more;
    return found;
}
#define ITEMS(type, list) ((type *)(list).data)

static int pushed(Search *s, List *list, int64_t value) {
    int64_t *place = added(s, list, 1);
    if (!place) return 0;
    *place = value;
    return 1;
}

/* The same for a key: a number that fits half a word, and one that may not. */
static int keyed_by(Search *s, int64_t value) {
    int32_t *place = added(s, &s->key, 1);
    if (!place) return 0;
    *place = (int32_t)value;
    return 1;
}
static int keyed_whole(Search *s, int64_t value) {
    return keyed_by(s, value & 0x7fffffff) && keyed_by(s, (value >> 31) & 0x7fffffff) && keyed_by(s, value >> 62 & 3);
}

static void spent(Search *s, double work) {
    s->work += work;
    if (s->work > s->most_work && !s->status) s->status = WORK;
    if (s->work > s->next_pause) {
        s->next_pause = s->work + 2e7;
        if (s->pause && s->pause() && !s->status) s->status = STOPPED;
    }
}

/* Leaves a variable the values of `mask`; 0 where none is left. */
static int narrowed(Search *s, int64_t v, uint64_t mask) {
    const uint64_t left = s->dom[v] & mask;
    if (left == s->dom[v]) return 1;
    Leaf *old = added(s, &s->trail, 1);
    if (!old) return 0;
    old->variable = v, old->mask = s->dom[v];
    s->dom[v] = left;
    if (!left) return 0;
    for (int64_t k = s->touch_first[v]; k < s->touch_first[v + 1]; k++) {
        const int64_t c = s->touch[k];
        if (s->waiting[c]) continue;
        s->waiting[c] = 1;
        s->queue[(s->head + s->queued++) % s->m] = c;
    }
    return 1;
}

static int by_clause(Search *s, int64_t c) {
    int64_t open = -1;
    for (int64_t k = s->first[c]; k < s->first[c + 1]; k++) {
        const uint64_t dom = s->dom[s->scope[k]], mask = (uint64_t)s->pool[s->at[k]];
        if (!(dom & mask)) continue;
        if (!(dom & ~mask)) return 1;
        if (open >= 0) return 1;
        open = k;
    }
    return open >= 0 && narrowed(s, s->scope[open], (uint64_t)s->pool[s->at[open]]);
}

/* The least and the greatest sum that are still possible. */
static void range(const Search *s, int64_t c, int64_t *least, int64_t *most) {
    *least = *most = 0;
    for (int64_t k = s->first[c]; k < s->first[c + 1]; k++) {
        const int64_t *amount = s->pool + s->at[k];
        uint64_t dom = s->dom[s->scope[k]];
        int64_t low = amount[lowest(dom)], high = low;
        for (dom &= dom - 1; dom; dom &= dom - 1) {
            const int64_t each = amount[lowest(dom)];
            if (each < low) low = each;
            if (each > high) high = each;
        }
        *least += low, *most += high;
    }
}

static int by_linear(Search *s, int64_t c) {
    const int64_t low = s->bounds[2 * c], high = s->bounds[2 * c + 1];
    for (int changed = 1; changed;) {
        int64_t least, most;
        range(s, c, &least, &most);
        spent(s, 4.0 * (double)(s->first[c + 1] - s->first[c]));
        changed = 0;
        if (least > high || most < low) return 0;
        if (least >= low && most <= high) return 1;
        for (int64_t k = s->first[c]; k < s->first[c + 1]; k++) {
            const int64_t *amount = s->pool + s->at[k], v = s->scope[k];
            const uint64_t dom = s->dom[v];
            if (single(dom)) continue;
            int64_t own_low = amount[lowest(dom)], own_high = own_low;
            for (uint64_t rest = dom & (dom - 1); rest; rest &= rest - 1) {
                const int64_t each = amount[lowest(rest)];
                if (each < own_low) own_low = each;
                if (each > own_high) own_high = each;
            }
            uint64_t keep = 0;
            for (uint64_t rest = dom; rest; rest &= rest - 1) {
                const int value = lowest(rest);
                if (least - own_low + amount[value] <= high && most - own_high + amount[value] >= low)
                    keep |= UINT64_C(1) << value;
            }
            if (keep == dom) continue;
            if (!narrowed(s, v, keep)) return 0;
            changed = 1;
        }
    }
    return 1;
}

/* The codes of a set of values. */
static uint64_t coded(const int64_t *code, uint64_t dom) {
    uint64_t found = 0;
    for (; dom; dom &= dom - 1) {
        const int64_t each = code[lowest(dom)];
        if (each >= 0) found |= UINT64_C(1) << each;
    }
    return found;
}

static uint64_t without(const int64_t *code, uint64_t dom, uint64_t codes) {
    uint64_t found = 0;
    for (uint64_t rest = dom; rest; rest &= rest - 1) {
        const int value = lowest(rest);
        if (code[value] < 0 || !(codes >> code[value] & 1)) found |= UINT64_C(1) << value;
    }
    return found;
}

static int by_different(Search *s, int64_t c) {
    const int64_t begin = s->first[c], end = s->first[c + 1];
    for (int changed = 1; changed;) {
        changed = 0;
        spent(s, 4.0 * (double)(end - begin));
        uint64_t taken = 0, once = 0, twice = 0;
        int64_t open = 0, must = 0;
        for (int64_t k = begin; k < end; k++) {
            const uint64_t dom = s->dom[s->scope[k]], codes = coded(s->pool + s->at[k], dom);
            if (!single(dom)) {
                open++, must += !without(s->pool + s->at[k], dom, codes);
                twice |= once & codes, once |= codes;
                continue;
            }
            if (taken & codes) return 0;
            taken |= codes;
        }
        if (!open) return 1;
        const uint64_t all = once & ~taken;
        if (bits_of(all) < must) return 0;
        /* With no code to spare, one that a single variable can have is that variable's. */
        const uint64_t owned = bits_of(all) == must ? all & ~twice : 0;
        for (int64_t k = begin; k < end; k++) {
            const int64_t v = s->scope[k], *code = s->pool + s->at[k];
            const uint64_t dom = s->dom[v];
            if (single(dom)) continue;
            uint64_t keep = without(code, dom, taken);
            if (coded(code, keep) & owned) keep &= ~without(code, keep, owned);
            if (keep == dom) continue;
            if (!narrowed(s, v, keep)) return 0;
            changed = 1;
        }
    }
    return 1;
}

static int by_pair(Search *s, int64_t c) {
    for (int64_t side = 0; side < 2; side++) {
        const int64_t k = s->first[c] + side, other = s->first[c] + 1 - side;
        uint64_t allowed = 0;
        for (uint64_t dom = s->dom[s->scope[k]]; dom; dom &= dom - 1)
            allowed |= (uint64_t)s->pool[s->at[k] + lowest(dom)];
        if (!narrowed(s, s->scope[other], allowed)) return 0;
    }
    return 1;
}

static int by_table(Search *s, int64_t c) {
    const int64_t begin = s->first[c], end = s->first[c + 1], states = s->bounds[2 * c + 1];
    uint8_t *here = s->reach;
    memset(here, 0, (size_t)((end - begin + 1) * states));
    here[s->bounds[2 * c]] = 1;
    for (int64_t k = begin; k < end; k++, here += states) {
        const int64_t v = s->scope[k], size = s->sizes[v];
        for (int64_t state = 0; state < states; state++) {
            if (!here[state]) continue;
            for (uint64_t dom = s->dom[v]; dom; dom &= dom - 1) {
                const int64_t next = s->pool[s->at[k] + state * size + lowest(dom)];
                if (next >= 0) here[states + next] = 1;
            }
        }
    }
    for (int64_t k = end - 1; k >= begin; k--) {
        const int64_t v = s->scope[k], size = s->sizes[v];
        uint64_t keep = 0;
        here -= states;
        for (int64_t state = 0; state < states; state++) {
            uint64_t mine = 0;
            for (uint64_t dom = here[state] ? s->dom[v] : 0; dom; dom &= dom - 1) {
                const int value = lowest(dom);
                const int64_t next = s->pool[s->at[k] + state * size + value];
                if (next >= 0 && here[states + next]) mine |= UINT64_C(1) << value;
            }
            here[state] = mine != 0, keep |= mine;
        }
        if (!narrowed(s, v, keep)) return 0;
    }
    spent(s, (double)((end - begin) * states));
    return 1;
}

/* What follows from the variables that changed; 0 where nothing is left. */
static int settled(Search *s) {
    int fine = !s->status;
    while (s->queued && fine) {
        const int64_t c = s->queue[s->head];
        s->head = (s->head + 1) % s->m, s->queued--, s->waiting[c] = 0;
        spent(s, (double)(s->first[c + 1] - s->first[c]) + 4);
        switch (s->kind[c]) {
            case CLAUSE: fine = by_clause(s, c); break;
            case LINEAR: fine = by_linear(s, c); break;
            case DIFFERENT: fine = by_different(s, c); break;
            case BINARY: fine = by_pair(s, c); break;
            default: fine = by_table(s, c);
        }
        fine &= !s->status;
    }
    for (; s->queued; s->queued--) {
        s->waiting[s->queue[s->head]] = 0;
        s->head = (s->head + 1) % s->m;
    }
    return fine;
}

static void undone(Search *s, int64_t mark) {
    while (s->trail.used > mark) {
        const Leaf *old = ITEMS(Leaf, s->trail) + --s->trail.used;
        s->dom[old->variable] = old->mask;
    }
}

/* Whether a condition still binds variables to each other; `length` takes how many are open, `sum` what a sum has so far. */
static int binds(Search *s, int64_t c) {
    int64_t open = 0;
    const int64_t begin = s->first[c], end = s->first[c + 1];
    s->work += (double)(end - begin);
    if (s->kind[c] == CLAUSE) {
        for (int64_t k = begin; k < end; k++) {
            const uint64_t dom = s->dom[s->scope[k]], mask = (uint64_t)s->pool[s->at[k]];
            if (!(dom & ~mask)) return 0;
            open += !!(dom & mask);
        }
    } else {
        int64_t sum = 0;
        for (int64_t k = begin; k < end; k++) {
            const uint64_t dom = s->dom[s->scope[k]];
            if (!single(dom)) open++;
            else if (s->kind[c] == LINEAR) sum += s->pool[s->at[k] + lowest(dom)];
        }
        s->sum[c] = sum;
    }
    s->length[c] = open;
    if (open < 2) return 0;
    if (s->kind[c] == LINEAR) {
        int64_t least, most;
        range(s, c, &least, &most);
        return least < s->bounds[2 * c] || most > s->bounds[2 * c + 1];
    }
    if (s->kind[c] == BINARY) {
        const uint64_t other = s->dom[s->scope[begin + 1]];
        for (uint64_t dom = s->dom[s->scope[begin]]; dom; dom &= dom - 1)
            if (other & ~(uint64_t)s->pool[s->at[begin] + lowest(dom)]) return 1;
        return 0;
    }
    return 1;
}

/* The component as a row of numbers that tell it from every other: its variables and what each can be, then its
 * conditions with what they remember of the variables settled before. A condition without any such variable is all within
 * the component, and need not be named: what the variables can be says whether it binds them. */
static int keyed(Search *s, int64_t begin, int64_t variables, int64_t conditions) {
    s->key.used = 0;
    for (int64_t i = 0; i < variables; i++) {
        const int64_t v = ITEMS(int64_t, s->arena)[begin + i];
        if (!keyed_by(s, v) || (s->sizes[v] > 2 && !keyed_whole(s, (int64_t)s->dom[v]))) return 0;
    }
    for (int64_t i = 0; i < conditions; i++) {
        const int64_t c = ITEMS(int64_t, s->arena)[begin + variables + i], first = s->first[c], end = s->first[c + 1];
        if (s->kind[c] == DIFFERENT || s->kind[c] == BINARY || s->length[c] == end - first) continue;
        if (!keyed_by(s, -1 - c)) return 0;
        if (s->kind[c] == LINEAR && !keyed_whole(s, s->sum[c])) return 0;
        for (int64_t k = first; s->kind[c] == TABLE && k < end; k++)
            if (single(s->dom[s->scope[k]]) && !keyed_by(s, lowest(s->dom[s->scope[k]]))) return 0;
    }
    return 1;
}

static int ascending(const void *one, const void *other) {
    const int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

/* The place of the component of `key`, new or not; NULL without room. */
static Slot *found_slot(Search *s) {
    const int32_t *key = ITEMS(int32_t, s->key);
    const int64_t length = s->key.used;
    uint64_t hash = (uint64_t)length;
    for (int64_t i = 0; i < length; i++) {
        hash = (hash ^ (uint64_t)(uint32_t)key[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    spent(s, (double)length);
    if (2 * s->remembered >= s->slots.used) {
        List old = s->slots;
        s->slots.data = NULL, s->slots.used = s->slots.room = 0;
        const int64_t capacity = old.used ? 4 * old.used : 1024;
        Slot *fresh = added(s, &s->slots, capacity);
        if (!fresh) {
            free(old.data);
            return NULL;
        }
        memset(fresh, 0, (size_t)capacity * sizeof *fresh);
        for (int64_t i = 0; i < old.used; i++) {
            const Slot each = ITEMS(Slot, old)[i];
            if (!each.length) continue;
            int64_t at = (int64_t)(each.hash & (uint64_t)(capacity - 1));
            while (fresh[at].length) at = (at + 1) & (capacity - 1);
            fresh[at] = each;
        }
        s->room -= (double)old.room * (double)old.item;
        s->slots.used = s->slots.room = capacity;
        free(old.data);
    }
    Slot *slots = ITEMS(Slot, s->slots);
    const int64_t capacity = s->slots.used;
    int64_t at = (int64_t)(hash & (uint64_t)(capacity - 1));
    for (; slots[at].length; at = (at + 1) & (capacity - 1))
        if (slots[at].hash == hash && slots[at].length == length &&
            !memcmp(ITEMS(int32_t, s->keys) + slots[at].key, key, (size_t)length * sizeof *key))
            return slots + at;
    int32_t *kept = added(s, &s->keys, length);
    if (!kept) return NULL;
    memcpy(kept, key, (size_t)length * sizeof *kept);
    slots[at] = (Slot){hash, s->keys.used - length, length, FAILED};
    s->remembered++;
    return slots + at;
}

static int64_t decided(Search *s, int64_t begin, int64_t variables, int64_t conditions);

/* Whether a condition says anything of one of its variables: a clause binds those alone that may still make it true. */
static int concerned(const Search *s, int64_t c, int64_t v) {
    if (s->kind[c] != CLAUSE) return 1;
    int64_t k = s->first[c];
    while (s->scope[k] != v) k++;
    return (s->dom[v] & (uint64_t)s->pool[s->at[k]]) != 0;
}

/* The variables bound to one of them, and what binds them, gathered at the end of the arena. */
static int gathered(Search *s, int64_t v, int64_t *variables, int64_t *conditions) {
    const int64_t begin = s->arena.used;
    if (!pushed(s, &s->arena, v)) return 0;
    s->marked[v] = 1;
    int64_t found = 0;
    for (int64_t i = 0; i < s->arena.used - begin; i++) {
        const int64_t each = ITEMS(int64_t, s->arena)[begin + i];
        for (int64_t k = s->touch_first[each]; k < s->touch_first[each + 1]; k++) {
            const int64_t c = s->touch[k];
            if (s->active[c] || !concerned(s, c, each)) continue;
            s->active[c] = 1;
            if (!pushed(s, &s->touched, c)) return 0;
            if (!binds(s, c)) continue;
            s->active[c] = 2, found++;
            for (int64_t p = s->first[c]; p < s->first[c + 1]; p++) {
                const int64_t other = s->scope[p];
                if (s->marked[other] || single(s->dom[other])) continue;
                if (s->kind[c] == CLAUSE && !(s->dom[other] & (uint64_t)s->pool[s->at[p]])) continue;
                s->marked[other] = 1;
                if (!pushed(s, &s->arena, other)) return 0;
            }
        }
    }
    *variables = s->arena.used - begin, *conditions = found;
    qsort(ITEMS(int64_t, s->arena) + begin, (size_t)*variables, sizeof(int64_t), ascending);
    return 1;
}

/* Adds the branch of the values as they are: what is settled of the variables given, and the nodes of what hangs
 * together. 0 where it has no world. */
static int branched(Search *s, int64_t begin, int64_t variables) {
    const int64_t arena = s->arena.used, leaves = s->leaves.used, children = s->children.used;
    int64_t components = 0;
    for (int64_t i = 0; i < variables; i++) {
        const int64_t v = ITEMS(int64_t, s->arena)[begin + i];
        if (s->marked[v]) continue;
        int64_t bound = 0, binding = 0;
        if (!single(s->dom[v])) {
            /* A component: two numbers, its variables, its conditions. */
            const int64_t head = s->arena.used;
            s->touched.used = 0;
            if (!added(s, &s->arena, 2) || !gathered(s, v, &bound, &binding)) break;
            for (int64_t k = 0; k < s->touched.used; k++) {
                const int64_t c = ITEMS(int64_t, s->touched)[k];
                if (s->active[c] == 2 && !pushed(s, &s->arena, c)) break;
                /* What binds nothing may still touch another component. */
                s->active[c] = 0;
            }
            if (s->status) break;
            if (binding) {
                ITEMS(int64_t, s->arena)[head] = bound, ITEMS(int64_t, s->arena)[head + 1] = binding;
                qsort(ITEMS(int64_t, s->arena) + head + 2 + bound, (size_t)binding, sizeof(int64_t), ascending);
                components++;
                continue;
            }
            s->arena.used = head;
        }
        s->marked[v] = 0;
        Leaf *leaf = added(s, &s->leaves, 1);
        if (!leaf) break;
        leaf->variable = v, leaf->mask = s->dom[v];
    }
    /* The marks have served. */
    int64_t at = arena;
    for (int64_t i = 0; i < components; i++) {
        const int64_t *head = ITEMS(int64_t, s->arena) + at;
        for (int64_t k = 0; k < head[0]; k++) s->marked[head[2 + k]] = 0;
        at += 2 + head[0] + head[1];
    }
    int fine = !s->status;
    at = arena;
    for (int64_t i = 0; i < components && fine; i++) {
        const int64_t bound = ITEMS(int64_t, s->arena)[at], binding = ITEMS(int64_t, s->arena)[at + 1];
        const int64_t node = decided(s, at + 2, bound, binding);
        fine = node >= 0 && pushed(s, &s->children, node);
        at += 2 + bound + binding;
    }
    s->arena.used = arena;
    if (fine) {
        Branch *made = added(s, &s->branches, 1);
        if (made) made->leaves = s->leaves.used - leaves, made->children = s->children.used - children;
        fine = made != NULL;
    }
    if (!fine) s->leaves.used = leaves, s->children.used = children;
    return fine;
}

/* Writes down the branches since a mark as a node. */
static int64_t noded(Search *s, int64_t branches, int64_t leaves, int64_t children) {
    const int64_t many = s->branches.used - branches;
    const int64_t number = s->nodes_found;
    int64_t height = 0;
    for (int64_t i = 0; i < many; i++) {
        const Branch each = ITEMS(Branch, s->branches)[branches + i];
        int64_t *ends = added(s, &s->branch, 2);
        if (!ends) return FAILED;
        ends[0] = s->leaf_variable.used + each.leaves, ends[1] = s->child.used + each.children;
        for (int64_t k = 0; k < each.leaves; k++) {
            const Leaf leaf = ITEMS(Leaf, s->leaves)[leaves++];
            int32_t *v = added(s, &s->leaf_variable, 1);
            if (!v || !pushed(s, &s->leaf_mask, (int64_t)leaf.mask)) return FAILED;
            *v = (int32_t)leaf.variable;
        }
        for (int64_t k = 0; k < each.children; k++) {
            const int64_t below = ITEMS(int64_t, s->children)[children++];
            if (!pushed(s, &s->child, below)) return FAILED;
            if (ITEMS(int64_t, s->height)[below] >= height) height = ITEMS(int64_t, s->height)[below] + 1;
        }
    }
    if (!pushed(s, &s->node, s->branch.used / 2) || !pushed(s, &s->height, height)) return FAILED;
    s->nodes_found++;
    return number;
}

/* The variable to try next: what holds the component together is liked best; else much constrained, with few values. */
static int64_t chosen(Search *s, int64_t begin, int64_t variables, int64_t conditions) {
    const int64_t *member = ITEMS(int64_t, s->arena) + begin;
    int64_t best = member[0];
    for (int64_t i = 1; i < variables; i++)
        if (s->liking[member[i]] > s->liking[best]) best = member[i];
    if (s->liking[best] > 0) return best;
    for (int64_t i = 0; i < conditions; i++) s->active[member[variables + i]] = 1;
    double most = -1.0;
    for (int64_t i = 0; i < variables; i++) {
        const int64_t v = member[i];
        double score = 0.0;
        for (int64_t k = s->touch_first[v]; k < s->touch_first[v + 1]; k++) {
            const int64_t c = s->touch[k];
            if (!s->active[c]) continue;
            const int64_t length = s->length[c];
            /* A clause that had two variables from the start says little: there are many where one of several is true. */
            if (s->kind[c] != CLAUSE) score += 1.0;
            else score += s->first[c + 1] - s->first[c] == 2 ? 0.02 : 4.0 / (double)(INT64_C(1) << (length < 20 ? length : 20));
        }
        score /= (double)(bits_of(s->dom[v]) - 1);
        if (score > most) most = score, best = v;
        spent(s, (double)(s->touch_first[v + 1] - s->touch_first[v]));
    }
    for (int64_t i = 0; i < conditions; i++) s->active[member[variables + i]] = 0;
    return best;
}

/* The node of a component; NOTHING where it has no world, FAILED where the search ends. */
static int64_t decided(Search *s, int64_t begin, int64_t variables, int64_t conditions) {
    const int64_t *member = ITEMS(int64_t, s->arena) + begin;
    for (int64_t i = 0; i < conditions; i++) binds(s, member[variables + i]); /* lengths and sums, as they are now */
    if (!keyed(s, begin, variables, conditions)) return FAILED;
    Slot *slot = found_slot(s);
    if (!slot) return FAILED;
    if (slot->node != FAILED) return slot->node;
    const int64_t key = slot->key;
    const uint64_t hash = slot->hash;
    const int64_t v = chosen(s, begin, variables, conditions);
    const int64_t branches = s->branches.used, leaves = s->leaves.used, children = s->children.used;
    for (uint64_t dom = s->dom[v]; dom && !s->status; dom &= dom - 1) {
        const int64_t mark = s->trail.used;
        if (narrowed(s, v, dom & (~dom + 1)) && settled(s)) branched(s, begin, variables);
        undone(s, mark);
    }
    int64_t node = s->branches.used > branches ? NOTHING + 1 : NOTHING;
    if (s->status) return FAILED;
    if (node != NOTHING) node = noded(s, branches, leaves, children);
    s->branches.used = branches, s->leaves.used = leaves, s->children.used = children;
    if (node == FAILED) return FAILED;
    /* The table may have moved. */
    Slot *slots = ITEMS(Slot, s->slots);
    int64_t at = (int64_t)(hash & (uint64_t)(s->slots.used - 1));
    while (slots[at].key != key || !slots[at].length) at = (at + 1) & (s->slots.used - 1);
    slots[at].node = node;
    return node;
}

EXPORT void deduce_search_free(void *handle) {
    Search *s = handle;
    if (!s) return;
    List *all[] = {&s->trail, &s->arena, &s->key, &s->touched, &s->leaves, &s->children, &s->branches, &s->node, &s->height, &s->branch,
                   &s->leaf_variable, &s->leaf_mask, &s->child, &s->keys, &s->slots};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]->data);
    free(s->dom), free(s->queue), free(s->waiting), free(s->marked), free(s->active), free(s->reach), free(s->sum);
    free(s->length), free(s);
}

/* A search at its beginning, or NULL without memory; every array must outlive it. `masks` are the values that each of `n`
 * variables may have; of `m` conditions there are the kind, where the scope begins, its variables and their data, and two
 * numbers; `touch` are the conditions of each variable, each once; `reach` is the most room that an automaton needs. */
EXPORT void *deduce_search_new(int64_t n, const int64_t *sizes, const uint64_t *masks, const double *liking, int64_t m,
                               const int64_t *kind, const int64_t *first, const int64_t *scope, const int64_t *at,
                               const int64_t *bounds, const int64_t *pool, const int64_t *touch_first,
                               const int64_t *touch, int64_t reach, double work, double room, int (*pause)(void)) {
    Search *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->n = n, s->m = m, s->sizes = sizes, s->liking = liking, s->kind = kind, s->first = first, s->scope = scope;
    s->at = at, s->bounds = bounds, s->pool = pool, s->touch_first = touch_first, s->touch = touch;
    s->most_work = work, s->most_room = room, s->pause = pause, s->next_pause = 2e7;
    s->trail.item = s->leaves.item = sizeof(Leaf), s->branches.item = sizeof(Branch), s->slots.item = sizeof(Slot);
    s->arena.item = s->touched.item = s->children.item = s->node.item = s->height.item = s->branch.item = s->child.item = 8;
    s->leaf_variable.item = s->key.item = s->keys.item = 4, s->leaf_mask.item = 8;
    s->dom = malloc((size_t)n * 8 + 1), s->queue = malloc((size_t)m * 8 + 8), s->sum = calloc((size_t)m + 1, 8);
    s->waiting = calloc((size_t)m + 1, 1), s->marked = calloc((size_t)n + 1, 1);
    s->active = calloc((size_t)m + 1, 1), s->reach = malloc((size_t)reach + 1), s->length = calloc((size_t)m + 1, 8);
    if (!s->dom || !s->queue || !s->sum || !s->waiting || !s->marked || !s->active || !s->reach || !s->length) {
        deduce_search_free(s);
        return NULL;
    }
    memcpy(s->dom, masks, (size_t)n * 8);
    return s;
}

/* Goes through it all. 0: done, the last node is the root, and there is none where there is no world; 1: the work
 * allowed is spent, 2: the room; 3: no memory is left; 4: the caller stopped it. */
EXPORT int deduce_search_run(void *handle) {
    Search *s = handle;
    int fine = 1;
    for (int64_t v = 0; v < s->n; v++) fine &= s->dom[v] != 0;
    for (int64_t c = 0; c < s->m; c++) s->waiting[c] = 1, s->queue[s->queued++] = c;
    if (!fine || !settled(s)) return s->status;
    for (int64_t v = 0; v < s->n; v++)
        if (!pushed(s, &s->arena, v)) return s->status;
    if (branched(s, 0, s->n)) {
        noded(s, 0, 0, 0);
    } else {
        /* What was written down of other components is no world: the last node would be taken for the root. */
        s->node.used = s->height.used = s->branch.used = s->child.used = 0;
        s->leaf_variable.used = s->leaf_mask.used = 0;
    }
    return s->status;
}

/* How many nodes, branches, leaves and children there are, the components remembered and the work done. */
EXPORT void deduce_search_sizes(const void *handle, int64_t *told) {
    const Search *s = handle;
    told[0] = s->node.used, told[1] = s->branch.used / 2, told[2] = s->leaf_variable.used, told[3] = s->child.used;
    told[4] = s->remembered, told[5] = (int64_t)s->work;
}

/* Where the branches of each node end, and how many nodes are one above the other there; where the leaves and the children of each branch end, in pairs; the leaves'
 * variables and masks; the children. */
EXPORT void deduce_search_collect(const void *handle, int64_t *node, int64_t *height, int64_t *branch, int32_t *variable,
                                  uint64_t *mask, int64_t *child) {
    const Search *s = handle;
    if (s->node.used) memcpy(node, s->node.data, (size_t)s->node.used * 8);
    if (s->height.used) memcpy(height, s->height.data, (size_t)s->height.used * 8);
    if (s->branch.used) memcpy(branch, s->branch.data, (size_t)s->branch.used * 8);
    if (s->leaf_variable.used) memcpy(variable, s->leaf_variable.data, (size_t)s->leaf_variable.used * 4);
    if (s->leaf_mask.used) memcpy(mask, s->leaf_mask.data, (size_t)s->leaf_mask.used * 8);
    if (s->child.used) memcpy(child, s->child.data, (size_t)s->child.used * 8);
}
