"""What players say of a card they have looked at: how likely each claim is, by the card and by who they are.

Who has seen the card `t` names the room `m` with a chance in proportion to ``exp(wish[m])``, and a truth is likelier by
a factor. A wish is how much a Character, with the tokens it holds, is after the effect of a room; so a card that is
worth nothing to somebody is lied about more often, and lies are told in the names of a few rooms. The truth weighs more
the more seats may doubt, and the more of them have looked. Wishes and weights are fitted to games
(`benchmarks/enigma_telling.py`, data/telling.toml). A seat of another kind lies as much more or less as its kind does;
a plain kind lies in the name of any room.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from deduce.ground.logits import logit
from deduce.ground.reading import shipped_toml
from deduce.worlds.base import Floats
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION, Character
from deduce_models.enigma.rules.setup import Setup

if TYPE_CHECKING:
    from deduce_models.enigma.belief.claims import Claim
    from deduce_models.enigma.belief.lying import PlayerKind

DATA: Final = Path(__file__).parents[1] / "data" / "telling.toml"
TRUTH: Final = ("one", "blank", "nobody", "doubters", "watched")
"""What the weight of the truth is made of: whether one that may doubt knows nothing yet (such a one doubts readily),
whether nobody may doubt, how many may, of four, and whether one of them has looked at the card."""
REFERENCE: Final = 0.25
"""The share of lies of the kind of players the weights were fitted to."""
WHIM: Final = 0.1
"""How many claims follow no wish that the data know: those that name anything."""
SLIP: Final = 0.04
"""How many claims of a person follow none of that person's ways."""
ANYBODY: Final = "anybody"
"""The row of wishes of a Character that the data do not name."""


def row_name(person: Character, tokens: int) -> str:
    """The row of wishes of a Character with these tokens."""
    name = person.name
    if tokens & CHAOS:
        return f"{name} with Chaos"
    return f"{name} with Decryption" if person.token == "D" and tokens & DECRYPTION else name


def truth_features(blank: bool, able: int, watched: bool) -> Floats:
    """The features of the weight of the truth, shape (features,)."""
    return np.array([1.0, blank, able == 0, able / 4, watched])


def chances_of_claim(setup: Setup, claim: Claim, kinds: Iterable[tuple[float, PlayerKind]]) -> Floats:
    """``P(claim | Character, card there)``, shape (characters, rooms); `kinds` with the chance of each."""
    may = np.array([float(claim.options >> room & 1) for room in range(setup.cells)])
    wishes = _wishes(setup, claim.tokens) * may
    named, total = wishes[:, claim.room, None], wishes.sum(axis=1)[:, None]
    bonus = float(_truth() @ truth_features(claim.blank, claim.able, claim.watched))
    others, whim = max(1.0, may.sum() - 1), WHIM * may[claim.room] / max(1.0, may.sum())
    found: Floats = np.zeros_like(wishes)
    for chance, kind in kinds:
        if kind.rooms or kind.echoes:
            found += chance * _of_person(kind, claim, may)
            continue
        if kind.plain:
            lies = np.full_like(wishes, kind.lies / others)
            lies[:, claim.room] = 1 - kind.lies
            found += chance * lies
            continue
        factor = float(np.exp(bonus + logit(REFERENCE) - logit(kind.lies)))
        by_card = named / (total + (factor - 1) * wishes)
        by_card[:, claim.room] *= factor
        found += chance * ((1 - WHIM) * by_card + whim)
    return found


def _of_person(kind: PlayerKind, claim: Claim, may: Floats) -> Floats:
    """``P(claim | card there)``, shape (rooms,), of a kind made of one person's claims; `may` are the rooms to name."""
    cells = len(may)
    if kind.echoes:
        if claim.before < 0:  # nothing to repeat: the truth, but for slips
            found = np.full(cells, SLIP / cells)
            found[claim.room] += 1 - SLIP
            return found
        liked = np.eye(cells)[claim.before]
    else:
        liked = np.array(kind.rooms) * may
    if kind.blind:
        found = np.full(cells, kind.lies * liked[claim.room] / max(liked.sum(), 1e-12))
        found[claim.room] += 1 - kind.lies
    else:
        found = kind.lies * liked[claim.room] / np.maximum(liked.sum() - liked, 1e-12)
        found[claim.room] = 1 - kind.lies
    return (1 - SLIP) * found + SLIP / cells


@lru_cache(maxsize=8)
def usual_names(rooms: tuple[str, ...]) -> Floats:
    """How the lies of people of whom nothing is known are shared out among `rooms`: the mean over the rows of wishes."""
    rows = np.array([[row[name] for name in rooms] for row in shipped_toml(DATA)["wishes"].values()])
    shares = np.exp(rows)
    found: Floats = (shares / shares.sum(axis=1, keepdims=True)).mean(axis=0)
    return found


def character_power() -> float:
    """To what power what claims say of a Character is raised: the kinds expected are more than meet here."""
    return float(shipped_toml(DATA)["characters"]["power"])


@lru_cache(maxsize=1)
def _truth() -> Floats:
    return np.array([shipped_toml(DATA)["truth"][name] for name in TRUTH], dtype=float)


@lru_cache(maxsize=64)
def _wishes(setup: Setup, tokens: int) -> Floats:
    """What ``exp(wish)`` is for each Character with these tokens, shape (characters, rooms)."""
    rows, names = shipped_toml(DATA)["wishes"], setup.parts.room_names
    found = []
    for person in setup.parts.characters:
        row = rows.get(row_name(person, tokens), rows[ANYBODY])
        found.append([row[name] for name in names])
    wishes: Floats = np.exp(np.array(found))
    return wishes
