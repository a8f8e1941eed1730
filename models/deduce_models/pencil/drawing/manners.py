"""Which families are drawn how, where their layers and words do not say it."""

from __future__ import annotations

WORDS = frozenset(
    {"ns", "ne", "nw", "se", "sw", "ew", "nsew", "n", "s", "e", "w", "nse", "nsw", "new", "sew"}
)
"""Words of solutions that spell the sides a line goes to."""
NAMED_REGIONS = frozenset(
    {
        "meadows",
        "shikaku",
        "tatamibari",
        "galaxies",
        "araf",
        "foseruzu",
        "dominos",
        "pentominous",
        "tetrominous",
    }
    | {"heteromino", "fillmat", "usotatami", "nawabari", "squarejam", "compass"}
)
"""Families whose solutions number regions."""
SHADES = {
    "yinyang": ("b",),
    "lits": ("L", "I", "T", "S"),
    "starbattle": (),
    "magnetic": (),
    "tent": (),
    "nondango": ("b",),
}
"""What stands in cells that a solution shades, where that is not ``x``."""
LETTERED = frozenset(
    {"battleship", "yinyang", "tatamibari", "hakoiri", "toichika", "alter", "news", "dosufuwa", "nondango"}
    | {"hashi", "wblink", "shakashaka"}
)
"""Families whose letters are no sides of a line through a cell."""
LINED = frozenset({"pipelink", "tracks", "net"})
"""Families in whose cells pieces of lines are printed."""
DOTS = frozenset({"galaxies", "midloop", "nothree"})
"""Families whose clues are dots in cells, on sides and at corners."""
BLACK = {
    "akari": r".+", "shakashaka": r".+", "kakuro": r"(?!0$).*", "str8t": r".*x", "heteromino": "x", "dosufuwa": "x",
    "tateyoko": r".*x", "lightshadow": r".*x", "makaro": r"[neswx]", "castlewall": r".*x",
}  # fmt: skip
"""Which words stand in black cells; in a kakuro those without a word are black, too."""
ARROWED = frozenset({"castlewall", "makaro", "toichika", "yajikazu", "yajilin"})
"""Families whose clues point to a side; in text by its letter at the end."""
SIDED = frozenset({"slitherlink", "vslither", "tslither", "swslither"})
"""Families with a loop along the sides of cells."""
BLANKS = {"akari": ("x",), "shakashaka": ("x", "5"), "str8t": ("x",), "heteromino": ("x",), "dosufuwa": ("x",),
           "tateyoko": ("x",), "makaro": ("x",), "castlewall": ("x",)}  # fmt: skip
"""Words for black cells without a number."""
CAGED = frozenset({"kenken", "killersudoku"})
"""Families whose clues stand in a corner, because a number comes into the cell, too."""
BRIDGES = {"1": (1, False), "2": (2, False), "a": (1, True), "b": (2, True)}
"""How many bridges a word of a solution stands for, and whether they go down."""
ISLAND = 10
"""The radius of an island with bridges."""
PEARLS = ("b", "w", "1", "2")
"""Words for black and white pearls."""
COLOURED = frozenset({"masyu", "yinyang", "balanceloop", "circlesquare", "dotchi", "wblink"})
"""Families with black and white pearls."""
