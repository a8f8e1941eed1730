"""What the learned value counts: the features of an evening, by their offsets in a row of weights.

The numbers are those of ``deduce/kernels/source/stageday.c``. Where a name stands for several, they follow it: `ACT` nine
steps for each act, `MISSING` by how many pieces a candle lacks, `MIRROR` by colour, `ONE_ELEMENT` and `TWO_ELEMENTS` by
their sum, `POWER` six for each number of elements a costume lacks (quills, pounds, prestige), `AWAKE` and `ASLEEP` eleven
of who can be activated tomorrow or rests, `GOAL` three for each metric (held, its count, its points today).
"""

from __future__ import annotations

(CONSTANT, SHORT, SHORT_BY_6, OVER, OVER_BY_6, TOKENS, TOKENS_MORE, ACT) = range(8)
PIECES, CANDLES, MISSING, MIRROR, SPOTS, ROWS, YELLOW = 34, 35, 36, 44, 50, 51, 52
NO_ELEMENT, ONE_ELEMENT, TWO_ELEMENTS, COMPLETE, POWER = 53, 54, 59, 68, 69
AWAKE, ASLEEP, HELPERS, HELPED, FRESH, RESTING = 93, 104, 115, 116, 117, 125
GOAL, DRAW, BASE, SIZE = 126, 156, 159, 160
