"""The techniques of each family as its table names them: a file ``FAMILY.toml`` beside this module."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from deduce.knowledge import Knowledge
from deduce.language.variables import Variable
from deduce.puzzles.walks import Step
from deduce_models.pencil.catalogue import board_of
from deduce_models.pencil.techniques.forms import NAMES_ONLY, Form, Spot, place_of, subject


@dataclass(frozen=True, slots=True)
class Technique:
    """One technique.

    Attributes:
        family: The family of puzzles.
        name: What it is called.
        says: It in one sentence.
        like: Patterns (as of `fnmatch`) of the steps it names: their kind on the scale of grades, a colon, their form.
        often: How many of a hundred steps it named in the puzzles that the table was mined from.
        picture: The form that its picture shows: an example, which may rest on more than it says.
        forms: The most frequent of its forms that hold wherever they fit, in whatever puzzle.
        settles: Whether it names only steps that leave something one value.
    """

    family: str
    name: str
    says: str
    like: tuple[str, ...]
    often: float
    picture: Form | None
    forms: tuple[Form, ...]
    settles: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The technique as plain values for JSON."""
        return {"name": self.name, "says": self.says, "often": self.often}


@cache
def named_families() -> tuple[str, ...]:
    """The families that have a table."""
    found = (file.name for file in files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


@cache
def techniques(family: str) -> tuple[Technique, ...]:
    """The techniques of a family, those that say more first; none for a family without a table."""
    if family not in named_families():
        return ()
    told = tomllib.loads(files(__package__).joinpath(f"{family}.toml").read_text(encoding="utf-8"))
    return tuple(
        Technique(
            family,
            x["name"],
            says=x["says"],
            like=tuple(x["like"]),
            often=float(x["often"]),
            picture=Form.of(x["picture"]) if x["picture"] else None,
            forms=tuple(map(Form.of, x["forms"])),
            settles=x.get("settles", False),
        )
        for x in told["technique"]
    )


def places_of(knowledge: Knowledge) -> dict[Spot, Variable]:
    """The variables of a puzzle by their places, those that have one."""
    return {spot: v for v in knowledge.scope if (spot := place_of(v)) is not None}


@lru_cache(maxsize=4)
def _here(knowledge: Knowledge) -> dict[Spot, Variable]:
    return places_of(knowledge)


def technique_of(knowledge: Knowledge, step: Step) -> Technique | None:
    """What a step by technique is called in its family; None where the family has no table or no name for it.

    The first technique counts that has a pattern like the step.
    """
    family = board_of(knowledge).sheet.family
    known = techniques(family)
    if not known or not step.technique or not step.conclusions:
        return None
    told, _ = subject(step, _here(knowledge), names_only=family in NAMES_ONLY)
    return next(
        (
            t
            for t in known
            if (step.placed or not t.settles) and any(fnmatchcase(told, pattern) for pattern in t.like)
        ),
        None,
    )
