"""What is most like what somebody typed: by the ratio of `difflib`, worked out for those alone that may be it."""

from __future__ import annotations

from collections.abc import Iterable


class Typed:
    """A text that others are compared with, by `difflib.SequenceMatcher`.

    How like another can be at most is said by the letters that both have in the same order: a twentieth of the work.
    """

    def __init__(self, text: str) -> None:
        import difflib  # only where somebody slipped

        self._size, self._places = len(text), dict.fromkeys(text, 0)
        for place, letter in enumerate(text):
            self._places[letter] |= 1 << place
        self._matcher = difflib.SequenceMatcher(None, "", text)

    def most(self, other: str) -> float:
        """A ratio that the other text does not exceed."""
        both = self._size + len(other)
        if not both:
            return 1.0
        # The longest common subsequence, a bit a letter (Hyyrö 2004): what is matched has gone from `left`.
        whole = left = (1 << self._size) - 1
        places = self._places
        for letter in other:
            if letter in places:
                met = left & places[letter]
                left = (left + met | left - met) & whole
        return 2.0 * (self._size - left.bit_count()) / both

    def ratio(self, other: str) -> float:
        """How like the other text is: from 0 to 1."""
        self._matcher.set_seq1(other)
        return self._matcher.ratio()


def closest(typed: str, names: Iterable[str], cutoff: float) -> str | None:
    """The name with the greatest ratio, from `cutoff` on; None where none is so like. As `difflib.get_close_matches`."""
    text = Typed(typed)
    able = sorted([(most, name) for name in names if (most := text.most(name)) >= cutoff], reverse=True)
    best: tuple[float, str] | None = None
    for most, name in able:
        if best is not None and most < best[0]:
            break
        found = (text.ratio(name), name)
        if found[0] >= cutoff and (best is None or found > best):
            best = found
    return best[1] if best is not None else None
