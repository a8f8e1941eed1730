"""check_game and records: what a game writes of a play-out it must read, whole, and know as much by it as by a view."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest
from toy_games import Whose

import deduce
from deduce.conformance import check_game, noting
from deduce.games import CHANCE, ConformanceError
from deduce.ground.errors import ProblemError, RecordError
from deduce.rulebook import Rulebook


class Hands(Rulebook):
    """Two cards each; each lays one, all choose at once whether to go on, and each lays the other."""

    name, title, seats = "hands", "Hands", range(2, 4)

    def rules(self, t):
        deck = t.deck("deck", [*"aabbccdd"])
        hand = {s: t.zone(f"hand of {t.name(s)}", s, of=deck) for s in t.seats}
        row = t.zone("row", of=deck)
        for s in [*t.seats, *t.seats]:
            yield t.draw(deck, to=hand[s])
        for round_ in range(2):
            for s in t.seats:
                t.move((yield t.choose(s, t.option("lay {card}", card=hand[s]))), hand[s], row)
            if not round_:
                yield t.together({s: {"on": 1, "off": 0} for s in t.seats}, name="going on")
        return [0.0 for _ in t.seats]


def twisted(**changes):
    """`Hands`, with fields of its answers made of those that it has."""

    class Twisted(Hands):
        def answers(self):
            given = super().answers()
            return replace(
                given, **{name: make(getattr(given, name), self) for name, make in changes.items()}
            )

    return Twisted()


def changed(**parts):
    """A reader whose replays say something else."""

    def make(read, _game):
        def other(record):
            replay = read(record)
            kind = type(replay)
            replay = replay.gone_on(replay.record)
            replay.__class__ = type("Other", (kind,), parts)
            return replay

        return other

    return make


def refuses_b(read, _game):
    def other(record):
        if any(line.body.endswith("lay b") for line in record.events):
            raise RecordError("nobody lays b")
        return read(record)

    return other


def without_its_last_line(write, _game):
    def other(states, moves, options, seat):
        text = write(states, moves, options, seat)
        head, _, body = text.partition("\n\n")
        return text if body.count("\n") < 3 else "\n".join([head, "", *body.split("\n")[:-2], ""])

    return other


def never(_write, _game):
    def other(*_arguments):
        raise ProblemError("not today")

    return other


def knows_less(self, seat=None):
    known = Hands().answers().read(self.record).knowledge(seat)
    return deduce.Knowledge(known.problem)


def begins(self):
    return [self.state.__class__.of(self.setting, ())], ()


def asked(game, **more):
    return check_game(game, **{"playouts": 6, "players": 2, "parts": ["records"], "decisions": 2, **more})


def test_sound_games_and_games_without_records_pass():
    assert asked(Hands(), players=3, playouts=2).minds == 4
    assert asked(Whose(), playouts=2).minds > 0
    for name in ("kuhn", "decrypto"):
        asked(deduce.game(name), players=None, playouts=1, thin=True, decisions=1)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"read": refuses_b}, "is refused: nobody lays b"),
        (
            {"write": without_its_last_line},
            "tell who is to move",
        ),
        ({"write": never}, "cannot be written, nor after . more decisions: not today"),
        ({"read": changed(me=property(lambda self: 7, lambda self, seat: None))}, "is read as of seat 7"),
        ({"read": changed(missing=("the weather",))}, "lack something: the weather"),
        ({"read": changed(knowledge=knows_less)}, "notes of seat . leave .* worlds, and what is seen"),
        ({"read": changed(played=property(begins))}, "a complete record tell who is to move"),
        ({"read": changed(asked=lambda self, seat: 0)}, "are read as what seat 0 sees"),
    ],
)
def test_a_record_that_is_not_what_was_seen_is_caught(changes, reason):
    with pytest.raises(ConformanceError, match=reason) as caught:
        asked(twisted(**changes))
    assert caught.value.part == "records"


def test_in_the_middle_of_choices_made_at_once_a_record_may_be_refused():
    """The play-out goes on until they are made, and that is written."""
    refused, after = [], []

    def make(write, _game):
        def written(states, moves, options, seat):
            choosing = "on" in map(str, states[-1].moves())
            (refused if choosing else after).append(len(moves))
            if choosing:
                raise ProblemError("in the middle")
            return write(states, moves, options, seat)

        return written

    asked(twisted(write=make), playouts=3, decisions=None)
    assert refused
    assert any(moves not in refused for moves in after)


def test_of_long_play_outs_few_positions_are_written(monkeypatch):
    """And in the middle of a deal nothing is."""
    written = []

    class Counted(Hands):
        def written(self, states, moves, options, *, seat=None):
            assert states[-1].actor is not CHANCE
            written.append(len(moves))
            return super().written(states, moves, options, seat=seat)

    asked(Counted(), playouts=2, decisions=None, at_chance=True)
    assert max(written) > 8
    every = len(written)
    monkeypatch.setattr(noting, "MOVES", 2)
    asked(Counted(), playouts=2, decisions=None, at_chance=True)
    assert 0 < len(written) - every < every


@pytest.mark.parametrize("seat", [None, 1])
@pytest.mark.parametrize("written", [True, False])
def test_a_record_that_was_looked_at_counts_and_one_that_cannot_be_written_does_not(
    seat, written, monkeypatch
):
    looked = []
    monkeypatch.setattr(noting, "_written", lambda *_: ([], [], "text"))
    monkeypatch.setattr(noting, "_record", lambda text: text)
    monkeypatch.setattr(noting, "_check_whole", lambda *_: looked.append("whole"))
    monkeypatch.setattr(noting, "_check_view", lambda *_: looked.append("view"))
    answers = SimpleNamespace(
        write=(lambda: None) if written else None, read=lambda _: SimpleNamespace(me=seat)
    )
    at = SimpleNamespace(
        moves=[], state=SimpleNamespace(actor=1), rng=SimpleNamespace(choice=lambda _: seat), minds=(1, 2),
        game=SimpleNamespace(answers=lambda: answers), tally=Counter(),
    )  # fmt: skip
    assert noting.records(at) is written
    assert at.tally["records"] == written
    assert looked == (["whole" if seat is None else "view"] if written else [])
