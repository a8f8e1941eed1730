"""Characteristic types, the codes that follow from them, and which codes a pair of cards matches.

A code speaks of the last two cards of the row. With `a` the card before and `b` the card just played:

* an **ordered** type has three codes: *forward* (`b` is the next value after `a`), *reverse* (the one
  before) and *repeat* (the same). Where the type loops, the first value follows the last.
* a **binary** type has three codes: *alternate* (the values differ) and *both v* for each value `v`.
  It matches exactly one of them on every pair.

Sets of codes are bit masks: bit `i` stands for ``codes[i]``. Eight types give 24 codes, which is the
number of code cards in the box.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["ordered", "binary"]

Partial = tuple[int | None, ...]
"""A card as far as it is known: the index of its value for each type, or None."""


@dataclass(frozen=True, slots=True)
class CharType:
    """One characteristic: its name, its values in order, and whether the first follows the last."""

    name: str
    kind: Kind
    values: tuple[str, ...]
    loops: bool = False
    provenance: str = "reconstructed"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """One code card: the type it speaks of, what it asks, and its name as printed and typed.

    `value` is the index of the value for *both* codes, else -1.
    """

    type: int
    asks: str
    value: int
    name: str

    def __str__(self) -> str:
        return self.name


def derive_codes(types: Sequence[CharType]) -> tuple[Code, ...]:
    """The three codes of each type, in the order of the types.

    A *both* code is called ``both VALUE`` while no other type has a value of that name, else
    ``TYPE both VALUE``.
    """
    codes: list[Code] = []
    for index, kind in enumerate(types):
        if kind.kind == "ordered":
            codes += [
                Code(index, asks, -1, f"{kind.name} {asks}") for asks in ("forward", "reverse", "repeat")
            ]
            continue
        codes.append(Code(index, "alternate", -1, f"{kind.name} alternate"))
        for position, value in enumerate(kind.values):
            shared = any(value in other.values for other in types if other is not kind)
            name = f"{kind.name} both {value}" if shared else f"both {value}"
            codes.append(Code(index, "both", position, name))
    return tuple(codes)


def type_masks(types: Sequence[CharType]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """``masks[t][i][j]``: the codes matched by type `t` when its value goes from index `i` to `j`."""
    return tuple(_masks(index, kind) for index, kind in enumerate(types))


def _masks(index: int, kind: CharType) -> tuple[tuple[int, ...], ...]:
    first, size = 3 * index, len(kind.values)

    def mask(i: int, j: int) -> int:
        if kind.kind == "binary":
            return 1 << (first + 1 + i if i == j else first)
        if i == j:
            return 1 << (first + 2)
        step = (j - i) % size if kind.loops else j - i
        forward, reverse = step == 1, step == (size - 1 if kind.loops else -1)
        return (forward << first) | (reverse << (first + 1))

    return tuple(tuple(mask(i, j) for j in range(size)) for i in range(size))


def bits(mask: int) -> tuple[int, ...]:
    """The positions of the bits set in `mask`, lowest first."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)
