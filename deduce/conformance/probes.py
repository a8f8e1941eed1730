"""What `check_game` asks of one position, one function a part of the contract that needs no knowledge."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from deduce.games.base import CHANCE, Game, chance_from
from deduce.ground.errors import DeduceError, IllegalMove

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge

TOLERANCE = 1e-9
"""How far the probabilities of a chance move may be from summing to 1."""

ATOMS = (str, bytes, int, float, type, type(None))
"""What refers to nothing that a view could leak."""

PLAIN = frozenset(ATOMS)
"""The same, where a look at the type alone will do."""

ADDRESS = re.compile(r" at 0x[0-9a-f]+")

HOLDERS = (dict, tuple, list, set, frozenset)
"""What holds others at keys or places, not as attributes."""


class Fault(Exception):
    """What a probe found wrong, and the method (``where``) that answers for it; `check_game` adds the rest."""

    def __init__(self, said: str, *, where: str = "") -> None:
        super().__init__(said)
        self.where = where


@dataclass(frozen=True, slots=True)
class Examined:
    """One position under examination, with moves of other positions (`pool`) to try in it.

    `minds` are the seats asked what they know and imagine; `seen` and `known` are what each of them was found to see and
    know here; where `thin`, only they are asked what they see, and of each kind of question few are asked; `before` are
    the positions before it, and `moves` what led from one to the next.

    Probes that could pass by saying nothing count in `tally` how much was said. `cleared` holds, by
    `id`, what is known to refer to no state, and `audited` what earlier positions of the play-out left for audits.
    """

    game: Game[Any, Any, Any]
    state: Any
    players: int
    minds: range
    pool: Sequence[Any]
    rng: random.Random
    tally: Counter[str]
    cleared: dict[int, Any]
    seen: dict[int, Any] = field(default_factory=dict)
    known: dict[int, Knowledge] = field(default_factory=dict)
    audited: dict[int, Any] = field(default_factory=dict)
    thin: bool = False
    before: Sequence[Any] = ()
    moves: Sequence[Any] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    def view(self, seat: int) -> Any:
        """What a seat sees at this position; one view for all parts about minds, as one player would ask them."""
        if seat not in self.seen:
            self.seen[seat] = self.state.view(seat)
        return self.seen[seat]

    def knowledge(self, seat: int) -> Knowledge:
        """What a seat knows at this position; worked out once for all parts."""
        if seat not in self.known:
            self.known[seat] = self.game.knowledge(self.view(seat))
        return self.known[seat]


def rules(at: Examined) -> None:
    """Actor, moves and scores fit together; playing changes nothing; other moves are refused."""
    state, actor = at.state, at.state.actor
    if state.seats != at.players:
        raise Fault(f"seats is {state.seats!r} in a game of {at.players}", where="seats")
    hash(state)
    if actor is None:
        _check_scores(state.scores, at.players)
        legal: Sequence[Any] = ()
    elif actor is CHANCE:
        legal = [move for move, _ in state.outcomes()]
    elif type(actor) is int and 1 <= actor <= at.players:
        legal = state.moves()
        if not legal:
            raise Fault(f"seat {actor} is to move and has no move", where="moves")
        if (again := state.moves()) is not legal and list(again) != list(legal):
            raise Fault("asking twice for the moves gives two answers", where="moves")
    else:
        raise Fault(
            f"actor is {actor!r}: neither a seat from 1 to {at.players}, CHANCE nor None", where="actor"
        )
    if actor is not None and state.scores is not None:
        raise Fault(f"scores are {state.scores!r} before the game is over", where="scores")
    if actor in (None, CHANCE) and len(state.moves()):
        raise Fault(f"there are moves while actor is {actor!r}", where="moves")
    if actor is not CHANCE and list(state.outcomes()):
        raise Fault(f"there are chance outcomes while actor is {actor!r}", where="outcomes")
    if len(set(legal)) != len(legal):
        twice = next(move for move in legal if legal.count(move) > 1)
        raise Fault(f"{actor!r} has the same move twice: {str(twice)!r}", where="moves")
    _check_play(at, legal)
    _check_refusals(at, legal)


def _check_scores(scores: Any, players: int) -> None:
    if not isinstance(scores, tuple) or len(scores) != players:
        raise Fault(
            f"the game is over and scores is {scores!r}, not a tuple of {players} numbers", where="scores"
        )
    if not all(isinstance(score, (int, float)) and math.isfinite(score) for score in scores):
        raise Fault(f"scores {scores!r} are not all finite numbers", where="scores")


def _check_play(at: Examined, legal: Sequence[Any]) -> None:
    before = hash(at.state)
    for number in at.rng.sample(range(len(legal)), min(1 if at.thin else 3, len(legal))):
        move = legal[number]
        once, again = played(at.state, move), played(at.state, move)
        if once != again or hash(once) != hash(again):
            raise Fault(f"playing {str(move)!r} twice from one state gives unequal states or hashes")
        if hash(at.state) != before:
            raise Fault(f"playing {str(move)!r} changed the state it was played in")


def played(state: Any, move: Any) -> Any:
    """The state after a move that is offered. Raises `Fault` where that is refused."""
    try:
        return state.play(move)
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        raise Fault(f"{str(move)!r} is offered, and playing it raises {said}", where="play") from error


def _check_refusals(at: Examined, allowed: Sequence[Any]) -> None:
    # `in` is asked of the sequence itself: it may hold more moves than it lists (answers in free words).
    # Looking stops there: in a list of thousands `in` takes long.
    mixed = at.rng.sample(list(at.pool), len(at.pool))
    for move in itertools.islice((move for move in mixed if move not in allowed), 2 if at.thin else 4):
        try:
            at.state.play(move)
        except IllegalMove as error:
            if not str(error).strip():
                raise Fault(f"the refusal of {str(move)!r} names no rule") from error
        except Exception as error:
            raise Fault(
                f"the illegal move {str(move)!r} raises {type(error).__name__}: {error}, not IllegalMove"
            ) from error
        else:
            raise Fault(f"the illegal move {str(move)!r} is accepted")


def text(at: Examined) -> None:
    """Every move has its own one-line text, read back from state and view; rubbish is refused kindly."""
    state, actor = at.state, at.state.actor
    sources = [("state", state)]
    if actor is CHANCE:
        moves: Sequence[Any] = [move for move, _ in state.outcomes()]
    else:
        moves = state.moves()
        if actor is not None:
            sources.append(("view", state.view(actor)))
    if len(moves) > 64:
        moves = [moves[number] for number in at.rng.sample(range(len(moves)), 64)]
    read = set(moves)
    if at.thin:
        read = {moves[number] for number in at.rng.sample(range(len(moves)), min(2, len(moves)))}
        sources = at.rng.sample(sources, 1)
    seen: dict[str, Any] = {}
    for move in moves:
        written = str(move)
        if not written or written != written.strip() or "\n" in written or "#" in written:
            raise Fault(
                f"the text of {move!r} is {written!r}: it must be one trimmed line without '#'",
                where="moves",
            )
        if written in seen:
            raise Fault(f"{move!r} and {seen[written]!r} are both written {written!r}", where="moves")
        seen[written] = move
        for name, source in sources if move in read else ():
            if at.game.parse(written, source) != move:
                raise Fault(f"{written!r} is parsed from the {name} as {at.game.parse(written, source)!r}")
    rubbish = ["", "?!", "\x00", "-1", *(f"{written} 7!" for written in list(seen)[:1])]
    if at.thin:
        rubbish = at.rng.sample(rubbish, 1)
    for wrong in (*rubbish, *(str(move) for move in at.pool[: 1 if at.thin else 2])):
        for name, source in sources:
            try:
                at.game.parse(wrong, source)
            except DeduceError:
                continue
            except Exception as error:
                raise Fault(
                    f"parsing {wrong!r} from the {name} raises {type(error).__name__}: {error},"
                    " not RecordError"
                ) from error


def chance(at: Examined) -> bool:
    """At `CHANCE`: outcomes are distinct, possible and sum to 1, and draws follow them."""
    state = at.state
    if state.actor is not CHANCE:
        return False
    outcomes = list(state.outcomes())
    weights: dict[Any, float] = dict(outcomes)
    if len(weights) != len(outcomes):
        raise Fault("one outcome is listed twice")
    if any(not probability > 0 for probability in weights.values()):
        raise Fault("an outcome has a probability that is not above 0; leave out what cannot happen")
    if abs(math.fsum(weights.values()) - 1) > TOLERANCE:
        raise Fault(f"the probabilities of the outcomes sum to {math.fsum(weights.values())}, not 1")
    seed = at.rng.getrandbits(32)
    if state.draw(chance_from(seed)) != state.draw(chance_from(seed)):
        raise Fault("draw() uses chance of its own: two draws from equal generators differ", where="draw")
    # The test of frequencies is for gross slips; a fifth of the chance moves is enough to meet them.
    draws = 200 if at.rng.random() < 0.2 else 5
    counts = dict.fromkeys(weights, 0)
    for _ in range(draws):
        move = state.draw(at.rng)
        if move not in counts:
            raise Fault(f"draw() gives {str(move)!r}, which outcomes() does not list", where="draw")
        counts[move] += 1
    for move, probability in weights.items():
        # Far outside any binomial chance: at 8 deviations a fair draw fails less than once in 10^9 tests.
        spread = math.sqrt(draws * probability * (1 - probability)) + 1
        if abs(counts[move] - draws * probability) > 8 * spread:
            raise Fault(
                f"draw() gave {str(move)!r} {counts[move]} times in {draws}, but its probability is"
                f" {probability}",
                where="draw",
            )
    return True


def views(at: Examined) -> None:
    """Every seat and the bystander have a view that says who moves, and holds no state."""
    state = at.state
    for seat in at.minds if at.thin else range(at.players + 1):
        view, again = state.view(seat), state.view(seat)
        if view != again or hash(view) != hash(again):
            raise Fault(f"two views of seat {seat} of one state are unequal or differ in their hash")
        if view.seat != seat:
            raise Fault(f"the view of seat {seat} says that its seat is {view.seat!r}")
        if view.actor != state.actor:
            raise Fault(f"the view of seat {seat} says {view.actor!r} is to move; it is {state.actor!r}")
        expected = state.moves() if seat == state.actor else ()
        if view.moves is not expected and list(view.moves) != list(expected):
            raise Fault(
                f"the view of seat {seat} lists the moves {_texts(view.moves)}, not {_texts(expected)}"
            )
        at.game.audit(state, seat, at.audited)
        if path := _path_to(view, type(state), at.cleared):
            raise Fault(f"the view of seat {seat} holds a {type(state).__name__} (view{path}): it can look")


def difference(one: Any, other: Any) -> str:
    """Where two values of one type first differ, for messages."""
    if type(one) is type(other) and dataclasses.is_dataclass(one):
        for field in dataclasses.fields(one):
            mine, theirs = getattr(one, field.name), getattr(other, field.name)
            if field.compare and mine != theirs:
                return f"{field.name} is {mine!r} and {theirs!r}"
    return f"{one!r} and {other!r}"


def unlike(one: Any, other: Any) -> str:
    """Where two views that count as equal differ all the same, in words: in a field, or told as plain values.

    What cannot be seen from outside (names that begin with ``_``) and the moves are left out.
    """
    for name in dict.fromkeys((*_names(one), *_names(other))):
        if not name.startswith("_") and name != "moves":
            mine, theirs = getattr(one, name, None), getattr(other, name, None)
            if mine != theirs and _plainly(mine) != _plainly(theirs):
                return f"{name} is {mine!r} and {theirs!r}"
    mine, theirs = _plainly(one), _plainly(other)
    if mine != theirs:
        parts = zip(mine.split(", "), theirs.split(", "), strict=False)
        return next((f"{a} and {b}" for a, b in parts if a != b), f"{mine} and {theirs}")
    return ""


def _plainly(value: Any) -> str:
    """A value as plain values, in words; where objects lie in memory is left out."""
    from deduce.games.plain import plain

    return ADDRESS.sub("", repr(plain(value)))


def _texts(moves: Sequence[Any]) -> str:
    return ", ".join(str(move) for move in list(moves)[:8]) + (", ..." if len(moves) > 8 else "")


def _path_to(value: Any, wanted: type, cleared: dict[int, Any]) -> str:
    """The path of attributes from `value` to an object of type `wanted`; empty when there is none.

    `cleared` holds what was searched before, alive so that no `id` is used twice: views share most of
    what they refer to, and it is searched once.
    """
    waiting: list[tuple[Any, Any]] = [(value, None)]
    while waiting:
        link = waiting.pop()
        item, whence = link
        if id(item) in cleared or isinstance(item, ATOMS):
            continue
        if whence is not None and isinstance(item, wanted):
            return _written_path(link)
        cleared[id(item)] = item
        inside = _inside(item)
        if not PLAIN.issuperset(map(type, inside)):
            waiting += [
                (inner, link) for inner in inside if type(inner) not in PLAIN and id(inner) not in cleared
            ]
    return ""


def _written_path(link: tuple[Any, Any]) -> str:
    """How the last of a chain of objects is reached from the first: written only for what is found."""
    path = ""
    while link[1] is not None:
        inner, link = link
        item = link[0]
        if isinstance(item, HOLDERS):
            pairs = item.items() if isinstance(item, dict) else enumerate(item)
            path = f"[{next((step for step, each in pairs if each is inner), '?')!r}]{path}"
        else:
            names = (name for name in _names(item) if getattr(item, name, None) is inner)
            path = f".{next(names, '?')}{path}"
    return path


def _inside(item: Any) -> Collection[Any]:
    """What an object holds."""
    if isinstance(item, dict):
        return item.values()
    if isinstance(item, HOLDERS):
        return item
    return [getattr(item, name, None) for name in _names(item)]


def _names(item: Any) -> Sequence[str]:
    kind: Any = type(item)
    return (*_slots(kind), *getattr(item, "__dict__", ()))


@lru_cache(maxsize=1024)
def _slots(kind: type) -> Sequence[str]:
    """The names of slots of a class and those above it."""
    found = [each.__dict__.get("__slots__", ()) for each in kind.__mro__]
    return [name for slots in found for name in ((slots,) if isinstance(slots, str) else slots)]
