"""Hurried lines of Shakespeare: its lines as forms with what people say for them, and the words for its things."""

from __future__ import annotations

from typing import Final

from deduce.rulebook.forms import Form, by_forms
from deduce.rulebook.hurried import Hurried
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.components.parts import ACTS
from deduce_models.shakespeare.records.words import uncopied
from deduce_models.shakespeare.rules.setup import Setup

TAKE: Final = (
    "take, took, hire, engage, recruit, choose, chose, pick, get, got, join, buy, bought, add, enlist"
)
LAID: Final = "offer, available, lay, laid, draw, drew, come, came, new, out, market"
PUT: Final = "put, place, build, built, lay, laid, add, take, took, use"
MOVE: Final = "disc, step, forward, advance, move, go, went, up, disc up, step up, go up, went up, move up, push, one up"

FORMS: Final = (
    Form("order WHO", "first, first player, go first, went first, begin, start, turn order, order play, then", rest=True),
    Form("offer set COLOUR#", f"set, {', '.join(f'set {each}' for each in LAID.split(', '))}", alone=True),
    Form("offer costume COLOUR#", f"costume, {', '.join(f'costume {each}' for each in LAID.split(', '))}", alone=True),
    Form("display CARD+", f"{LAID}, card, show, card show, character", alone=True),
    Form("wagers EACH NUMBER", "bid, bet, wager, cylinder, bid cylinder, bet cylinder, put cylinder, wager cylinder"),
    Form("draft PERSON EXTRA?", TAKE),
    Form("recruit PERSON EXTRA?", TAKE),
    Form(
        "activate PERSON WAY?",
        "use, work, act, wake, go, went, give, gave, play, send, sent, cylinder, put cylinder, place cylinder, "
        "get, got, take, took, bring, brought",
    ),
    Form("quill ACT", f"{MOVE}, quill, another"),
    Form(
        "back ACT",
        "down, backwards, disc back, go back, went back, move back, step back, disc down, go down, step down",
    ),
    Form("set COLOUR SPACE", PUT, bare=True),
    Form("costume COLOUR PERSON", f"dress, give, gave, sew, sewed, {PUT}, wear", bare=True),
    Form("done", "finish, finished, ready, complete"),
    Form("pass", "pass day, done day, finish day, done today, finish today, out today, stop, quit"),
    Form("awake PERSON", "stay awake, keep awake, kept awake, stay up, keep up"),
    Form("objective OBJECTIVE", "draw, drew, get, got", alone=True),
    Form("keep OBJECTIVE", "kept, take, took, choose, chose"),
    Form("under OBJECTIVE", "bottom, put bottom, put under, put back, back, return, goes under, go under"),
)  # fmt: skip
"""What is noted."""
FILLERS: Final = frozenset(
    ("troupe", "company", "piece", "element", "pound", "today", "day", "play", "space", "track", "tile", "white",
     "display", "theatre", "act", "goal", "there", "first", "last", "next", "then", "another")
)  # fmt: skip
ALSO: Final = {
    "done": ("that is all", "that was all", "that is it", "that was it"),
    "pass": ("done for the day", "done for today", "finished for the day", "no more actions"),
}
WAYS: Final = {
    "pounds": ("money", "4 pounds", "four pounds", "cash", "coins"),
    "objectives": ("objective", "goals", "three objectives", "3 objectives"),
    "+3": ("token", "plus 3", "3 token", "bonus token"),
}
_ORDINALS: Final = ("first", "second", "third")


def reader(setup: Setup) -> Hurried:
    """The reader of hurried lines for this box."""
    people = {code: _called(code) for code in setup.codes}
    cards = [code for code in setup.codes if not code.startswith("extra-")]
    acts = {
        name: (f"act {name}", f"act {number}", f"{_ORDINALS[number - 1]} act")
        for number, name in enumerate(ACTS, 1)
    }
    return by_forms(
        FORMS,
        {
            "PERSON": people,
            "CARD": dict.fromkeys(cards, ()) | {uncopied(code): _called(code) for code in cards},
            "EXTRA": {"extra": ("extras", "face down", "face-down", "facedown")},
            "COLOUR": dict.fromkeys(COLOURS, ()),
            "SPACE": {cell.name: () for cell in setup.stage.cells},
            "ACT": acts,
            "WAY": WAYS,
            "OBJECTIVE": {code: (code.replace("-", " "),) for code in setup.objective_codes},
            "NUMBER": {str(number): () for number in range(13)},
        },
        fillers=FILLERS,
        also=ALSO,
    )


def _called(code: str) -> tuple[str, ...]:
    """A person without the number of its copy, its name in words, and what it does alone."""
    plain = uncopied(code)
    name, _, value = plain.rpartition("-")
    return plain, plain.replace("-", " "), *((name,) if value.isdigit() else ())
