/* What every kernel shares. Plain C11; arrays belong to the caller unless a comment says otherwise.
 *
 * A layered diagram is handed over packed: `n` layers, `nodes[i]` nodes and `sizes[i]` values a layer, all
 * children in a row (layer by layer, node by node, value by value), all weights in a row (one a value and
 * layer), and all weights of arcs in a row of the shape of the children, or NULL where all are 1. A child is
 * the number of a node of the next layer, or the number of its nodes, which stands for "dead". Scratch arrays "by node" hold
 * `nodes[i] + 1` entries a layer (the last one is "dead") and two for the end.
 *
 * The compiler is told DEDUCE_KERNELS_OF_SOURCES, a number of all these files: a library that tells another one than
 * the files have is not used.
 */
#ifndef DEDUCE_KERNELS_H
#define DEDUCE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

/* The number of the lowest bit that is set; there must be one. */
static inline int lowest(uint64_t mask) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(mask);
#else
    int found = 0;
    while (!(mask >> found & 1)) found++;
    return found;
#endif
}

#endif
