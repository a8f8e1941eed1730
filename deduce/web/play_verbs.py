"""Playing against the library: a game in progress travels sealed, so that nobody keeps it and nobody can look inside.

What is sealed is the seed, the set-up and the moves as texts; every request plays them again. Chance after the deal
depends on the seed and the number of moves made, so taking back and playing the same again changes no draw.
"""

from __future__ import annotations

import json
import random
import secrets
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from deduce.games.base import CHANCE, Game, chance_from
from deduce.games.given import move_of, who_moves
from deduce.games.revealing import revealed
from deduce.games.speaking import speech_of, spoken
from deduce.games.typed import typed_move
from deduce.ground.deadline import Deadline
from deduce.ground.errors import DeduceError, GaveUp, IllegalMove, ProblemError, nearest
from deduce.ground.report import Report
from deduce.ground.wording import LANGUAGES, SHORT, by_name, passage, run, say, seated, typed
from deduce.players.named import player, players_of
from deduce.web.reading import game_called, options_of
from deduce.web.request import Request
from deduce.web.sealing import seal_of

ME: Final = "me"
"""Who sits at a seat: a person at the page, or a player's name."""
_MOST_SEATS: Final = 20
_LONGEST_TOKEN: Final = 120_000
_MOST_MOVES: Final = 5_000
_LISTED: Final = 600
"""So many legal moves are listed; more are typed."""


@dataclass(frozen=True, slots=True)
class Session:
    """A game in progress as it travels."""

    game: str
    seed: int
    seats: tuple[str, ...]
    options: Mapping[str, str]
    moves: tuple[str, ...] = ()

    def sealed(self, secret: bytes) -> str:
        """The token of this table: encrypted and authenticated with the key."""
        told = {"g": self.game, "s": self.seed, "p": self.seats, "o": dict(self.options), "m": self.moves}
        return seal_of(secret).closed(zlib.compress(json.dumps(told).encode()))

    def people(self) -> list[int]:
        """The seats at which people sit."""
        return [seat for seat, who in enumerate(self.seats, 1) if who == ME]


def opened(token: str, secret: bytes) -> Session:
    """The table of a token. Raises `ProblemError` for one that was not sealed with this key, or that was changed."""
    told = json.loads(zlib.decompress(seal_of(secret).opened(token)))
    return Session(told["g"], told["s"], tuple(told["p"]), told["o"], tuple(told["m"]))


class _Course:
    """The states of a table, and how it goes on."""

    def __init__(self, table: Session) -> None:
        self.table = table
        self.game: Game[Any, Any, Any] = game_called(table.game)
        options = options_of(self.game, table.options)
        self.states = [self.game.new(players=len(table.seats), **options)]
        self.moves: list[Any] = []
        for text in table.moves:
            self._make(self.game.parse(text, self.states[-1]))

    @property
    def state(self) -> Any:
        """The last position."""
        return self.states[-1]

    def _make(self, move: Any) -> None:
        if len(self.moves) >= _MOST_MOVES:
            raise ProblemError(f"a game here has at most {_MOST_MOVES:,} moves")
        self.states.append(self.state.play(move))
        self.moves.append(move)

    def person(self, seat: int, text: str) -> None:
        """A person's move. Raises `DeduceError` saying what is allowed."""
        if self.state.actor != seat:
            raise IllegalMove(f"it is not the turn of seat {seat}")
        if not text.strip():
            raise ProblemError("no move was given")
        self._make(typed_move(text, self.state.view(seat), self.game))

    def heard(self, seat: int) -> list[str]:
        """What `seat` heard since it last decided; a bystander since the last person did."""
        decisions = [
            number for number, state in enumerate(self.states[:-1]) if isinstance(state.actor, int)
        ]
        first = next(iter(decisions), 0)
        last = next((number for number in reversed(decisions) if self._decided(number, seat)), first)
        views = [state.view(seat) for state in self.states[last:]]
        found: list[str] = []
        for before, after, move in zip(views, views[1:], self.moves[last:], strict=False):
            actor = before.actor if isinstance(before.actor, int) else 0
            found += self.game.happened(before, after, actor, move)
        return found

    def _decided(self, number: int, seat: int) -> bool:
        actor = self.states[number].actor
        return actor == seat or (not seat and isinstance(actor, int) and self.table.seats[actor - 1] == ME)

    def on(self, seconds: float) -> None:
        """Chance and the library's players, until a person is to move or the time is used."""
        deadline = Deadline(seconds)
        while (actor := self.state.actor) is not None:
            rng = random.Random(f"{self.table.seed}/{len(self.moves)}")
            if actor is CHANCE:
                self._make(self.state.draw(rng))
                continue
            if self.table.seats[actor - 1] == ME or deadline.passed:
                break
            called = self.table.seats[actor - 1]
            who = who_moves(called, actor, self.game)
            self._make(move_of(player(self.game, called), self.state.view(actor), rng, who))

    def kept(self) -> Session:
        """The table with the moves made so far."""
        return replace(self.table, moves=tuple(map(str, self.moves)))


