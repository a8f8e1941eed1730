"""What a sheet says of where cards lie now, beside plain counting of the places in all games that look the same."""

import random
import sys
from dataclasses import replace
from itertools import pairwise
from math import isclose
from pathlib import Path
from typing import ClassVar

import pytest
from amount import amount
from oracle import alike

from deduce.games import CHANCE, Option, read_record
from deduce.games.registry import game as registered
from deduce.ground.errors import RecordError
from deduce.rulebook import EVERYBODY, Rulebook
from deduce.rulebook.faults import RulesError
from deduce.rulebook.quantities import sheet_of
from deduce.rulebook.stretches import ELSEWHERE, OUT

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "games"))
from tricks import GAME as TRICKS


class Well(Rulebook):
    """A card is drawn, one is discarded face up; the discards come back, and a whole hand may be weighed."""

    name, title, seats = "well", "Well", range(2, 3)

    def rules(self, t):
        deck = t.deck("deck", range(1, 6))
        hand = {seat: t.zone(f"hand of {t.name(seat)}", seen_by=seat) for seat in t.seats}
        discard = t.zone("discard", seen_by=EVERYBODY)
        for seat in t.seats:
            yield t.draw(deck, to=hand[seat])
        for turn in range(5):
            me = 1 + turn % 2
            if not deck:
                t.shuffle_in(deck, t.set_aside(discard))
            yield t.draw(deck, to=hand[me])
            if turn % 3 == 1:
                t.tell(
                    EVERYBODY,
                    hand[me].sum({card: card for card in range(1, 6)}) > 5,
                    "that is more than five",
                )
            card = yield t.choose(me, t.option("discard {card}", card=hand[me]))
            t.move(card, hand[me], discard)
        return [0, 0]


def moves_of(state):
    return [move for move, _ in state.outcomes()] if state.actor is CHANCE else list(state.moves())


@pytest.mark.parametrize(("game", "players", "plays"), [(TRICKS, 2, 1), (TRICKS, 3, 1), (Well(), 2, 3)])
def test_where_cards_lie_is_what_counting_finds(game, players, plays):
    rng, told = random.Random(7), 0
    for _ in range(amount(plays, 20)):
        state, moves = game.new(players=players), []
        while state.actor is not None and len(moves) < 12:
            moves.append(rng.choice(moves_of(state)))
            state = state.play(moves[-1])
            if state.actor is CHANCE or len(moves) % 2:
                continue
            for seat in range(players + 1):
                known = game.knowledge(state.view(seat))
                if not any(known.problem.places.lies.values()):
                    continue  # no word about a hand yet: told of draw by draw
                told += 1
                check(game, moves, seat, players, known)
    assert told > 5


def check(game, moves, seat, players, known):
    sheet, places, whole = sheet_of(known), {}, 0.0
    for state, chance in alike(game, moves, seat, players):
        whole += chance
        table = state.run.table
        lies = {card: zone for zone in table.zones.values() for card in zone.live}
        for card in map(str, next(iter(table.zones.values())).copies):
            found = {str(key): zone for key, zone in lies.items()}.get(card)
            row = places.setdefault(card, {})
            row[found.name if found else OUT] = row.get(found.name if found else OUT, 0.0) + chance
            seen = found is None or bool(found.mask >> seat & 1)
            row["seen"] = row.get("seen", True) and seen
    for card, row in places.items():
        seen, said = row.pop("seen"), sheet.get(f"deck[{card}]")
        if said is None:  # the seat sees it
            assert seen or not known.problem.places.lies
            assert len(row) == 1
            continue
        assert not (seen and len(row) == 1), "what lies open needs no line"
        rest = 1.0
        for place, chance in said.items():
            if place != ELSEWHERE:
                assert isclose(chance, row.get(place, 0) / whole, abs_tol=1e-9), (
                    moves,
                    seat,
                    card,
                    said,
                    row,
                )
                rest -= chance
        assert isclose(said.get(ELSEWHERE, 0.0), rest, abs_tol=1e-9)
        assert sum(chance for place, chance in row.items() if place not in said) <= (rest + 1e-9) * whole


NOTES = """game: tricks
players: Ann Bob Cid
me: Bob

my cards are elm 1 and elm 2
Ann plays elm 3
Bob plays elm 2
Cid plays oak 2
Ann plays oak 1
"""


def test_a_sheet_tells_where_a_card_lies_now_and_why_is_asked_in_those_words():
    report = TRICKS.solve(read_record(NOTES))
    assert report.data["sheet"] == {"deck[oak 3]": {"hand of Cid": 1.0}}
    assert report.data["waiting"] == "Bob: play elm 1"
    for asked in ("Cid has oak 3", "deck[oak 3] hand of Cid", "hand of Cid has oak 3"):
        assert TRICKS.why(read_record(NOTES), asked).text.startswith("yes: ")
    assert TRICKS.why(read_record(NOTES), "Cid has no oak 3").text.startswith("no: hand of Cid has oak 3")


def test_behind_an_unread_line_a_sheet_says_how_cards_came_and_not_where_they_lie():
    notes = NOTES.replace("Cid plays oak 2\n", "? Cid did something\n").replace("Ann plays oak 1\n", "")
    sheet = TRICKS.solve(read_record(notes)).data["sheet"]
    assert sheet["deck[elm 3]"] == {"came to hand of Ann": 1.0}
    assert sheet["deck[oak 3]"].keys() == {"came to hand of Ann", ELSEWHERE}


