"""Pieces of Entracte beside a second counting: the table of notes, histories drawn anew, advice on declaring."""

from __future__ import annotations

import random
from collections import Counter
from types import SimpleNamespace

import pytest
from entracte_tools import random_state, table
from test_entracte_knowledge import SMALL_PARTS

from deduce.games.base import settle
from deduce.rulebook import State
from deduce_models.entracte import GAME
from deduce_models.entracte.advice import contest, informed
from deduce_models.entracte.advice.contest import Prospect, _claims
from deduce_models.entracte.advice.convention.events import EXCHANGED, KEPT, PASSED, RENEWED, events_of
from deduce_models.entracte.answers.claims import Asked, claim_of
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.knowledge.model import _Model
from deduce_models.entracte.knowledge.resample import _History
from deduce_models.entracte.records import taps
from deduce_models.entracte.rules.setup import DECLARE, EXCHANGE, EntracteMove, Kind

TURNS = (Kind.PLAY, Kind.PASS, Kind.EXCHANGE)
KINDS = ("play", "pass", "exchange")


def positions(start: State, rng: random.Random, most: int = 40) -> list[State]:
    """A game of random decisions, every position of it at which somebody decides about a turn or a claim."""
    found, state = [], settle(start, rng)
    while isinstance(state.actor, int) and state.moves()[0].kind is not Kind.GUESS and len(found) < most:
        found.append(state)
        moves = [move for move in state.moves() if move.kind is not Kind.STOP]
        state = settle(state.play(rng.choice(moves)), rng)
    return found