def _looks(game: Game[Any, Any, Any], view: Any) -> dict[str, Any]:
    """A view as it is drawn."""
    try:
        svg = game.picture(view)
    except DeduceError:
        svg = ""
    return {"svg": svg, "boards": [each.to_dict() for each in game.boards(view)]}


def _shown(course: _Course, seat: int, secret: bytes, happened: list[str]) -> Report:
    """What a seat may see now, and the token to go on with; of several people also what all may see."""
    game, state, table = course.game, course.state, course.kept()
    if seat not in (0, *table.people()) and state.actor is not None:
        raise ProblemError(f"seat {seat} is played by the library; its cards are its own")
    view = state.view(seat)
    actor = state.actor if isinstance(state.actor, int) else 0
    mine = actor == seat and seat > 0
    moves = [str(move) for move in view.moves[:_LISTED]] if mine else []
    data = {
        "token": table.sealed(secret),
        "game": table.game,
        "seats": list(table.seats),
        "seat": seat,
        "actor": actor,
        "waits": bool(actor) and table.seats[actor - 1] != ME,
        "over": state.actor is None,
        "scores": list(state.scores) if state.scores is not None else None,
        "moves": moves,
        "more": mine and (getattr(view, "open_moves", False) or len(view.moves) > _LISTED),
        "made": len(table.moves),
        "happened": _each(happened),
        **_looks(game, view),
        **_words_of(game, len(table.seats)),
    }
    if state.actor is None:
        data["revealed"] = _each(revealed(game, state, 0))
    elif len(table.people()) > 1:
        shared = state.view(0)
        said = {"text": game.show(shared), "happened": _each(course.heard(0))}
        data["shared"] = {**_looks(game, shared), **said}
    return Report(game.show(view), data)


def _each(texts: list[str]) -> list[str]:
    """Texts of which each is said for itself in a language: one that has no words there counts as English."""
    return [passage([text]) for text in texts]


def _words_of(game: Game[Any, Any, Any], seats: int) -> dict[str, Any]:
    """What the words of moves and boards are called, and their signs; nothing of a game without a form."""
    try:
        form = game.form([f"P{seat}" for seat in range(1, seats + 1)]).to_dict()
    except DeduceError:
        return {"texts": {}, "signs": {}, "layers": []}
    texts = {
        language: {**form["texts"].get(language, {}), **_seats_in(language)}
        for language in ("en", *LANGUAGES)
    }
    return {"texts": texts, "signs": form["signs"], "layers": form["layers"]}


@cache
def _seats_in(language: str) -> Mapping[str, str]:
    """What who has no name is called at a table where nobody has one."""
    speech = speech_of(None, language)
    return {SHORT.format(seat=seat): speech(seated(seat)) for seat in range(1, _MOST_SEATS + 1)}


def new(fields: Mapping[str, Any], secret: bytes) -> Report:
    """Deal a game: ``seats`` are the players' names, seat 1 first, `me` for people."""
    request = Request(fields, ("game", "seats", "options", "seed", "time_limit"))
    game = game_called(request.text("game"))
    seats = request.texts("seats", most=_MOST_SEATS)
    game.checked_players(len(seats))
    for name in seats:
        if name != ME and name not in players_of(game):
            raise ProblemError(
                f"{game.name} has no player {name!r}: {nearest(name, (ME, *players_of(game)))}"
            )
    options = request.pairs("options")
    seed = request.number("seed", 0, 2**53, secrets.randbits(53))
    table = Session(game.name, seed, tuple(seats), options)
    course = _Course(table)
    # The set-up is drawn as `Game.new` draws it from this seed, but as moves, so that all can be replayed.
    deal = chance_from(seed)
    while course.state.actor is CHANCE:
        course._make(course.state.draw(deal))
    return _goes_on(course, secret, None, request.seconds(default=8.0))


def move(fields: Mapping[str, Any], secret: bytes) -> Report:
    """Make a person's move (or none, where the library has yet to move), and let the library answer."""
    request = Request(fields, ("token", "seat", "move", "time_limit"))
    course = _Course(opened(request.text("token", most=_LONGEST_TOKEN), secret))
    seat = request.number("seat", 1, _MOST_SEATS)
    if request.has("move"):
        course.person(seat, request.text("move"))
    return _goes_on(course, secret, seat, request.seconds(default=8.0))


def _goes_on(course: _Course, secret: bytes, seat: int | None, seconds: float) -> Report:
    people = course.table.people()
    seen = people[0] if seat is None and people else seat or 0
    course.on(seconds * 0.5)
    actor = course.state.actor
    # With several people at one page only what the next of them may see is sent, and what all may see: in between
    # there is a curtain.
    shown = actor if isinstance(actor, int) and actor in people else seen if seen in people else 0
    return _shown(course, shown, secret, course.heard(shown))


def view(fields: Mapping[str, Any], secret: bytes) -> Report:
    """What a person's seat sees now."""
    request = Request(fields, ("token", "seat", "time_limit"))
    course = _Course(opened(request.text("token", most=_LONGEST_TOKEN), secret))
    return _shown(course, request.number("seat", 0, len(course.table.seats)), secret, [])


