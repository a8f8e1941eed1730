"""Entracte as a plug-in: the contract, resampling, moves as text, reports, advice and players."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from amount import amount
from entracte_notes import text_of
from entracte_tools import (
    EXAMPLES,
    brute_worlds,
    evening,
    noted,
    random_play_out,
    random_state,
    setting,
    table,
)
from hypothesis import given
from hypothesis import strategies as st

from deduce.conformance.check import check_game
from deduce.conformance.perft import playouts
from deduce.conformance.testing import conformance
from deduce.games import settle
from deduce.ground.errors import Contradiction, ProblemError, RecordError
from deduce.records.record import read_record
from deduce.rulebook import State
from deduce_models.entracte import GAME
from deduce_models.entracte.components.codes import CharType
from deduce_models.entracte.components.parts import Components
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.knowledge.model import SLIPS, knowledge_of
from deduce_models.entracte.records.reading import parse
from deduce_models.entracte.rules.setup import EXCHANGE, HAND, STOP, Kind, Setup
from deduce_models.entracte.rules.views import Event

MODES = ("cooperative", "competitive")


PLAYOUTS = amount(3, 50_000)
"""A hundred thousand play-outs a night for the two modes together, each checked in all parts at its end."""

test_the_contract_is_kept_in_cooperation = conformance(
    GAME, options={"mode": "cooperative"}, playouts=PLAYOUTS
)
test_the_contract_is_kept_in_competition = conformance(
    GAME, options={"mode": "competitive"}, playouts=PLAYOUTS
)


@pytest.mark.parametrize("mode", MODES)
def test_the_contract_is_kept_along_whole_games(mode: str) -> None:
    done = check_game(GAME, players=3, playouts=1, decisions=2, options={"mode": mode})
    assert done.minds > 0


@pytest.mark.parametrize(
    "options",
    [
        {"pass_draws": True, "both_rule": "card", "blocked_exchange": "required", "count_starter": False},
        {"mode": "competitive", "pile_turns": "every", "last_pile": True, "days": 4, "ages": 4},
    ],
)
def test_the_contract_is_kept_under_other_readings_of_the_rules(options: dict[str, object]) -> None:
    parts = ("replay", "rules", "resample", "knowledge", "advice")
    assert check_game(GAME, players=2, playouts=2, decisions=2, options=options, parts=parts).minds == 4


@given(st.sampled_from(MODES), st.integers(2, 4), st.integers(0, 2**32), st.integers(0, 30))
def test_resampled_positions_have_the_view(mode: str, players: int, seed: int, steps: int) -> None:
    rng = random.Random(seed)
    state = random_state(table(players, mode=mode, pile_turns="every"), rng, steps=steps)
    for seat in range(players + 1):
        view = state.view(seat)
        again = GAME.resample(view, random.Random(seed))
        assert again.view(seat) == view
        assert again == GAME.resample(again.view(seat), random.Random(seed))
        if seat == seed % (players + 1):
            assert random_play_out(again, rng).actor is None


def test_resampling_in_the_middle_of_the_guesses() -> None:
    for mode in MODES:
        state = random_state(table(3, mode=mode), random.Random(8))
        for _ in range(3):
            state = state.play(state.moves()[0])
        again = GAME.resample(state.view(2), random.Random(1))
        assert again.view(2) == state.view(2)
        assert again.codes != state.codes or again.guesses != state.guesses


def test_resampled_codes_are_uniform_over_the_worlds() -> None:
    for mode, players, steps in (("cooperative", 3, 6), ("competitive", 2, 10)):
        state = random_state(table(players, mode=mode), random.Random(21), steps=steps)
        view = state.view(1)
        worlds = list(brute_worlds(view))
        rng, draws = random.Random(5), 700
        counts = Counter(GAME.resample(view, rng).codes for _ in range(draws))
        assert set(counts) <= set(worlds)
        assert 1 < len(worlds) < 400
        expected = draws / len(worlds)
        chi = sum((counts[world] - expected) ** 2 / expected for world in worlds)
        free = len(worlds) - 1
        assert chi < free + 6 * (2 * free) ** 0.5


def test_moves_as_people_type_them() -> None:
    state = GAME.new(players=4, seed=3)
    hand = state.hands[0]
    card = state.setup.plays[hand[0]]
    assert GAME.parse(str(card), state) == card
    assert GAME.parse(str(card).upper(), state.view(1)) == card
    assert GAME.parse("exch", state) == EXCHANGE
    assert GAME.parse("stop", state) == STOP
    features = state.setup.parts.features
    for place, move in enumerate(state.moves()):
        if move.kind is Kind.PLAY:  # in any order, and as few as leave one card of the hand
            words = str(move).split()[1:]
            fits = [other for other in state.moves() if {*words[place:]} <= {*str(other).split()}]
            typed = f"play {' '.join(words[:place:-1])} {words[place]}"
            assert len(fits) > 1 or GAME.parse(typed, state) == move
    assert features.text(state.setup.parts.cards[hand[0]]) == str(card).removeprefix("play ")
    for text, message in (
        ("", "expected one more word: exchange, play, stop"),
        ("plya up", "did you mean 'play'"),
        ("play upp", "column 6: .* did you mean 'up'"),
        ("draw up", "column 1: expected one of the legal moves, not 'draw': allowed: exchange, play, stop"),
        ("exchange now", "column 10: nothing more was expected, not 'now'"),
    ):
        with pytest.raises(RecordError, match=message):
            GAME.parse(text, state)


def test_codes_as_people_type_them() -> None:
    state = random_state(table(4), random.Random(3))
    while state.moves()[0].kind is not Kind.GUESS:
        state = settle(state.play(state.moves()[-1]), random.Random(1))
    seat = state.actor % 4 + 1
    name = state.setting.names[seat - 1]
    for move in state.moves():
        code = str(move).split(" ", 2)[2]
        for text in (
            str(move),
            f"guess {name.lower()} {code}",
            f"guess {seat} {' '.join(code.split()[::-1])}",
        ):
            assert GAME.parse(text, state) == move
    with pytest.raises(RecordError, match="column 7: expected one of the legal moves, not '7'"):
        GAME.parse("guess 7 season reverse", state)
    with pytest.raises(RecordError, match="expected one more word"):
        GAME.parse(f"guess {seat}", state)


def test_wrong_settings() -> None:
    with pytest.raises(ProblemError, match="2 to 4 players"):
        GAME.new(players=5)
    with pytest.raises(ProblemError, match="has no option 'mod'"):
        GAME.new(players=3, mod="cooperative")
    with pytest.raises(ProblemError, match="did you mean 'competitive'"):
        GAME.new(players=3, mode="competitiv")


def test_a_users_deck_is_played(tmp_path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '[[types]]\nname = "hat"\nkind = "ordered"\nvalues = ["red", "green", "blue"]\nloops = true\n'
        '[[types]]\nname = "mask"\nkind = "binary"\nvalues = ["yes", "no"]\n'
        '[[types]]\nname = "shoe"\nkind = "ordered"\nvalues = ["one", "two", "three", "four"]\n'
        "[deck]\ncards = ["
        + ", ".join(
            f'"{h} {m} {s}"'
            for h in ("red", "green", "blue")
            for m in ("yes", "no")
            for s in ("one", "two")
        )
        + "]\n"
    )
    state = random_play_out(GAME.new(players=3, seed=1, data=path), random.Random(1))
    assert state.scores is not None
    assert len(state.setup.parts.codes) == 9
    with pytest.raises(ProblemError, match="at least 13 cards, not 12"):
        GAME.new(players=4, data=path)
    with pytest.raises(ProblemError, match=r"at least 13 cards, not 12"):
        GAME.new(players=4, data=path, mode="competitive")


# Reports.


def record(name: str):
    return read_record(EXAMPLES / name)


def test_solve_prints_the_notebook_sheet() -> None:
    report = GAME.solve(record("rulebook.txt"))
    assert report.status == 0
    assert report.data["worlds"] == 19 * 18 * 17
    assert report.data["sheet"]["Q"]["hand forward"] == pytest.approx(1 / 19)
    assert report.data["determined"] == ["P"]
    assert "5,814 worlds left" in report.text
    assert "season reverse     YES      -      -      -" in report.text
    whole = GAME.solve(record("evening.txt"))
    assert whole.data["determined"] == ["Ann", "Bob", "Cid", "Dee"]
    assert "1 world left: everything is certain." in whole.text
    earlier = GAME.solve(record("evening.txt"), until="14")
    assert earlier.data["worlds"] == 40
    rival = GAME.solve(record("competitive.txt"), until="14")
    assert rival.data["certain"]["Ann"] == ["day reverse"]


def test_solve_finds_the_forgotten_token() -> None:
    report = GAME.solve(record("forgotten_token.txt"))
    assert report.status == 1
    assert report.data["consistent"] is False
    assert report.data["repairs"][0]["remove"][0]["place"] == "line 17"
    assert [s["place"] for s in report.data["conflict"]["because"]] == ["line 13", "line 17", "line 20"]
    assert "Likeliest slips:\n  51%  line 17: Dee put no token" in report.text
    assert GAME.why(record("forgotten_token.txt"), "Bob both on").status == 1


def test_a_complete_record_is_seen_from_every_seat() -> None:
    assert (
        GAME.solve(record("referee.txt"), seat=1).data["sheet"]
        == GAME.solve(record("evening.txt")).data["sheet"]
    )
    bystander = GAME.solve(record("referee.txt"), until="13")
    assert bystander.data["seat"] == 0
    assert bystander.data["worlds"] > 40
    public = GAME.solve(record("evening.txt"), seat=0, until="14")
    assert public.data["worlds"] == bystander.data["worlds"]
    text = GAME.why(record("referee.txt"), "Dee type8 forward", seat=1).text
    assert "line 12: Dee put a token" in text
    with pytest.raises(ProblemError, match="this is the record of Ann"):
        GAME.solve(record("evening.txt"), seat=2)
    with pytest.raises(ProblemError, match="seat 9"):
        GAME.solve(record("evening.txt"), seat=9)


def test_until_must_be_a_number() -> None:
    for until in ("\u00b2", "line \u00b2", 5000 * "9", "turn -1", ""):
        with pytest.raises(ProblemError, match="expected a line number") as caught:
            GAME.solve(record("evening.txt"), until=until)
        assert len(str(caught.value)) < 200
    with pytest.raises(RecordError, match="until '999': expected a line number from 1 to 22"):
        GAME.solve(record("evening.txt"), until="999")
    assert GAME.solve(record("evening.txt"), until="turn 0").data["worlds"] == 23 * 22 * 21
    assert GAME.solve(record("evening.txt"), until="turn 99").data["worlds"] == 1


def test_why_can_stop_early() -> None:
    # As in the sheet of that moment, which solve prints.
    sheet = GAME.solve(record("evening.txt"), until="13").data["sheet"]
    report = GAME.why(record("evening.txt"), "Dee type8 forward", until="13")
    assert report.data["holds"] is None
    assert report.data["probability"] == pytest.approx(sheet["Dee"]["type8 forward"])


def test_being_sure_of_one_code_is_put_in_good_english() -> None:
    text = "game: entracte\nplayers: Ann Bob Cid\n\nAnn sure 1\n"
    report = GAME.solve(read_record(text))
    assert report.status == 1
    assert "Ann is sure of 1 code, which no code would allow" in report.text


def test_why_explains_line_by_line() -> None:
    report = GAME.why(record("evening.txt"), "Dee type8 fo")
    assert report.data["holds"] is True
    assert report.data["checked"] is True
    assert report.data["smallest"] is True
    assert "line 13: Dee put a token" in report.text
    assert GAME.why(record("evening.txt"), "I light alternate").text.startswith("yes: Ann holds ")
    denied = GAME.why(record("evening.txt"), "Dee both male")
    assert denied.data["holds"] is False
    assert denied.text.startswith("no: ")
    opened = GAME.why(record("rulebook.txt"), "Q hand forward")
    assert opened.data["holds"] is None
    assert opened.data["probability"] == pytest.approx(1 / 19)
    assert "line 10: Q put no token" in opened.text


def test_describe_shows_options_and_data_with_provenance() -> None:
    report = GAME.describe()
    assert "hand_order = 'clockwise'" in report.text
    assert "type type7  (reconstructed)" in report.text
    assert len(report.data["codes"]) == 24
    assert {note["provenance"] for note in report.data["data"]} == {"rulebook", "deduced", "reconstructed"}


# Advice.


def test_advice_on_records() -> None:
    report = GAME.advise_record(record("evening.txt"), until="13")
    first = report.data["advice"][0]
    assert first["kind"] == "sampled"
    assert first["error"] > 0
    assert first["move"].startswith("play ")
    assert "bits for the team; a token from Bob" in report.text
    waiting = GAME.advise_record(record("evening.txt"), until="11")
    assert waiting.data["waiting"] == "Bob"
    assert "It is Bob's turn" in waiting.text
    assert GAME.advise_record(record("competitive.txt"), until="13").data["advice"][0]["kind"] == "sampled"
    assert GAME.advise_record(record("referee.txt"), until="11").data["player"] == "Cid"
    with pytest.raises(ProblemError, match="Cid is to move, not Ann"):
        GAME.advise_record(record("referee.txt"), until="11", seat=1)
    with pytest.raises(ProblemError, match="which cards you hold"):
        GAME.advise_record(record("rulebook.txt"))
    with pytest.raises(Contradiction):
        GAME.advise_record(record("forgotten_token.txt"))
    missed = (EXAMPLES / "evening.txt").read_text().partition("Bob plays")[0] + "Bob ?\n"
    with pytest.raises(ProblemError, match="every value of the last card"):
        GAME.advise_record(read_record(missed))


def test_where_all_have_agreed_guesses_are_ranked_and_no_hand_is_asked_for() -> None:
    head = "game: entracte\nplayers: Ann Bob Cid\nme: Ann\ncode: season reverse\nstart: fall Wed off male young\n\n"
    turns = "Ann plays spring Tue on male adult\nBob plays winter Tue off ; tokens Ann Cid\n"
    with pytest.raises(ProblemError, match="which cards you hold"):
        GAME.advise_record(read_record(f"{head}{turns}Cid stops\nAnn agrees\n"))
    record = read_record(f"{head}{turns}Cid stops, all agree\n")
    sheet, report = GAME.solve(record).data["sheet"], GAME.advise_record(record)
    first = report.data["advice"][0]
    best = max((chance, name) for name in ("Bob", "Cid") for chance in sheet[name].values())
    assert first["value"] == pytest.approx(best[0])
    assert f" 1. guess {best[1]} " in report.text
    never = sum(chance == 0 for name in ("Bob", "Cid") for chance in sheet[name].values())
    assert f"(Another {never} guesses cannot be right.)" in report.text
    one = GAME.advise_record(read_record(f"{head}{turns}Cid stops, all agree\nAnn guesses Bob both off\n"))
    assert "guess Bob" not in one.text


def test_notes_with_gaps_are_judged_by_bits_and_say_so() -> None:
    text = (EXAMPLES / "evening.txt").read_text()
    report = GAME.advise_record(
        read_record(text.replace("; tokens Dee", "; tokens Dee Bob?", 1)), until="13"
    )
    assert "The notes have gaps" in report.text
    assert report.data["advice"][0]["kind"] == "exact"
    assert "were not searched" not in GAME.advise_record(record("evening.txt"), until="13").text
    # At line 14 but one card of the hand may be played: gaps in the notes change nothing about that.
    gaps = GAME.advise_record(read_record(text.replace("; tokens Dee", "; tokens Dee Bob?", 1)), until="14")
    plain = GAME.advise_record(record("evening.txt"), until="14")
    moves = [[each["move"] for each in one.data["advice"]] for one in (gaps, plain)]
    assert moves[0] == moves[1] == ["play up spring Mon old on female c y", "stop"]


@given(st.integers(2, 4), st.integers(0, 2**32), st.integers(0, 9))
def test_evidence_without_gaps_is_the_view_again(players: int, seed: int, steps: int) -> None:
    state = random_state(table(players), random.Random(seed), steps=steps)
    if state.moves()[0].kind is Kind.GUESS:
        return
    view = state.view(state.turn)
    again = parse(read_record(text_of(evidence_of(view)))).to_play()
    assert again is not None
    # In which order the first three cards were dealt is not evidence.
    assert replace(again, log=()) == replace(view.face, log=())
    deal = view.seats * (view.setup.per_seat + HAND)
    assert again.log[deal:] == view.log[deal:]
    assert sorted(map(str, again.log[:deal])) == sorted(map(str, view.log[:deal]))


@pytest.mark.parametrize("seed", range(4))
def test_who_is_not_at_turn_could_play_what_the_own_code_does_not_forbid(seed: int) -> None:
    """The writer of notes asks what to do while another one is at turn: any card that tells nothing of the own code."""
    state = random_state(table(3), random.Random(seed), steps=2)
    view = state.view(state.turn % 3 + 1)
    again, face = parse(read_record(text_of(evidence_of(view)))).to_play(), view.face
    assert again is not None
    allowed = {card for card in face.hand if not state.setup.parts.pairs[face.row[-1]][card] & face.code}
    assert {move.item for move in again.moves if move.kind is Kind.PLAY} == allowed
    assert any(move.kind is Kind.PASS for move in again.moves) == (not allowed)
    assert again.actor == view.seat


@pytest.mark.parametrize("mode", ["cooperative", "competitive"])
def test_advice_of_a_record_is_that_of_its_view(mode: str) -> None:
    for seed in range(4):
        state = random_state(table(4, mode=mode), random.Random(seed), steps=5)
        while state.moves()[0].kind not in (Kind.PLAY, Kind.PASS):
            state = settle(state.play(state.moves()[0]), random.Random(seed))
        view = state.view(state.turn)
        text = text_of(evidence_of(view))
        by_view = [(str(a.move), a.value) for a in GAME.advise(view, rng=seed)]
        by_record = [
            (a["move"], a["value"]) for a in GAME.advise_record(read_record(text), rng=seed).data["advice"]
        ]
        # A line of a competitive record may end in declaring, so its advice ranks that too.
        assert [row for row in by_record if row[0] != "declare"] == by_view
        assert len(by_record) - len(by_view) == (mode == "competitive")


def test_a_time_limit_is_kept_by_trying_fewer_worlds() -> None:
    views = [settle(table(4), random.Random(seed)).view(1) for seed in range(20)]
    view = next(view for view in views if GAME.advise(view)[0].details["worlds"] > 500)
    hasty = GAME.advise(view, time_limit=0)
    assert hasty[0].details["worlds"] == 500
    assert hasty[0].error > GAME.advise(view)[0].error


def test_stopping_is_advised_when_everyone_is_sure() -> None:
    for seed in range(60):
        state = random_state(table(2), random.Random(seed), steps=9)
        view = state.view(int(state.actor))
        if STOP not in view.moves:
            continue
        from deduce_models.entracte.knowledge.belief import public_belief

        assert (GAME.advise(view)[0].move == STOP) == public_belief(view).everyone_sure


# Metamorphic: what cannot matter does not matter.


def rotated(parts: Components, index: int, turn: int) -> Components:
    kind = parts.types[index]
    size = len(kind.values)
    cards = tuple(
        tuple((v + turn) % size if t == index else v for t, v in enumerate(card)) for card in parts.cards
    )
    return Components(parts.types, cards)


def reflected(parts: Components, index: int) -> Components:
    size = len(parts.types[index].values)
    cards = tuple(
        tuple(size - 1 - v if t == index else v for t, v in enumerate(card)) for card in parts.cards
    )
    return Components(parts.types, cards)


def moved(state: State, made: Setup, log: Sequence[Event] = ()) -> State:
    """The same history (or this one) with the cards of another deck in their places."""
    tables = {Kind.CODE: made.code_moves, Kind.DRAW: made.draws, Kind.PLAY: made.plays}
    again = table(made.players, made.parts, **made.chosen)
    for _, move in log or state.log:
        again = again.play(tables[move.kind][move.item] if move.kind in tables else move)
    return again


@given(st.integers(0, 7), st.integers(1, 6), st.integers(0, 2**32), st.integers(0, 10))
def test_rotating_a_looping_type_changes_nothing(index: int, turn: int, seed: int, steps: int) -> None:
    state = random_state(table(3), random.Random(seed), steps=steps)
    kind: CharType = state.setup.parts.types[index]
    if not kind.loops:
        return
    made = setting(3, rotated(state.setup.parts, index, turn))
    other = moved(state, made)
    assert other.view(0).tokens == state.view(0).tokens
    one, two = (knowledge_of(evidence_of(s.view(1))) for s in (state, other))
    assert one.count() == two.count()
    for name in ("Ann", "Bob", "Cid"):
        assert one.marginals(one.problem["code"][name]) == two.marginals(two.problem["code"][name])


@given(st.sampled_from([0, 1, 2, 3, 6, 7]), st.integers(0, 2**32), st.integers(0, 10))
def test_reflecting_a_type_exchanges_forward_and_reverse(index: int, seed: int, steps: int) -> None:
    state = random_state(table(3), random.Random(seed), steps=steps)
    made = setting(3, reflected(state.setup.parts, index))

    def swapped(code: int) -> int:
        return {3 * index: 3 * index + 1, 3 * index + 1: 3 * index}.get(code, code)

    log = tuple(
        (who, replace(move, item=swapped(move.item)) if move.kind is Kind.CODE else move)
        for who, move in state.log
    )
    other = moved(state, made, log)
    assert other.view(0).tokens == state.view(0).tokens
    one, two = (knowledge_of(evidence_of(s.view(1))) for s in (state, other))
    codes = state.setup.parts.codes
    for name in ("Ann", "Bob", "Cid"):
        first = one.marginals(one.problem["code"][name])
        second = two.marginals(two.problem["code"][name])
        for code in range(len(codes)):
            assert first.get(codes[code].name, 0) == pytest.approx(second.get(codes[swapped(code)].name, 0))


def test_renaming_seats_changes_names_only() -> None:
    view = random_state(table(3), random.Random(4), steps=7).view(2)
    told = evidence_of(view)
    renamed = noted(text_of(evidence_of(view, ("Xenia", "Yuri", "Zoe"))))
    one, two = knowledge_of(told), knowledge_of(renamed)
    assert one.count() == two.count()
    for old, new in zip(("Ann", "Bob", "Cid"), ("Xenia", "Yuri", "Zoe"), strict=True):
        assert one.marginals(one.problem["code"][old]) == two.marginals(two.problem["code"][new])


def test_the_examples_are_read_by_their_names() -> None:
    for path in sorted(EXAMPLES.glob("*.txt")):
        assert evening(path.name).names


# Play-outs of each length from the deal of seed 0: any change of rules, deck or chance shows here. By hand, for
# four: two cards, the exchange and the proposal to stop are 4 moves; 35 cards are left to draw and there are two
# votes, so 2 * 35 + 35 + 2 = 107 pairs.
CORPUS = {
    ("cooperative", 2): (1, 5, 166, 2159),
    ("cooperative", 3): (1, 4, 116, 1715),
    ("cooperative", 4): (1, 4, 107, 1405),
    ("competitive", 2): (1, 4, 164, 1886),
    ("competitive", 3): (1, 4, 152, 1634),
    ("competitive", 4): (1, 4, 140, 1400),
}


@pytest.mark.parametrize(("mode", "players"), CORPUS)
def test_the_numbers_of_playouts_are_pinned(mode: str, players: int) -> None:
    assert playouts(GAME, 3, players=players, options={"mode": mode}) == CORPUS[mode, players]


def test_dealing_is_counted_too() -> None:
    assert playouts(GAME, 3, players=2, seed=None) == (1, 24, 24 * 23, 24 * 23 * 48)


def test_the_own_code_may_be_the_slip_as_likely_as_bayes_says() -> None:
    """A token by the writer that its own code does not give: one of the two is a slip, which says nothing then."""
    notes = """
