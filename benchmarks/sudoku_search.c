/* A peer: counting the solutions of a 9x9 sudoku, up to two, by plain depth-first search. Made for this one puzzle
 * and nothing else: masks of rows, columns and boxes, the cell with the fewest digits first. No propagation. */
#include <stdint.h>
#include <string.h>

static unsigned row[9], column[9], box[9];
static int open_cells[81], many;

static int search(int done, int found) {
    if (done == many) return found + 1;
    int best = done, fewest = 10;
    for (int k = done; k < many && fewest > 1; k++) {
        const int c = open_cells[k];
        const unsigned left = row[c / 9] & column[c % 9] & box[c / 27 * 3 + c % 9 / 3];
        const int n = __builtin_popcount(left);
        if (n < fewest) fewest = n, best = k;
    }
    const int c = open_cells[best];
    open_cells[best] = open_cells[done], open_cells[done] = c;
    unsigned *r = row + c / 9, *d = column + c % 9, *b = box + c / 27 * 3 + c % 9 / 3;
    for (unsigned left = *r & *d & *b; left && found < 2; left &= left - 1) {
        const unsigned bit = left & -left;
        *r ^= bit, *d ^= bit, *b ^= bit;
        found = search(done + 1, found);
        *r ^= bit, *d ^= bit, *b ^= bit;
    }
    open_cells[done] = open_cells[best], open_cells[best] = c;
    return found;
}

/* 0, 1 or 2 for "several". */
int solutions(const char *text) {
    for (int k = 0; k < 9; k++) row[k] = column[k] = box[k] = 511;
    many = 0;
    for (int c = 0; c < 81; c++) {
        if (text[c] == '.' || text[c] == '0') {
            open_cells[many++] = c;
            continue;
        }
        const unsigned bit = 1u << (text[c] - '1');
        if (!(row[c / 9] & column[c % 9] & box[c / 27 * 3 + c % 9 / 3] & bit)) return 0;
        row[c / 9] ^= bit, column[c % 9] ^= bit, box[c / 27 * 3 + c % 9 / 3] ^= bit;
    }
    return search(0, 0);
}
