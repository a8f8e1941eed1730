"""Lengths of shaded runs along lines, written beside the grid."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence

from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import SHADED, PuzzleBoard
from deduce_models.pencil.sheet.printed import EMPTY, Sheet, TextLayer, line_name

After = Callable[[Hashable, Hashable], Hashable | None]


def run_layers(pattern: str, words: str) -> tuple[TextLayer, TextLayer]:
    """What stands above the columns and beside the rows."""
    return (
        TextLayer("columns", pattern, words, side="col lines"),
        TextLayer("rows", pattern, words, side="row lines"),
    )


def lines_told(board: PuzzleBoard) -> Iterator[tuple[list[Variable], tuple[str, ...], str]]:
    """Each line about which something is said: its cells, its runs in words, and its name. Raises `RecordError`.

    A line said to have no runs (0, however it is written) has no words.
    """
    sheet = board.sheet
    for layer, name, take in (("columns", "column", sheet.col), ("rows", "row", sheet.row)):
        for i, words in enumerate(sheet.layers[layer], 1):
            if tuple(words) == (EMPTY,):
                continue
            if EMPTY in words:
                raise sheet.refuse(layer, "- stands alone, for a line about which nothing is said", i)
            nought_alone(sheet, layer, i, words)
            runs = tuple(word for word in words if not _nought(word))
            yield [board.cell[at] for at in take(i)], runs, line_name(name, i)


def nought_alone(sheet: Sheet, layer: str, number: int, words: Sequence[str]) -> None:
    """Refuse 0 beside other words of a line. Raises `RecordError`."""
    if len(words) > 1 and any(map(_nought, words)):
        raise sheet.refuse(layer, "0 stands alone, for a line without runs", number)


def _nought(word: str) -> bool:
    return word.isdecimal() and not int(word)


def any_order(lengths: Sequence[int]) -> tuple[After, Hashable, list[Hashable]]:
    """An automaton of runs of these lengths in any order: its steps, its start, where it may end.

    A state is the lengths that are left and the length of the run at hand.
    """
    every = tuple(sorted(lengths))

    def after(state: Hashable, value: Hashable) -> Hashable | None:
        left, run = state if isinstance(state, tuple) else (every, 0)
        if value == SHADED:
            return (left, run + 1) if left and run < left[-1] else None
        if not run:
            return state
        return (_without(left, run), 0) if run in left else None

    ends: list[Hashable] = [((), 0), *(((n,), n) for n in set(every))]
    return after, (every, 0), ends


def _without(lengths: tuple[int, ...], one: int) -> tuple[int, ...]:
    place = lengths.index(one)
    return lengths[:place] + lengths[place + 1 :]


def in_order(words: Sequence[str]) -> tuple[After, Hashable, Callable[[Hashable], bool]]:
    """The same of runs in order: numbers, ``?`` for a run of any length, ``*`` for any runs or none.

    A state is the set of places in `words` one can be at, each with the length of the run at hand.
    """
    last = len(words)

    def closed(places: set[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        """With all places where a ``*`` says no more."""
        found = set(places)
        for place, run in sorted(places):
            at = place
            while not run and at < last and words[at] == "*":
                at += 1
                found.add((at, 0))
        return frozenset(found)

    def after(state: Hashable, value: Hashable) -> Hashable | None:
        found: set[tuple[int, int]] = set()
        for place, run in state if isinstance(state, frozenset) else ():
            if value == SHADED:
                if place < last and (not words[place].isdecimal() or run < int(words[place])):
                    found.add((place, run + 1 if words[place].isdecimal() else 1))
            elif not run or words[place] == "*":
                found.add((place, 0))
            elif words[place] == "?" or run == int(words[place]):
                found.add((place + 1, 0))
        return closed(found) or None

    def ends(state: Hashable) -> bool:
        """Whether all that was told has been seen; where a run is at hand it ends here."""
        reached = after(state, None)
        return isinstance(reached, frozenset) and (last, 0) in reached

    return after, closed({(0, 0)}), ends
