"""What a view leaves open, drawn from the posterior."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from deduce.ground.errors import ProblemError
from deduce.rulebook import Secret
from deduce_models.decrypto import rulebook
from deduce_models.decrypto.knowledge.belief import CodeBelief
from deduce_models.decrypto.knowledge.understanding import (
    Mind,
    clue_rows,
    coded,
    hidden_teams,
    read_codes,
    sheet,
)
from deduce_models.decrypto.rules.moves import CODES, Code
from deduce_models.decrypto.rules.views import View, barred_places


def drawn_world(view: Any, mind: Mind, rng: random.Random) -> dict[Secret, Any]:
    """Values of everything that this very view leaves open, by secret.

    Hidden keywords and codes come from their joint posterior, unread clues from what the drawn Encryptor
    would say, an interception on paper and the rivals' names in the tie-break uniformly.

    Raises `ProblemError` for a view that no state has.
    """
    seen = view.face
    number = seen.round
    world: dict[Secret, Any] = {}
    keywords, codes = _draw_hidden(seen, mind, rng)
    for place, word in enumerate(keywords):
        world[rulebook.keyword_secret(place // 4, place % 4)] = word
    for team in (0, 1):
        code = codes[team]
        if code is not None:
            world[rulebook.code_secret(team, number)] = code
        if len(seen.clues[team]) < seen.counts[team]:
            if code is None:
                raise ProblemError("the view counts clues of a team that has no code")
            for place, clue in enumerate(_draw_clues(seen, team, keywords, code, mind, rng)):
                world[rulebook.clue_secret(team, number, place)] = clue
    if seen.phase == "answer" and seen.written is None and number >= seen.setup.rules.interception_from:
        world[rulebook.guess_secret(1 - seen.turn, number)] = CODES[int(rng.random() * len(CODES))]
    for place, name in enumerate(_draw_names(seen, keywords, rng)):
        world[rulebook.name_secret(place // 4, place % 4)] = name
    return world


def _draw_hidden(
    view: View, mind: Mind, rng: random.Random
) -> tuple[tuple[str, ...], tuple[Code | None, Code | None]]:
    """Keywords and codes; the two teams' cards differ, which rejection takes care of."""
    hidden, having = set(hidden_teams(view)), set(coded(view))
    beliefs = {team: _Draws(view, team, mind, team in having) for team in hidden}
    while True:
        words: list[str] = []
        codes: list[Code | None] = list(view.codes)
        for team in range(view.setup.keywords // 4):
            if team in hidden:
                mine, code = beliefs[team].draw(rng, view.dealt - 4 * team)
                words += mine
                if team in having:
                    codes[team] = code
            else:
                words += view.keywords[team]
                if team in having and codes[team] is None:
                    codes[team] = _pick(read_codes(view, team, mind), rng)
        if len(set(words)) == len(words):
            return tuple(words), (codes[0], codes[1])


def _pick(belief: CodeBelief, rng: random.Random) -> Code:
    return rng.choices(CODES, weights=belief.probabilities.tolist())[0]


class _Draws:
    """Draws a hidden team's keywords, with its code where it has one."""

    def __init__(self, view: View, team: int, mind: Mind, coded: bool) -> None:
        notes = sheet(view, team, mind)
        self.candidates = notes.candidates
        columns = notes.columns()
        count = len(self.candidates)
        # Words outside the list cannot be invented: the list's own stand in for them.
        self.weights = columns.weights[:, :count] + 1e-9 * notes.open
        self.codes = read_codes(view, team, mind, alone=True) if coded else None
        self.rows = np.ones((3, count))
        if coded and view.pending() == team and len(view.clues[team]) == 3:
            rows, _ = clue_rows(view.clues[team], notes, mind.similarity)
            self.rows = np.exp(rows - rows.max(axis=1, keepdims=True))

    def draw(self, rng: random.Random, dealt: int) -> tuple[list[str], Code | None]:
        code = None if self.codes is None else _pick(self.codes, rng)
        weights = self.weights.copy()
        for position, digit in enumerate(code or ()):
            weights[digit - 1] *= self.rows[position]
        lists = [row.tolist() for row in weights]
        while True:
            places = [rng.choices(range(len(row)), weights=row)[0] for row in lists]
            if len(set(places)) == 4:
                return [self.candidates[place] for place in places[: max(0, dealt)]], code


def _draw_clues(
    view: View, team: int, keywords: tuple[str, ...], code: Code, mind: Mind, rng: random.Random
) -> tuple[str, ...]:
    vocabulary = view.setup.words.vocabulary
    mine = keywords[4 * team : 4 * team + 4]
    given: list[str] = []
    scores = mind.similarity.scores(vocabulary, mine)
    while len(given) < view.counts[team]:
        barred = barred_places(view.setup, mine, view.past, given, team)
        column = scores[:, code[len(given)] - 1]
        weights = np.exp(column - column.max())
        weights[list(barred)] = 0.0
        given.append(rng.choices(vocabulary, weights=weights.tolist())[0])
    return tuple(given)


def _draw_names(view: View, keywords: tuple[str, ...], rng: random.Random) -> tuple[str, ...]:
    if view.phase != "name":
        return view.names
    mine = tuple(view.names)
    if view.turn == 0:
        # White is naming: only White's own seats see how far it has come.
        return mine if view.team == 0 else _some_names(view, keywords[:4], view.named, rng)
    first = mine if view.team == 0 else _some_names(view, keywords[:4], 4, rng)
    rest = mine if view.team == 1 else _some_names(view, keywords[4:], view.named - 4, rng)
    return (*first, *rest)


def _some_names(view: View, own: Sequence[str], count: int, rng: random.Random) -> tuple[str, ...]:
    pool = [word for word in view.setup.words.keywords if word not in own]
    return tuple(rng.sample(pool, count))
