"""Hurried lines of The Initiative: its lines as forms with what people say for them, and the words for its things."""

from __future__ import annotations

from typing import Final

from deduce.ground.wording import many
from deduce.rulebook.forms import Form, by_forms
from deduce.rulebook.hurried import Hurried
from deduce_models.initiative.components.parts import ACTIONS
from deduce_models.initiative.rules.frame import Frame
from deduce_models.initiative.rules.saying import AMOUNTS, KINDS

PUT: Final = (
    "put, use, using, spend, spent, lay, laid, place, go, went, move, walk, step, look, check, visit, spy"
)
GO: Final = "go, went, move, walk, step, enter, run, be, end up, ended up"
LOOK: Final = "look, check, choose, chose, peek, spy, scout, visit, search, inspect"
TURN: Final = (
    "turn, flip, find, found, get, got, see, saw, reveal, show, uncover, open, come, came, token, pick"
)
GET: Final = "drew, drawn, get, got, take, took, refill, fill, pick, receive, new"
TAKE: Final = "take, took, keep, kept, pick, get, got"
STAY: Final = "left, stay"
GONE: Final = "gone, out, discard, throw, threw, throw away, threw away, take away, took away"
TELL: Final = "say, said, tell, told, claim, have, has, had, hold, held"

OPEN: Final = Form("open GLYPH SYMBOL", "window, show, reveal, hide, hid, uncover, behind, under")
"""Read before all other lines (`window`): what is behind windows is told by all lines of a record together."""
FORMS: Final = (
    Form("play CARD PILE ROOM*", PUT, bare=True),
    Form("play VALUE PILE ROOM*", PUT, bare=True),
    Form(
        "play CARD Run ROOM+", "go use, go using, went using, move using, walk using, go, went, move, walk"
    ),
    Form(
        "special CARD+ ROOM* TOKEN*",
        "ability, power, discard, throw, threw, throw away, threw away, pay, paid, use, spend, spent",
    ),
    Form("TOKEN collect", TAKE, behind=True),
    Form("TOKEN leave", STAY, behind=True),
    Form("TOKEN remove", f"{GONE}, throw out, threw out", behind=True),
    Form("ROOM+", f"{GO}, {LOOK}", bare=True, behind=True),
    Form("TOKEN+", TURN, bare=True, behind=True),
    Form("PILE", "clear, empty, reset", behind=True),
    Form("collect", TAKE, behind=True),
    Form("keep", "kept", behind=True),
    Form("leave", STAY, behind=True),
    Form("remove", f"{GONE}, away", behind=True),
    Form("done", "stay, stop, remain, finish, halt, nowhere, look nowhere, go nowhere", behind=True),
    Form("", "nothing, find nothing, found nothing, get nothing, got nothing, empty", behind=True),
    Form("done", "stay, remain, finish, halt"),
    Form("move ROOM", GO),
    Form("room ROOM", LOOK),
    Form("token TOKEN", TURN),
    Form("clear PILE", "empty, reset"),
    Form("stop", "pass, end, finish, done, nothing else, nothing more, enough, end turn, done turn"),
    Form("stop", "action, more, else, action more, else action", no=True),
    Form("draw CARD+", GET),
    Form("draw UNSEEN", GET),
    Form(
        "deal WHO UNSEEN",
        "hand, dealt, start, begin, draw begin, get begin, got begin, get, got, take, took, have, has",
    ),
    Form(
        "deal WHO CARD+",
        "hand, dealt, start, begin, hold, held, have, has, got, draw begin, get begin, got begin",
    ),
    Form("says WHO AMOUNT RANK", TELL, bare=True),
)
"""What is noted."""
COLOURS: Final = {"y": "yellow", "g": "green", "b": "blue"}
FILLERS: Final = frozenset(
    ("second", "first", "next", "action", "where", "one", "pile", "figure", "myself", "hers", "mine", "glyph",
     "room", "token", "tokens", "hand", "value", "top", "by", "i'm", "says", "2nd", "into", "as", "well")
)  # fmt: skip
ALSO: Final = {
    "stop": ("that is it", "that was it", "that is all", "that was all", "that was my turn", "that is my turn",
             "that was her turn", "that was his turn", "end of turn", "end of my turn", "second action none",
             "only one action", "just one action"),
    "stay": ("stay where i am", "stay where she is", "stay where he is", "stay put"),
}  # fmt: skip


def reader(frame: Frame) -> Hurried:
    """The reader of hurried lines for this mission."""
    setup = frame.setup
    cards = [code for code in setup.deck.codes if code[:1] in COLOURS]
    return by_forms(
        FORMS,
        {
            "CARD": {code: _called(code) for code in cards},
            "VALUE": {code: (code[1:],) for code in cards},
            "UNSEEN": {" ".join("?" * size): (many(size, "card"), str(size)) for size in range(1, 5)},
            "PILE": {pile: _AS.get(pile, ()) for pile in ACTIONS},
            "ROOM": {room: (f"back to {room}", f"back to the {room}") for room in setup.rooms},
            "TOKEN": {
                kind: (f"{kind} trap", f"trap {kind}") if len(kind) > 1 else () for kind in setup.kinds
            },
            "AMOUNT": {each: _AMOUNTS.get(each, ()) for each in AMOUNTS},
            "RANK": {each: _RANKS[each] for each in KINDS},
        },
        fillers=FILLERS,
        also=ALSO,
        never=frozenset(("out",)),
    )


def window(text: str) -> str:
    """The line ``open GLYPH SYMBOL`` that a line typed in a hurry means; empty where it means none."""
    words = text.replace(":", " ").replace(",", " ").split()
    signs = [word for word in words if len(word) == 1 and word.isalnum() and word != "a"]
    if len(signs) != 2 or words[0].casefold() == "open":
        return ""
    things: dict[str, tuple[str, ...]] = dict.fromkeys(signs, ())
    made = by_forms([OPEN], {"GLYPH": things, "SYMBOL": things}, fillers=FILLERS)
    # A letter stands behind its glyph, which is said first.
    plain = " ".join(["open", *signs])
    found = [" ".join(line.split()) for alike in made.readings(text, (), "")[:1] for line in alike]
    return plain if plain in found else ""


_AS: Final = {"Run": ("ran",), "Intel": ("intelligence", "spy", "spies", "spied")}
_AMOUNTS: Final = {"no": ("none",), "all": ("only", "just")}
_RANKS: Final = {"low": ("small",), "middle": ("medium", "mid"), "high": ("big",)}


def _called(code: str) -> tuple[str, ...]:
    colour, value = COLOURS[code[0]], code[1:]
    return f"{colour} {value}", f"{value} {colour}"