def advise(fields: Mapping[str, Any], secret: bytes) -> Report:
    """The moves of a person's seat that is to move, best first."""
    request = Request(fields, ("token", "seat", "time_limit"))
    course = _Course(opened(request.text("token", most=_LONGEST_TOKEN), secret))
    seat = request.number("seat", 1, len(course.table.seats))
    if course.state.actor != seat or seat not in course.table.people():
        raise ProblemError(f"it is not the turn of seat {seat}")
    limit = request.seconds() * 0.7
    with Deadline(limit).grace().watch():
        ranked = list(course.game.advise(course.state.view(seat), time_limit=limit))[:8]
    lines = [
        run(typed(each.move), "  (", each.figure(), ", ", say(each.kind), "): ", each.reason)
        for each in ranked
    ]
    return Report(passage(lines), {"advice": [each.to_dict() for each in ranked]})


def save(fields: Mapping[str, Any], secret: bytes) -> Report:
    """The game as a record: a person's notes of it at any time, all of it once it is over."""
    request = Request(fields, ("token", "seat", "time_limit"))
    course = _Course(opened(request.text("token", most=_LONGEST_TOKEN), secret))
    seat = request.maybe_number("seat", 1, len(course.table.seats))
    if course.state.actor is not None and seat not in course.table.people():
        raise ProblemError("while the game goes on only a person's own notes can be saved")
    options = options_of(course.game, course.table.options)
    text = course.game.written(course.states, course.moves, options, seat=seat)
    return Report(text, {"record": text})


def walk(fields: Mapping[str, Any], secret: bytes) -> Report:
    """A finished game after `made` moves: what a seat saw and knew, the move it made and the one advised."""
    request = Request(fields, ("token", "made", "seat", "time_limit"))
    course = _Course(opened(request.text("token", most=_LONGEST_TOKEN), secret))
    if course.state.actor is not None:
        raise ProblemError("a game is walked through once it is over")
    decisions = [number for number, state in enumerate(course.states[:-1]) if isinstance(state.actor, int)]
    made = request.number("made", 0, len(course.moves), decisions[0] if decisions else 0)
    state = course.states[made]
    actor = state.actor if isinstance(state.actor, int) else 0
    seat = request.number("seat", 0, len(course.table.seats), actor)
    seen = state.view(seat)
    best = None
    if actor and actor == seat and made < len(course.moves):
        limit = request.seconds() * 0.6
        try:
            with Deadline(limit).grace().watch():
                best = next(iter(course.game.advise(seen, time_limit=limit)), None)
        except GaveUp:
            best = None
    data = {
        "made": made,
        "decisions": decisions,
        "seat": seat,
        "actor": actor,
        "played": str(course.moves[made]) if made < len(course.moves) else "",
        "best": None if best is None else best.to_dict(),
        "svg": course.game.picture(seen),
        "boards": [each.to_dict() for each in course.game.boards(seen)],
        "seats": list(course.table.seats),
    }
    return Report(course.game.show(seen), data)


Verb = Callable[[Mapping[str, Any], bytes], Report]


def _spoken(verb: Verb) -> Verb:
    """A verb about a game to begin, or in progress, that answers in the language which is asked for."""

    def answered(fields: Mapping[str, Any], secret: bytes) -> Report:
        request = Request(fields, tuple(fields))
        language = request.text("language", default="en")
        asked = {key: value for key, value in fields.items() if key != "language"}
        begun = request.has("token")
        name = (
            opened(request.text("token", most=_LONGEST_TOKEN), secret).game
            if begun
            else request.text("game")
        )
        game = game_called(name)
        report = _drawn_anew(game, spoken(game, None, language, lambda: verb(asked, secret)))
        return replace(report, data=_by_seats(report.data, tuple(_seats_in(language).values())))

    return answered


def _drawn_anew(game: Game[Any, Any, Any], report: Report) -> Report:
    """The report in a language; where a picture is the text alone, it is that of the text as it was told."""
    if type(game).picture is not Game.picture or report.data.get("boards", True):
        return report
    from deduce.show.svg import document, lines

    data = {**report.data, "svg": document(game.title, [lines(report.text)])}
    if "shared" in data:
        shared = data["shared"]
        data["shared"] = {**shared, "svg": document(game.title, [lines(shared["text"])])}
    return replace(report, data=data)


def _by_seats(data: Mapping[str, Any], seats: Sequence[str]) -> dict[str, Any]:
    """The data of an answer, seats in place of who has no name in sentences (a board has its own words)."""
    found = dict(data)
    for key in {"happened", "revealed"} & found.keys():
        found[key] = [by_name(each, seats, (SHORT,)) for each in found[key]]
    if "shared" in found:
        found["shared"] = _by_seats(found["shared"], seats)
    for advice in filter(None, (*found.get("advice", ()), found.get("best"))):
        advice["reason"] = by_name(advice["reason"], seats, (SHORT,))
    return found


VERBS = {
    "play_new": _spoken(new),
    "play_move": _spoken(move),
    "play_view": _spoken(view),
    "play_advise": _spoken(advise),
    "play_save": save,
    "play_walk": _spoken(walk),
}
