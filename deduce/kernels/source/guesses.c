/* Guessing games: answers to many pairs of guess and secret, and how each question splits the worlds. */
#include "kernels.h"

#include <string.h>

/* Mastermind's answers, `codes` of shape (guesses, secrets). A row of pegs is a word of eight bytes below 128; bytes behind
 * the last peg are 127 in guesses and 0 in secrets. `alike[a * kinds + b]` is how many pegs of a guess of kind a and a secret of
 * kind b have colours in common, and `number[blacks * 8 + alike]` the code of the answer. */
EXPORT void deduce_mastermind(int64_t guesses, const uint64_t *guess, const int32_t *kind_of_guess, int64_t secrets,
                              const uint64_t *secret, const int32_t *kind_of_secret, int64_t kinds,
                              const uint8_t *alike, const uint8_t *number, uint8_t *codes) {
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f), ones = UINT64_C(0x0101010101010101);
    for (int64_t g = 0; g < guesses; g++, codes += secrets) {
        const uint64_t word = guess[g];
        const uint8_t *common = alike + kind_of_guess[g] * kinds;
        for (int64_t s = 0; s < secrets; s++) {
            /* A byte that is nought in both has its upper bit clear after the addition, and no other has. */
            const uint64_t same = (~((word ^ secret[s]) + low) >> 7) & ones;
            codes[s] = number[((same * ones) >> 56 << 3) + common[kind_of_secret[s]]];
        }
    }
}

static void counted(const uint8_t *row, const int64_t *worlds, int64_t many, int64_t kinds, uint32_t *count) {
    /* Four tallies in turn: runs of one answer do not wait for each other. */
    uint32_t four[4][256];
    for (int k = 0; k < 4; k++) memset(four[k], 0, sizeof(uint32_t) * (size_t)kinds);
    int64_t w = 0;
    if (worlds) {
        for (; w + 4 <= many; w += 4)
            four[0][row[worlds[w]]]++, four[1][row[worlds[w + 1]]]++, four[2][row[worlds[w + 2]]]++,
                four[3][row[worlds[w + 3]]]++;
        for (; w < many; w++) four[0][row[worlds[w]]]++;
    } else {
        for (; w + 4 <= many; w += 4)
            four[0][row[w]]++, four[1][row[w + 1]]++, four[2][row[w + 2]]++, four[3][row[w + 3]]++;
        for (; w < many; w++) four[0][row[w]]++;
    }
    for (int64_t k = 0; k < kinds; k++) count[k] = four[0][k] + four[1][k] + four[2][k] + four[3][k];
}

/* How often each question has each answer, `counts` of shape (kinds, questions), at most 256 kinds. */
EXPORT void deduce_tally(const uint8_t *codes, int64_t stride, int64_t questions, int64_t worlds, int64_t kinds,
                         int64_t *counts) {
    uint32_t count[256];
    for (int64_t q = 0; q < questions; q++) {
        counted(codes + q * stride, NULL, worlds, kinds, count);
        for (int64_t k = 0; k < kinds; k++) counts[k * questions + q] = count[k];
    }
}

/* The measures of how questions split worlds, from rows of answers: `question` and `world` pick rows and columns, NULL
 * for all in turn. `power[c]` is c times its binary logarithm. The code `win` is the winning one, or negative. */
EXPORT void deduce_measures(const uint8_t *codes, int64_t stride, const int64_t *question, int64_t questions,
                            const int64_t *world, int64_t worlds, int64_t kinds, int64_t win, const double *power,
                            double *bits, double *expected, double *worst, int64_t *parts, double *finish,
                            uint8_t *hit) {
    uint32_t count[256];
    const double all = (double)worlds, most = power[worlds] / all;
    for (int64_t q = 0; q < questions; q++) {
        counted(codes + (question ? question[q] : q) * stride, world, worlds, kinds, count);
        double logs = 0.0, squares = 0.0;
        uint32_t peak = 0;
        int64_t some = 0, single = 0;
        for (int64_t k = 0; k < kinds; k++) {
            const uint32_t c = count[k];
            if (!c) continue;
            some++, single += c == 1;
            logs += power[c], squares += (double)c * (double)c;
            if (c > peak) peak = c;
        }
        const double bit = most - logs / all;
        bits[q] = bit > 0.0 ? bit : 0.0;
        expected[q] = squares / all, worst[q] = peak, parts[q] = some;
        const double ends = win >= 0 ? (double)count[win] : (double)single;
        finish[q] = ends / all, hit[q] = ends > 0.0;
    }
}
