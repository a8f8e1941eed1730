/* What the two halves of the product share: automata as data (readers.c), and the product itself (product.c). */
#ifndef DEDUCE_PRODUCT_H
#define DEDUCE_PRODUCT_H

#include "kernels.h"

enum { USED = 0, ADDED = 1, TABULATED = 2, COMPARED = 3 };
enum { DONE = 0, MORE = 1, TOO_LARGE = 2, NO_MEMORY = 3 };

/* An automaton: where its state lies (a word, an offset, some bits), which layers it reads and how many of them. */
typedef struct {
    int64_t kind, bits, word, offset, first, last, start, layers;
} Reader;

/* What an automaton does when it reads one variable. What a, b, c mean:
 * USED       table[value] is a bit; a: the bits that are still needed afterwards
 * ADDED      table[value] is added; a, b: the bounds; c: what larger sums are cut to; done: 1 ends with state 0
 * TABULATED  table[state * a + value] is the next state, or negative; b: how many states there are
 * COMPARED   table[value] is a rank; done 0: it is remembered; 1: the relations allowed (1 <, 2 =, 4 >) are a */
typedef struct {
    const int64_t *table;
    int64_t a, b, c, done;
} Step;

/* Automata and all their steps: `position` has for every automaton and layer the number of a step, or -1. `made` are
 * the tables of automata that were made of several. */
typedef struct {
    int64_t n, many, words;
    Reader *reader;
    int32_t *position;
    Step *step;
    int64_t steps;
    int64_t **made;
    int64_t tables;
} Readers;

typedef struct Product Product;

int readers_stated(Readers *own, int64_t n, const int64_t *sizes, int64_t many, const int64_t *reader,
                   const int32_t *position, const int64_t *step, int64_t steps, const int64_t *pool);
int readers_joined(Readers *own, int64_t n, const int64_t *sizes, const uint8_t *masks);
int readers_allotted(Readers *own);
void readers_free(Readers *own);

Product *product_of(int64_t n, const int64_t *nodes, const int64_t *sizes, const int32_t *children,
                    const uint8_t *masks, const uint8_t *weighted, Readers own, double allowed);
const int32_t *product_rows(const Product *p, int64_t layer, int64_t *nodes);
EXPORT int deduce_product_run(void *handle, int64_t work);
EXPORT void deduce_product_free(void *handle);

#endif
