"""Places of a sheet that can hold a clue: a layer, a line and a word's number in it, both from 0."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from deduce_models.pencil.catalogue import family
from deduce_models.pencil.sheet.printed import EMPTY, Sheet, TextLayer

Place = tuple[str, int, int]


def clue_layers(sheet: Sheet) -> Iterator[TextLayer]:
    """The layers that hold clues; areas are none."""
    for layer in family(sheet.family).parse.layers:
        if layer.name != "areas":
            yield layer


def places(sheet: Sheet) -> Iterator[Place]:
    """Every place."""
    for layer in clue_layers(sheet):
        for i, line in enumerate(sheet.layers[layer.name]):
            for j in range(len(line)):
                yield layer.name, i, j


def word_at(sheet: Sheet, place: Place) -> str:
    """The word at a place."""
    name, i, j = place
    return sheet.layers[name][i][j]


def clues(sheet: Sheet) -> Iterator[tuple[Place, str]]:
    """Every place with a clue, and the clue."""
    for place in places(sheet):
        word = word_at(sheet, place)
        if word != EMPTY:
            yield place, word


def with_word(sheet: Sheet, place: Place, word: str) -> Sheet:
    """The sheet with that word at a place."""
    name, i, j = place
    lines = [list(line) for line in sheet.layers[name]]
    lines[i][j] = word
    return replace(sheet, layers={**sheet.layers, name: tuple(map(tuple, lines))})
