"""A sudoku as people pass it on: its digits alone, in one line or in rows, with any sign for what is empty.

``53..7....6..195...``: 81 places (36 and 16 of small ones), of which any of ``.0_*?-`` are empty.
Spaces, bars and lines of a frame (``+-------+``) between them say nothing.
"""

from __future__ import annotations

import re

from deduce.ground.errors import RecordError
from deduce_models.pencil.catalogue import parse
from deduce_models.pencil.sheet.printed import Sheet

_FRAME = re.compile(r"\s*[+|][-=+|\s]*[+|]\s*|\s*-[-+\s]*\+[-+\s]*-\s*")
_SIZES = {16: 4, 36: 6, 81: 9}


def read_plain(text: str) -> Sheet:
    """The sheet of a text of digits and blanks alone. Raises `RecordError` where it is no sudoku's grid."""
    rows = [line for line in text.lstrip("\ufeff").splitlines() if not _FRAME.fullmatch(line)]
    signs = re.sub(r"[\s|,;]", "", "".join(rows))
    size = _SIZES.get(len(signs))
    if size is None:
        raise RecordError(f"a sudoku's digits alone are 81 places (or 36 or 16), not {len(signs)}")
    wrong = sorted({sign for sign in signs if sign.isdigit() and int(sign) > size})
    if wrong:
        raise RecordError(
            f"a sudoku of {size} by {size} has the digits 1 to {size}, not {', '.join(wrong)}"
        )
    words = [sign if sign in "123456789" else "-" for sign in signs]
    lines = [" ".join(words[at : at + size]) for at in range(0, len(words), size)]
    return parse("sudoku", "\n".join([f"{size} {size}", *lines]))
