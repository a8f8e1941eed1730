"""Hurried lines of Enigma: the kinds of clause that a turn is told in, and the words for its things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from deduce.rulebook.hurried import Hurried
from deduce.rulebook.kinds import Kind
from deduce_models.enigma.records.told import Turns
from deduce_models.enigma.records.words import positions
from deduce_models.enigma.rules.setup import Setup

KINDS: Final = (
    Kind("turn", bare=True),
    Kind("peek", (
        "look, peek, glance, check, inspect, spy, view, examine, pick, choose, take, took, sneak, study, go, "
        "went, see, saw, find, found, try, start, begin, take look, took look, take peek, took peek, sneak look, sneak "
        "peek, take glance, go for, have look, get look"
    ), takes="CELL ROOM?", bare=True),
    Kind("name", (
        "use, activate, point, trigger, name, use open, take, face, open, name lying, use lying, name lie"
    ), takes="CELL? ROOM?", needs="CELL ROOM"),
    Kind("spend", "spend, spent, use, pay, paid, return, with", takes="TOKEN"),
    Kind("only", "can claim, can say, can name", denied=True),
    Kind("silence", "sitout"),
    Kind("may", "can|may|must look|peek only, look|peek only", takes="CELL? ROOM?"),
    Kind("see", (
        "see, saw, seen, find, found, get, got, become, became, ="
    ), takes="ROOM? PERSON?", denied=True, needs="ROOM PERSON", bare=True),
    Kind("claim", (
        "say, said, claim, call, name, announce, tell, told, declare, state, pretend, assert, insist, sell, "
        "lay, as, try sell, tried sell"
    ), takes="ROOM? CELL? SO?", whom=True, needs="ROOM SO", bare=True),
    Kind("lie", "lie, lied, bluff, lying, liar, false, fake, untrue", takes="ROOM? CELL?", denied=True),
    Kind("truth", (
        "true, truth, honest, honestly, truthful, truthfully, legit, genuine, tell truth, told truth, say "
        "truth, said truth"
    ), takes="ROOM? CELL?", denied=True),
    Kind("doubt", (
        "doubt, challenge, disbelieve, dispute, contest, question, suspect, distrust, object, disagree, "
        "protest, objection, call bluff, call lie, call liar, call out, say liar, say lie, say bluff, "
        "cry liar, shout liar"
    ), takes="CELL? ROOM?", whom=True, denied=True),
    Kind("doubt", "call", whom=True, denied=True),  # to call a card a room is no doubt
    Kind("trust", (
        "believe, trust, buy, bought, accept, agree, nod, pass, let, allow, let go, let pass, let stand, "
        "fine, okay, ok, quiet, silent, unchallenged, unopposed, undoubted, undisputed, uncontested, "
        "convinced, fall, fell"
    ), whom=True, denied=True),
    Kind("react", (
        "react, reaction, move, mind, complain, speak, care, stir, say anything, say thing, say word, said "
        "anything, said thing, said word"
    ), denied=True),
    Kind("none", who=False, denied=True, alone=True, bare=True),
    Kind("nobody", alone=True, bare=True),
    Kind("right", "right, correct, right was, correct was, right is, correct is", denied=True),
    Kind("wrong", "wrong, mistaken, wrong was, mistaken was, wrong is, mistaken is", denied=True),
    Kind("rightly", "rightly, successfully, correctly", who=False),
    Kind("wrongly", "wrongly, unsuccessfully, vain, paidfor", who=False),
    Kind("right", "win, won"),
    Kind("wrong", "lose, lost"),
    Kind("caught", (
        "catch, caught, bust, expose, unmask, catch lie, caught lie, catch lying, caught lying, find out, "
        "found out, catch bluff, caught bluff, catch liar, caught bluffing"
    ), takes="CELL? ROOM?", whom=True),
    Kind("check", "check, near, nearest, closest, closer, have check, had check, must check"),
    Kind("silence", "silence, silenced, mute, muted"),
    Kind("back", "silence give, silence return, silence hand, silence back, silence gave"),
    Kind("open", "turn, open, flip, uncover, expose, reveal, show", takes="CELL ROOM?"),
    Kind("gain", (
        "get, got, gain, take, took, receive, grab, earn, token, pick, have, has, come, came"
    ), takes="TOKEN", bare=True),
    Kind("nothing", "token, get token, got token, take token, gain token, receive token", denied=True),
    Kind("lose", "lose, lost, return, give", takes="TOKEN"),
    Kind("flipped", "get, got, receive, had turn, had flip", takes="CHAOS"),
    Kind("clock", "time back, clock back, time go back, clock go back, time move back, clock move back"),
    Kind("swap", (
        "want swap, want exchange, want trade, swap, exchange, trade, switch, swap character, exchange "
        "character, trade character, switch character"
    ), takes="PERSON?", whom=True, denied=True),
    Kind("keep", "keep, kept, keep character, kept character"),
    Kind("view", (
        "look, see, saw, view, check, peek, inspect, spy, look character, see character, saw character, view "
        "character, check character, peek character, look identity, look role, see role, want look, want see, "
        "want look character, want see character"
    ), takes="PERSON?", whom=True),
    Kind("flip", "flip, turn, give, take", takes="CHAOS", whom=True),
    Kind("shuffle", "shuffle, mix, scramble", takes="CELL+"),
    Kind("mixed", takes="CELL+", who=False, bare=True),
    Kind("use", "use, let, show, allow, effect, thank, activate, trigger, be, was, is", takes="ROOM"),
    Kind("mission", (
        "mission, try, tried, attempt, go mission, try mission, attempt mission, show, reveal, show mission, "
        "goes, start mission"
    ), takes="PERSON?"),
    Kind("fail", "fail, wrong, out, lose, lost, eliminate, die, dead"),
    Kind("win", "win, won, succeed, success"),
)  # fmt: skip
"""What a turn is told in."""
FILLERS: Final = frozenset(
    ("place", "position", "room", "player", "actually", "simply", "quick", "quickly", "game", "as", "around", "table",
     "secretly", "number", "face", "everything", "again", "well", "away", "corner")
)  # fmt: skip


SO: Final = (
    "the same",
    "it straight",
    "truth",
    "honestly",
    "truthfully",
    "as much",
    "exactly that",
    "it",
)
"""What somebody says that names what it saw; so does "that"."""


def reader(setup: Setup) -> Hurried:
    """The reader of hurried lines for these components."""
    parts = setup.parts
    cards = [(room.name, room.title) for room in parts.rooms]
    cards += [(who.name, who.title) for who in parts.characters]
    called = {name: _called(name, title, [each for each, _ in cards]) for name, title in cards}
    rooms = {room.name: called[room.name] for room in parts.rooms}
    people = {who.name: called[who.name] for who in parts.characters}
    return Hurried(
        KINDS,
        {
            "ROOM": rooms,
            "PERSON": people,
            "CELL": positions(setup.cells),
            "TOKEN": {
                "C": ("chaos", "chaos token"),
                "D": ("decryption", "decryption token"),
                "nothing": (),
            },
            "CHAOS": {"chaos": ("chaos token",)},
            "SO": {"so": SO, "that": ()},
        },
        Turns(),
        FILLERS,
        {
            "see": tuple(f"{verb} that" for verb in ("see", "sees", "saw", "find", "finds", "found")),
            "character": ("role", "roles", "characters", "identity", "identities"),
            "doubt": (
                "no way",
                "say no way",
                "says no way",
                "said no way",
                "do not think so",
                "not think so",
                "i do not think so",
            ),
            "sitout": tuple(
                f"{verb} {rest}out"
                for verb in ("sit", "sits", "sat")
                for rest in ("", "this ", "this one ", "it ")
            ),
            "open": ("lies face up", "lies open", "lies up", "turn up", "turns up", "turned up"),
            "out": ("is out", "was out"),
            "unclear": ("doubt no", "doubts no", "doubted no"),  # nobody, or what the check showed
            "paidfor": tuple(f"{verb} for {what}" for verb in ("paid", "pays") for what in ("it", "that")),
        },
        never=frozenset(("it", "that")),
        places=frozenset(("CELL",)),
    )


def _called(name: str, title: str, others: Sequence[str]) -> tuple[str, ...]:
    """A card's title, and how its name may be begun where no other is begun so."""
    begun = [name[:size] for size in range(3, len(name))]
    clear = [each for each in begun if sum(other.startswith(each) for other in others) == 1]
    return (title, title.casefold().removeprefix("the "), *clear)