@pytest.mark.parametrize(
    ("players", "parts", "options"),
    [
        (2, None, {}),
        (4, None, {"pass_draws": True}),
        (2, SMALL_PARTS, {"pass_draws": True}),
        (3, None, {"mode": "competitive"}),
        (4, None, {"mode": "competitive", "pile_turns": "every"}),
    ],
)
def test_the_table_of_notes_is_the_table(players: int, parts: object, options: dict[str, object]) -> None:
    """Whose turn it is, how many cards each holds and draws: counted from the moves, to the last card of the deck."""
    emptied = False
    for seed in range(3):
        met = positions(table(players, parts, **options), random.Random(seed))
        for state in met[::3]:
            if state.moves()[0].kind in TURNS:
                assert evidence_of(state.view(1)).now.due == state.actor
        state = met[-1]
        log = state.view(1).face.log
        size, draws, walked = Counter[int](), 0, list(evidence_of(state.view(1)).steps)
        deck = len(state.setup.parts.cards)
        turns = []
        for who, move in log:
            if move.kind is Kind.DRAW:
                size[who] += 1
                deck -= 1
                draws += 1
                if turns:
                    turns[-1][2] += 1
            elif move.kind is Kind.PILE:
                deck -= 1
            elif move.kind in TURNS:
                turns.append([who, size[who], 0])
                if move.kind is Kind.EXCHANGE:
                    deck += size.pop(who)
                elif move.kind is Kind.PLAY:
                    size[who] -= 1
        emptied |= not deck
        told = [[each.entry.seat, each.size, each.draws] for each in walked if each.entry.kind in KINDS]
        assert told == turns[: len(told)]
        assert len(turns) - len(told) <= 1  # what is under way is not told yet
    assert emptied == (parts is not None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_history_drawn_anew_could_have_been_played(players: int) -> None:
    """Cards come from the deck, are played from the hand, and who passed could play none of them."""
    passes = 0
    for seed in (0, 1, 4, 13, 19):
        state = random_state(
            table(players, SMALL_PARTS if seed % 2 else None), random.Random(seed), steps=12
        )
        view = state.view(1).face
        setup, codes, drawn = state.setup, state.codes, None
        history, rng = _History(view), random.Random(seed)
        for _ in range(20):
            drawn = drawn or history.fill(codes, rng)
        if drawn is None:
            continue
        deck, row = set(range(len(setup.parts.cards))), [-1]
        hands: list[set[int]] = [set() for _ in range(players + 1)]
        back: set[int] = set()
        for (who, seen), move in zip(view.log, drawn, strict=True):
            assert seen.hidden or seen == move
            if move.kind is Kind.DRAW:
                assert move.item in deck
                deck.remove(move.item)
                if who:
                    hands[who].add(move.item)
                else:
                    row.append(move.item)
                if back and len(hands[who]) == 3:
                    deck, back = deck | back, set()
            elif move.kind is Kind.PLAY:
                assert move.item in hands[who]
                assert not setup.restrict[row[-1]][move.item] & codes[who - 1]
                hands[who].remove(move.item)
                row.append(move.item)
            elif move.kind is Kind.PASS:
                passes += 1
                assert all(setup.restrict[row[-1]][card] & codes[who - 1] for card in hands[who])
            elif move.kind is Kind.EXCHANGE:
                back, hands[who] = hands[who], set()
    assert passes or players == 3  # of three, none of these is met by drawing alone


# What is said.


def test_a_claim_denied_twice_is_itself() -> None:
    claim = Asked("Bob", "season reverse")
    assert ~claim == Asked("Bob", "season reverse", denied=True)
    assert ~~claim == claim
    assert str(~claim) != str(claim)
    told = evidence_of(random_state(table(2), random.Random(1), steps=1).view(1))
    name = told.names[1]
    assert claim_of(f"{name} not season reverse", told) == ~claim_of(f"{name} season reverse", told)


@pytest.mark.parametrize(("joint", "last"), [("and", " and "), ("or", " or ")])
def test_codes_are_listed_by_their_names(joint: str, last: str) -> None:
    model = _Model.__new__(_Model)
    model.codes = ["one", "two", "three", "four"]
    for mask in range(16):
        names = [name for code, name in enumerate(model.codes) if mask >> code & 1]
        said = model._codes(mask, joint)
        head, _, tail = said.rpartition(last) if len(names) > 1 else ("", "", said)
        assert tail == (names[-1] if names else "none there is")
        assert head == ", ".join(names[:-1])


# Declaring.


def test_declaring_stands_first_exactly_where_it_is_better() -> None:
    silent = EntracteMove(Kind.SILENT, -1, 0, "silent")
    for chance, exact, now, later in (
        (1.0, True, 0.4, 0.9),
        (0.5, True, 0.6, 0.3),
        (0.5, False, 0.3, 0.6),
        (0.5, True, 0.4, 0.4),
        (1.0, False, 1.0, 1.0),
    ):
        told = Prospect(chance, exact, 1.5, now, later)
        for moves in ((DECLARE, silent), (silent, DECLARE)):
            first, second = _claims(SimpleNamespace(moves=moves), told)
            assert {first.move, second.move} == {DECLARE, silent}
            assert (first.move == DECLARE) == (chance >= 1 or now > later)
            assert first.value >= second.value
            quiet, loud = (first, second) if first.move == silent else (second, first)
            assert quiet.value == quiet.details["later"] == later
            assert quiet.kind == "heuristic"
            assert loud.kind == ("exact" if exact and chance == 1 else "heuristic")
            assert loud.details == {"chance": chance, "right": 1.5, "later": later}
            assert f"{now:.0%}" in quiet.reason
            assert f"{later:.0%}" in loud.reason


@pytest.mark.parametrize("count", [0, 1, 2, 5])
@pytest.mark.parametrize("sure", [True, False])
def test_voting_to_stop_is_worth_the_chance_that_the_own_guesses_are_right(
    count: int, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(informed, "public_belief", lambda _: SimpleNamespace(everyone_sure=sure))
    monkeypatch.setattr(informed, "belief_of", lambda _: SimpleNamespace(count=count))
    moves = [SimpleNamespace(kind=kind) for kind in (Kind.AGREE, Kind.REFUSE)]
    view = SimpleNamespace(setup=SimpleNamespace(competitive=False), moves=moves)
    chance = 1.0 if sure or count < 2 else 1 / count
    agree, refuse = informed._ending(view, random.Random(0))
    assert (agree.value, refuse.value) == (chance, float(chance < 1))
    for each in (agree, refuse):
        assert f"{chance:.0%}" in str(each.reason)
        assert (each.kind, each.error) == ("exact", 0.0)


@pytest.mark.parametrize("mode", ["cooperative", "competitive"])
def test_which_lines_can_come_next_depends_on_votes_guesses_and_the_last_play(mode: str) -> None:
    """Three players and a most of four plays; behind the last one guesses come."""
    ending = ("guesses", "plays", "passes") if mode == "competitive" else ("guesses",)
    voting = ("agrees", "refuses")
    beside = ("declares", "piles") if mode == "competitive" else ("stops",)
    for kinds, exchanged, wanted in (
        ("", 0, ("plays", "passes", "exchanges", *beside)),
        ("play", 1, ("plays", "passes", *beside)),
        ("play unseen", 0, ("plays", "passes", "exchanges", *beside)),
        ("play unseen pass play", 0, ending),
        ("play stop", 0, voting),
        ("play stop agree", 0, voting),
        ("play stop agree agree", 0, ending),
        ("guess", 0, ending),
    ):
        told = SimpleNamespace(
            names=("Ann", "Bob", "Cid"),
            entries=[SimpleNamespace(kind=kind) for kind in kinds.split()],
            setup=SimpleNamespace(option=lambda _: mode, limit=4),
            now=SimpleNamespace(exchanged=exchanged, due=0),
        )
        assert taps._events(told) == wanted, kinds


@pytest.mark.parametrize("passes", range(5))
def test_an_exchange_after_everybody_else_has_passed_is_no_sign_of_a_code(passes: int) -> None:
    """Those before the last card do not count."""
    passed, played = (1, SimpleNamespace(kind=Kind.PASS)), (1, SimpleNamespace(kind=Kind.PLAY, item=7))
    for seats in (2, 3, 4):
        log = [passed, played, *[passed] * passes, (2, SimpleNamespace(kind=Kind.EXCHANGE))]
        view = SimpleNamespace(
            log=log,
            seats=seats,
            tokens=(0, 0),
            setup=SimpleNamespace(parts=SimpleNamespace(cards=()), option=lambda _: False),
        )
        last = RENEWED if passes >= seats - 1 else EXCHANGED
        assert [what for _, what, _ in events_of(view)] == [PASSED, 7, *[PASSED] * passes, last]


@pytest.mark.parametrize("seed", range(3, 6))
def test_a_hand_is_kept_where_the_rules_left_it_to_be_exchanged(seed: int) -> None:
    """To the last card of a small deck, into which hands go back."""
    start = table(2, SMALL_PARTS, pass_draws=True)
    met = [state for state in positions(start, random.Random(seed)) if state.moves()[0].kind in TURNS]
    turns = [(seat, move) for seat, move in met[-1].view(1).face.log if move.kind in TURNS]
    kept = [
        seat - 1
        for state, (seat, move) in zip(met, turns, strict=False)
        if move != EXCHANGE and EXCHANGE in state.moves()
    ]
    assert [seat for seat, what, _ in events_of(met[-1].view(1).face) if what == KEPT] == kept


def test_advice_on_a_claim_is_about_every_move_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "prospect", lambda *_: Prospect(0.5, True, 1.0, 0.6, 0.3))
    for state in positions(table(2, mode="competitive"), random.Random(2)):
        if state.moves()[0].kind in (Kind.DECLARE, Kind.SILENT):
            found = contest.contested(state.view(state.actor).face, random.Random(1))
            assert {each.move for each in found} == set(state.moves())
            assert found[0].move == DECLARE
            assert EXCHANGE not in {each.move for each in found}
            return
    pytest.fail(f"no claim was asked for in {GAME.name}")


def test_who_passed_held_nothing_that_its_own_code_could_play() -> None:
    """Three seats, a card for each and a pass by the third, who plays another card later; all cards and codes."""
    kinds = {"code": Kind.CODE, "draw": Kind.DRAW, "play": Kind.PLAY, "pass": Kind.PASS}

    def move(kind: str, item: int = -1) -> SimpleNamespace:
        return SimpleNamespace(kind=kinds[kind], item=item, hidden=kind == "draw" and item < 0)

    for seed in range(40):
        rng = random.Random(seed)
        # Which of three codes may not play a card after the first of the row: by card.
        restrict = [[rng.randrange(8) for _ in range(6)] for _ in range(6)]
        log = [(0, move("draw", 0)), *((seat, move("draw")) for seat in (1, 2, 3, 3))]
        log += [(3, move("pass")), (1, move("play", 1)), (3, move("play", 2))]
        setup = SimpleNamespace(competitive=False, restrict=restrict, parts=SimpleNamespace(cards=range(6)))
        history = _History(SimpleNamespace(setup=setup, seats=3, log=log))
        for codes in ((1, 2, 4), (4, 1, 2), (2, 4, 1)):
            blocked = [card for card in range(6) if restrict[0][card] & codes[2]]
            left = set(blocked) - {0, 1, 2}
            slots = [history._slots(codes, rng) for _ in range(12)]
            if 2 not in blocked or not left:
                assert slots == [None] * 12
                continue
            for found in slots:
                if found is not None:  # the second seat may have taken the only card
                    held = sorted(slot.card for slot in found.values() if slot.seat == 3)
                    assert 2 in held
                    assert set(held) <= set(blocked)
                    assert len({slot.card for slot in found.values()}) == 5
            assert any(found is not None for found in slots)