game: entracte
players: Will May Zoe
me: May
code: both off
hand: up spring Mon old on female c y ; up summer Fri adult off male a y ; left winter Sun adult off male b w
start: right spring Sat young on female d z

Will plays left fall Wed young off female c z ; tokens May
"""
    report = GAME.solve(read_record(notes.lstrip()))
    assert report.status == 1
    code, token = report.data["repairs"]
    assert [each["text"] for each in code["remove"]] == ["May's own: both off"]
    assert [each["remove"][0]["place"] for each in (code, token)] == ["line 4", "line 8"]
    # Each slip is as likely as it was before, times the worlds that are left where nothing was noted in its place.
    nowhere, unsure = notes.replace("code: both off\n", ""), notes.replace("tokens May", "tokens May?")
    left = [GAME.solve(read_record(each.lstrip())).data["worlds"] for each in (nowhere, unsure)]
    odds = [
        each * SLIPS[kind] / (1 - SLIPS[kind]) for each, kind in zip(left, ("own", "token"), strict=True)
    ]
    assert [code["chance"], token["chance"]] == pytest.approx([each / sum(odds) for each in odds])
    # A slip elsewhere is not put onto the code.
    repairs = GAME.solve(record("forgotten_token.txt")).data["repairs"]
    assert not any("'s own" in part["text"] for part in repairs[0]["remove"])


@pytest.mark.parametrize("seed", range(3))
def test_found_by_a_campaign_who_passes_at_the_end_of_a_competitive_game_may_hold_anything(
    seed: int,
) -> None:
    """In the last turns one may pass with cards in hand, which proves nothing: no hand was drawn that matched no code."""
    rng = random.Random(seed)
    state = settle(GAME.new(players=4, mode="competitive"), rng)
    while not any(str(move) == "pass" for move in state.moves()):
        moves = [move for move in state.moves() if str(move) not in ("declare", "exchange")]
        state = settle(state.play(moves[0]), rng)
    passer, last = int(str(state.actor)), state.face.row[-1]
    assert len(state.run.table.open.hand[passer])
    state = settle(state.play("pass"), rng)
    view = state.view(passer % 4 + 1)
    drawn = [GAME.resample(view, rng).face for _ in range(20)]
    matching = [
        bool(face.setup.restrict[last][card] & face.codes[passer - 1])
        for face in drawn
        for card in face.hands[passer - 1]
    ]
    assert any(matching)
    assert not all(matching)