@pytest.mark.parametrize(("lines", "told"), [(4, "line 9, line 10"), (7, "line 9, line 10, line 13")])
def test_why_a_card_lies_in_a_hand_names_all_lines_that_told_of_that_hand(lines, told):
    """Bob's king was seen, and then he played a guard, twice."""
    record = read_record(Path(__file__).parents[2] / "examples" / "tables" / "love_letter.txt")
    record = replace(record, events=record.events[:lines])
    twice = " (2 times: line 9, line 10, line 13)" if lines == 7 else ""
    first = (
        f"hand of Bob: what came and did not go{twice}"
        if twice
        else f"{told}: hand of Bob: what came and did not go"
    )
    assert registered("love_letter").why(record, "Bob has king").text == (
        f"yes: hand of Bob now is king, because\n  {first}\n  {told}: hand of Bob now: what came and did not go\n"
        "(the smallest reason; checked independently)"
    )


def test_who_holds_a_thing_may_be_asked_as_people_say_it():
    tables = Path(__file__).parents[2] / "examples" / "tables"
    clue = read_record((tables / "clue.txt").read_text())
    told = {
        "yes: holder[mustard] is Cid,": (
            "Cid has mustard",
            "mustard is Cid's",
            "mustard Cid",
            "holder[mustard] Cid",
        ),
        "no: holder[mustard] is Cid,": ("Cid does not have mustard", "Cid has no mustard"),
        "no: holder[mustard] is not envelope,": ("mustard in the envelope", "mustard envelope"),
    }
    for answer, asked in told.items():
        for text in asked:
            assert registered("clue").why(clue, text).text.startswith(answer)
    for text in ("Cid has mustard or knife", "nobody has mustard", "Zoe has mustard", "it was mustard"):
        with pytest.raises(RecordError, match="is not understood"):
            registered("clue").why(clue, text)
    night = read_record((tables / "one_night_werewolf.txt").read_text())
    with pytest.raises(RecordError, match="is not understood"):  # dealt to him, or moved to him since?
        registered("one_night_werewolf").why(night, "Bob is a werewolf")


def test_what_is_not_decided_yet_is_left_out_of_the_truth_by_later_variables():
    game, states = Draft(), [Draft().new(players=2)]
    while states[-1].actor is not None:
        states.append(states[-1].play(moves_of(states[-1])[0]))
    known = game.knowledge(states[-1].view(1))
    told = [game.truth(state, known) for state in states]
    assert [*told[-1]] == [variable for variable in known.scope if variable in told[-1]]
    for before, after in pairwise(told):
        assert before.items() <= after.items()
    assert told[0] == {}
    assert len(told[2]) < len(told[3]) < len(told[-1])


class Draft(Rulebook):
    """Everybody lays a card aside unseen, then hands go on to the left; at last all is shown."""

    name, title, seats = "draft", "Draft", range(2, 4)
    cards: ClassVar = {"fish": 3, "fruit": 2, "spice": 2}

    def rules(self, t):
        deck = t.deck("deck", self.cards)
        hand = {seat: t.zone(f"hand of {t.name(seat)}", seen_by=seat) for seat in t.seats}
        pile = {seat: t.zone(f"pile of {t.name(seat)}", seen_by=seat) for seat in t.seats}
        for seat in t.seats:
            for _ in range(2):
                yield t.draw(deck, to=hand[seat])
        for seat in t.seats:
            card = yield t.choose(seat, t.option("keep {card}", card=hand[seat]), seen_by=seat)
            t.move(card, hand[seat], pile[seat])
        t.swap(*hand.values())
        yield t.choose(1, ["go"])
        return [0] * len(t.seats)


@pytest.mark.parametrize("players", [2, 3])
def test_hands_that_go_round_are_seen_by_who_gets_them_and_by_nobody_on_their_way(players):
    game, rng = Draft(), random.Random(players)
    for _ in range(amount(1, 20)):
        state, moves = game.new(players=players), []
        while state.actor is not None:
            moves.append(rng.choice(moves_of(state)))
            before, state = state, state.play(moves[-1])
            if before.actor == players:  # the last to keep a card: hands have gone on
                zones = state.run.table.zones
                first = zones[f"hand of P{players}"].live
                dealt = [move.text.split()[1] for move in moves if move.text.endswith("hand of P1")]
                kept = moves[2 * players].text.removeprefix("keep ")
                assert sorted([*first, kept]) == sorted(dealt)
                for seat in range(1, players + 1):
                    shown = [e for e in state.view(seat).entries if e.kind == "reveal"]
                    assert [(e.said, list(e.value)) for e in shown] == [
                        (f"hand of P{seat}", zones[f"hand of P{seat}"].live)
                    ]
        for seat in range(players + 1):
            known = game.knowledge(state.view(seat))
            games = alike(game, moves, seat, players)
            whole = sum(chance for _, chance in games)
            for number in range(2 * players, 3 * players):
                name = f"choice {number - 2 * players + 1} of P{number - 2 * players + 1}"
                for card in Draft.cards:
                    said = known.probability(known.problem[name] == card)
                    found = sum(
                        chance
                        for other, chance in games
                        if other.run.table.world[known.problem[name]] == card
                    )
                    assert isclose(said, found / whole, abs_tol=1e-9)


def test_what_cannot_be_swapped_is_refused():
    class Wrong(Draft):
        name = "wrong"

        def rules(self, t):
            one, other = t.deck("one", "ab"), t.deck("other", "cd")
            hand = t.zone("hand", of=one)
            yield t.choose(1, ["go"])
            t.swap(*((hand, other), (hand, hand), (hand,))[t.options.which])

        options: ClassVar = {"which": Option(0, (0, 1, 2), "which slip")}

    for which, said in enumerate(("hand, other", "hand, hand", "hand")):
        with pytest.raises(
            RulesError, match=f"swap: expected two or more different zones of one deck, not {said}$"
        ):
            Wrong().new(players=2, which=which).play("go")
