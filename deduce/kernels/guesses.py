"""Answers of Mastermind for many pairs at once; how questions split worlds: tallies, measures, whole strategies."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deduce.kernels.library import address, library

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Codes = NDArray[np.integer[Any]]

_MOST_KINDS = 256
"""Codes are bytes."""


class Pegs(NamedTuple):
    """What a Mastermind game is for the kernel.

    Attributes:
        kind: For every code, by its number, which colours it has how often.
        alike: Colours in common by two kinds.
        number: The answer's code by blacks and colours in common, shape (8, 8).
        radix: What each peg of a code is multiplied by to give its number.
    """

    kind: NDArray[np.int32]
    alike: NDArray[np.uint8]
    number: NDArray[np.uint8]
    radix: Ints


def _words(rows: NDArray[np.uint8], fill: int) -> NDArray[np.uint64]:
    padded = np.full((len(rows), 8), fill, dtype=np.uint8)
    padded[:, : rows.shape[1]] = rows
    return padded.view(np.uint64).ravel()


def mastermind(
    guesses: NDArray[np.uint8], secrets: NDArray[np.uint8], pegs: Pegs
) -> NDArray[np.uint8] | None:
    """The codes of the answers, shape (guesses, secrets); None without kernels. At most seven pegs."""
    compiled = library()
    if compiled is None:
        return None
    found = np.empty((len(guesses), len(secrets)), dtype=np.uint8)
    if not found.size:
        return found
    kept = [
        _words(guesses, 127), pegs.kind[guesses @ pegs.radix], _words(secrets, 0), pegs.kind[secrets @ pegs.radix],
        pegs.alike, pegs.number, found,
    ]  # fmt: skip
    guess, kind, secret, other, alike, number, codes = map(address, kept)
    compiled.deduce_mastermind(
        len(guesses), guess, kind, len(secrets), secret, other, len(pegs.alike), alike, number, codes
    )
    return found


def _fit(codes: Codes, kinds: int) -> bool:
    """Whether these are rows of bytes, each in one piece."""
    return codes.dtype == np.uint8 and kinds <= _MOST_KINDS and codes.strides[1] == 1 and codes.size > 0


def tally(codes: Codes, kinds: int) -> Ints | None:
    """How many worlds give each answer, shape (kinds, questions); None where numpy is to count."""
    compiled = library()
    if compiled is None or not _fit(codes, kinds):
        return None
    questions, worlds = codes.shape
    found = np.empty((kinds, questions), dtype=np.int64)
    compiled.deduce_tally(codes.ctypes.data, codes.strides[0], questions, worlds, kinds, address(found))
    return found


class Split(NamedTuple):
    """The measures of `deduce.questions.objectives.Measures`, one number a question."""

    bits: Floats
    expected: Floats
    worst: Floats
    parts: Ints
    finish: Floats
    hit: NDArray[np.bool_]


_POWERS: list[Floats] = []


def _powers(most: int) -> Floats:
    """Every number up to `most` times its binary logarithm; kept."""
    if not _POWERS or len(_POWERS[0]) <= most:
        numbers = np.arange(max(1024, 2 * most), dtype=np.float64)
        _POWERS[:] = [numbers * np.log2(np.maximum(numbers, 1.0))]
    return _POWERS[0]


def measures(
    codes: Codes, questions: Ints | None, worlds: Ints | None, kinds: int, win: int
) -> Split | None:
    """How `questions` (rows of `codes`, all by default) split `worlds` (columns); None where numpy is to do it."""
    compiled = library()
    if compiled is None or not _fit(codes, kinds):
        return None
    rows, columns = codes.shape
    many = rows if questions is None else len(questions)
    left = columns if worlds is None else len(worlds)
    if not many or not left:
        return None
    questions = None if questions is None else np.ascontiguousarray(questions, dtype=np.int64)
    worlds = None if worlds is None else np.ascontiguousarray(worlds, dtype=np.int64)
    found = Split(
        np.empty(many), np.empty(many), np.empty(many), np.empty(many, np.int64), np.empty(many), np.empty(many, np.bool_)
    )  # fmt: skip
    powers = _powers(left)
    compiled.deduce_measures(
        codes.ctypes.data, codes.strides[0], None if questions is None else address(questions), many,
        None if worlds is None else address(worlds), left, kinds, win, address(powers), *map(address, found),
    )  # fmt: skip
    return found


def grown(
    codes: Codes,
    worlds: Ints,
    kinds: int,
    win: int,
    objective: int,
    *,
    guesses: bool,
    above: int,
    code: int,
    base: int,
    depth: int | None,
) -> Ints | None:
    """The greedy strategy from `worlds` (columns of `codes`) on; None where Python is to grow it.

    Args:
        codes: The answers to all questions in all worlds.
        worlds: What is left, in order.
        kinds: How many codes there are.
        win: The winning one, or -1.
        objective: The place of the objective in `OBJECTIVES`.
        guesses: Whether question i is the guess at world i.
        above: The node from which the answer `code` led here.
        code: That answer.
        base: The place of the first node.
        depth: How many questions may be asked; None for any number.

    Returns:
        A column a node, each after its parent, of siblings the one with the greatest code first. Rows: the place of
        the node above; the answer that leads here; 0 for a question, 1 and 2 for an end (won, known), 3 where nothing
        helps; how many worlds lead here; the question's number, at an end the first world's, else -1.
    """
    compiled = library()
    if compiled is None or not _fit(codes, kinds):
        return None
    many = len(worlds)
    worlds = np.ascontiguousarray(worlds, dtype=np.int64)
    found = np.empty((5, 4 * many), dtype=np.int64)
    powers = _powers(many)
    made = compiled.deduce_grown(
        codes.ctypes.data, codes.strides[0], len(codes), address(worlds), many, kinds, win, objective, guesses, above,
        code, base, -1 if depth is None else depth, address(powers), address(found),
    )  # fmt: skip
    return found[:, :made] if made >= 0 else None
