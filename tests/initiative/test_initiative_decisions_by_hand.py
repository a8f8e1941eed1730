"""What is decided, said and summed, beside a second writing: answers and votes, duties, reports, open lines, sums."""

import itertools
import random
from types import SimpleNamespace

import numpy as np
import pytest
from initiative_tools import dealt, with_hands

from deduce.games.base import CHANCE, Advice
from deduce.ground.errors import ProblemError, RecordError
from deduce.records.record import Line
from deduce_models.initiative.advice import advice as advising
from deduce_models.initiative.advice import rollouts
from deduce_models.initiative.advice.evaluation import _commonest, _sums
from deduce_models.initiative.advice.policy import RatedAction, RolloutPolicy
from deduce_models.initiative.advice.rollouts import CERTAIN, Trials, Weighed
from deduce_models.initiative.answers import boards, report
from deduce_models.initiative.components.mission import Front, Window
from deduce_models.initiative.components.parts import ACTIONS, GATHER, RUN
from deduce_models.initiative.knowledge.unseen import any_of, share
from deduce_models.initiative.missions.generator import glyphs_for
from deduce_models.initiative.missions.wording import declined, phrase
from deduce_models.initiative.players import grading, named
from deduce_models.initiative.players.named import GreedyPlayer, Planner
from deduce_models.initiative.records.openings import check_open, opening, told
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.moves import Move

ANSWER, STOP, PLAY = Move("answer", ("UNDER",)), Move("stop"), Move("play", ("g1", "Run"))


def begun(players=2):
    state, rng = dealt(players), random.Random(1)
    while state.actor is CHANCE:
        state = state.play(state.draw(rng))
    return state


STATE = begun()
VIEW = STATE.view(STATE.actor)
SETUP = VIEW.setup


# Decisions.


def decided(monkeypatch, view, *, best=None, may=False, weighed=(), stop=None, candidates=2):
    """What `decide` makes of an answer, and of roll-outs that came out so."""
    ran = []

    class Fixed(Trials):
        def __init__(self, seen, some):
            super().__init__(seen, some)

        def run(self, rng, worlds, *, sets=None):
            ran.append(worlds)

        def weighed(self):
            return list(weighed)

        def answering(self, now):
            return Weighed(now[0], now[1], 0.0, "", 0.05)

    some = [RatedAction(0.0, move, "") for move in (STOP, PLAY)][:candidates]
    monkeypatch.setattr(advising, "Trials", Fixed)
    monkeypatch.setattr(advising, "choices", lambda *_: some)
    monkeypatch.setattr(advising, "answer", lambda _: best)
    monkeypatch.setattr(advising, "may_answer", lambda _: may)
    found = advising.decide(view, random.Random(1), stop=stop)
    return (*found, ran)


def test_what_is_decided_by_answers_the_policy_and_roll_outs(monkeypatch):
    plain = VIEW._replace(threat=False)
    under = VIEW._replace(threat=True)
    usual = RolloutPolicy().choose(plain, plain.hand, advising.telling_weights(plain))
    assert decided(monkeypatch, plain) == (usual, None, [])
    assert decided(monkeypatch, plain, best=(ANSWER, CERTAIN)) == (ANSWER, None, [])
    assert decided(monkeypatch, plain, best=(ANSWER, CERTAIN - 0.01), may=True)[0] == usual
    assert decided(monkeypatch, under, best=(ANSWER, CERTAIN))[:2] == (ANSWER, None)
    move, trials, ran = decided(monkeypatch, under, candidates=1)
    assert (move, ran) == (STOP, [])
    assert isinstance(trials, Trials)
    won = [Weighed(STOP, 0.3, 0.1, ""), Weighed(PLAY, 0.4, 0.1, "", 0.02)]
    assert decided(monkeypatch, under, weighed=won)[0] == PLAY
    assert decided(monkeypatch, under, weighed=won)[2] == [advising.WORLDS]
    behind = [Weighed(STOP, 0.3, 0.1, ""), Weighed(PLAY, 0.4, 0.1, "", -0.02)]
    assert decided(monkeypatch, under, weighed=behind)[0] == STOP  # a lead that may be chance
    even = [Weighed(STOP, 0.3, 0.1, ""), Weighed(PLAY, 0.4, 0.1, "", 0.0)]
    assert decided(monkeypatch, under, weighed=even)[0] == STOP
    lost = [Weighed(STOP, 0.0, 0.0, "", 0.0, 0.1), Weighed(PLAY, 0.0, 0.0, "", -1.0, 0.2)]
    assert decided(monkeypatch, under, weighed=lost)[0] == PLAY
    now = (ANSWER, 0.4)
    assert decided(monkeypatch, under, best=now, may=True, weighed=behind)[0] == ANSWER
    assert decided(monkeypatch, under, best=now, may=False, weighed=behind)[0] == STOP
    assert decided(monkeypatch, under, best=now, may=True, weighed=won, candidates=1)[0] == ANSWER
    waiting = [Weighed(STOP, 0.3, 0.1, ""), Weighed(PLAY, 0.9, 0.1, "", 0.06)]
    assert decided(monkeypatch, under, best=now, may=True, weighed=waiting)[0] == PLAY
    assert decided(monkeypatch, under, weighed=won, stop=-1.0)[2] == [advising.WORLDS]
    moving = under._replace(phase=phases.RUNNING)
    assert decided(monkeypatch, moving)[1] is None


@pytest.mark.parametrize(
    ("texts", "proposal", "agrees"),
    [
        (["UNDER IT"], ("UNDER", "IT"), True),
        (["NOT IT", "UNDER IT"], ("UNDER", "IT"), False),
        ([], ("UNDER",), False),
    ],
)
def test_a_vote_agrees_to_the_likeliest_answer_alone(texts, proposal, agrees, monkeypatch):
    answers = [SimpleNamespace(text=text, probability=0.5 / (k + 1)) for k, text in enumerate(texts)]
    found = SimpleNamespace(answers=answers, worth={})
    monkeypatch.setattr(advising, "read_windows", lambda _: found)
    view = VIEW._replace(proposal=proposal, voters=(1,))
    assert advising.vote(view) == (phases.AGREE if agrees else phases.OBJECT)
    agreeing = advising._agreeing(view)
    share_ = next((each.probability for each in answers if each.text == " ".join(proposal)), 0.0)
    assert (agreeing.move, agreeing.value, agreeing.error) == (phases.AGREE, share_, 0.0)
    assert advising.decide(view, random.Random(1)) == (advising.vote(view), None)
    assert [each.move for each in advising._shown(view, phases.AGREE)] == [phases.OBJECT]


def test_greedy_answers_when_it_is_sure_and_the_planner_decides(monkeypatch):
    monkeypatch.setattr(named, "compact", lambda view: view)
    for chance, answers in ((named.SURE, True), (named.SURE - 0.01, False)):
        monkeypatch.setattr(named, "answer", lambda _, chance=chance: (ANSWER, chance))
        usual = RolloutPolicy(risk=1.0).choose(VIEW, VIEW.hand, named.plain_weights(VIEW))
        assert GreedyPlayer().choose(VIEW, random.Random(1)) == (ANSWER if answers else usual)
    monkeypatch.setattr(named, "answer", lambda _: None)
    assert GreedyPlayer().choose(VIEW, random.Random(1)) == usual
    monkeypatch.setattr(named, "vote", lambda _: phases.OBJECT)
    assert GreedyPlayer().choose(VIEW._replace(voters=(1,)), random.Random(1)) == phases.OBJECT
    asked = []
    monkeypatch.setattr(named, "decide", lambda *_, **how: asked.append(how) or (STOP, None))
    assert Planner(worlds=3, width=2).choose(VIEW, random.Random(1)) == STOP
    assert asked == [{"worlds": 3, "width": 2}]


def test_a_mission_played_by_planners_is_won_or_not(monkeypatch):
    class Played:
        def __init__(self, left, result):
            self.left, self.result = left, result

        @property
        def actor(self):
            return {0: None, 1: 1}.get(self.left, CHANCE)

        def draw(self, rng):
            return "drawn"

        def view(self, seat):
            return ("view", seat)

        def follow(self, move):
            assert move == ("chosen" if self.left == 1 else "drawn")
            return Played(self.left - 1, self.result)

    monkeypatch.setattr(
        Planner, "choose", lambda self, view, rng: "chosen" if view == ("view", 1) else None
    )
    assert [grading._played(Played(3, result), 5) for result in (1, -1, 0)] == [True, False, False]


def test_roll_outs_stop_when_enough_sets_were_looked_at(monkeypatch):
    """Two worlds in any case, four unless they come to twice as many sets, and as many as asked below the limit."""
    for worlds, sets, each, played in (
        (6, None, 50, 6), (6, 10, 50, 2), (6, 10, 4, 4), (6, 20, 4, 5), (6, 100, 1, 6), (6, 10, 5, 4), (6, 10, 10, 2),
    ):  # fmt: skip
        asked = []

        def roll_out(state, wanted, guide, rng, asked=asked, each=each):
            for number in range(each):
                guide.sets.add((len(asked), number))
            asked.append(state)
            return 0.5, 0.25

        monkeypatch.setattr(rollouts, "roll_out", roll_out)
        monkeypatch.setattr(rollouts, "sample_world", lambda *_: SimpleNamespace(follow=lambda move: move))
        trials = Trials(VIEW, [RatedAction(0.0, STOP, "")])
        trials.run(random.Random(1), worlds, sets=sets)
        assert len(asked) == played, (worlds, sets, each)
        assert trials.values == [[0.5] * played]
        assert trials.known == [[0.25] * played]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_duties_send_the_nearest_to_the_rooms_that_promise_most(players, monkeypatch):
    state, rng = begun(players), random.Random(players)
    count = len(state.setup.rooms)
    for _ in range(6):
        view = state.view(state.actor)._replace(figures=tuple(rng.randrange(count) for _ in range(players)))
        setup = view.setup
        worth = [rng.choice((0.0, 0.5, 1.25, 2.0)) for _ in range(count)]
        monkeypatch.setattr(RolloutPolicy, "rooms", lambda *_, worth=worth: worth)
        can = {(seat, pile): rng.random() for seat in range(1, players + 1) for pile in (GATHER, RUN)}
        monkeypatch.setattr(advising, "_can", lambda _, seat, pile, can=can: can[seat, pile])
        for plan in (
            (),
            (Move("move", (setup.rooms[3],)), Move("move", (setup.rooms[4],))),
            (Move("special"), Move("move", (setup.rooms[4],))),
        ):
            rooms = sorted(range(count), key=lambda room: (-worth[room], room))
            free, seats, given = rooms[:players], list(range(1, players + 1)), {}
            if plan and plan[0].verb == "move":
                given[4] = view.turn
                seats.remove(view.turn)
                free = [4, *[room for room in rooms[:players] if room != 4][: players - 1]]
            for room in free:
                if room not in given:
                    given[room] = min(
                        seats, key=lambda seat: (setup.distance[view.figures[seat - 1]][room], seat)
                    )
                    seats.remove(given[room])
            found = advising.duties(view, plan)
            assert [duty.seat for duty in found] == sorted(given.values())
            for duty in found:
                room = next(room for room, seat in given.items() if seat == duty.seat)
                far = setup.distance[view.figures[duty.seat - 1]][room]
                gather, run = can[duty.seat, GATHER], can[duty.seat, RUN]
                assert (duty.room, duty.distance) == (setup.rooms[room], far)
                assert (duty.can_gather, duty.can_run) == (gather, run)
                way = f"go to {duty.room} ({far} away)" if far else f"stay in {duty.room}"
                assert duty.text == (
                    f"seat {duty.seat}: {way}, where a Gather promises {worth[room]:.2f} glyphs; "
                    f"it has a card for Gather with probability {gather:.2f}"
                ) + (f", for Run with {run:.2f}" if far else "")


def test_who_can_play_on_a_pile_holds_a_higher_card():
    position = with_hands(dealt(2), "g3 g4", "y7 y8", Run="b3", Gather="b4", Intel="b12")
    view = position.view(1)
    assert [
        advising._can(view, 1, ACTIONS.index(name)) for name in ("Run", "Gather", "Intel", "Regroup")
    ] == [1, 0, 0, 1]
    blocked = view._replace(blocks=(0, 1, 0, 0))
    assert advising._can(blocked, 1, 1) == 0


@pytest.mark.parametrize(
    ("total", "good", "drawn"), [(6, 2, 3), (5, 0, 2), (4, 4, 2), (5, 3, 0), (3, 2, 3)]
)
def test_shares_of_draws_are_those_of_all_draws(total, good, drawn):
    hands = [sum(card < good for card in hand) for hand in itertools.combinations(range(total), drawn)]
    for hits in range(-1, drawn + 2):
        assert share(total, good, drawn, hits) == pytest.approx(hands.count(hits) / len(hands))
    assert any_of(total, good, drawn) == pytest.approx(1 - hands.count(0) / len(hands))


# Sums of the evaluation.


@pytest.mark.parametrize("length", [1, 3, 7])
def test_words_that_agree_on_open_symbols_are_weighed_together(length):
    rng = np.random.default_rng(length)
    words = rng.integers(0, 3, (40, length)).astype(np.uint8)
    weights, codes = rng.random(40), rng.integers(0, 3, (30, length + 2))
    columns = {cell: words[:, cell] for cell in range(length)}
    for size in range(length + 1):
        cells = list(range(length))[:size]
        wanted = [
            sum(w for w, word in zip(weights, words, strict=True) if all(word[c] == code[c] for c in cells))
            for code in codes
        ]
        assert _sums({cell: columns[cell] for cell in cells}, cells, weights, codes) == pytest.approx(
            wanted
        )


def test_the_commonest_answer_of_each_group():
    rng = np.random.default_rng(4)
    groups, answers = rng.integers(0, 5, 60), rng.integers(0, 4, 60)
    best, agreeing = _commonest(groups, answers, 6)
    for group in range(5):
        mine = answers[groups == group].tolist()
        assert agreeing[group] == len(mine)
        assert mine.count(best[group]) == max(map(mine.count, mine))
    assert agreeing[5] == 0


# Reports and boards.


def test_moves_within_an_error_share_their_place():
    given = [Advice(Move(verb), value, verb, error) for verb, value, error in (
        ("stop", 0.5, 0.1), ("skip", 0.4, 0.01), ("draw", 0.39, 0.02), ("done", 0.38, 0.0), ("turn", 0.1, 0.3),
    )]  # fmt: skip
    assert report._ranked(given) == [
        "1. stop: stop", "1= skip: skip", "3. draw: draw", "3= done: done", "3= turn: turn",
    ]  # fmt: skip
    assert report._ranked([]) == []


def test_the_deciphering_says_what_is_offered_and_what_is_kept(monkeypatch):
    monkeypatch.setattr(report, "_lexicon", lambda _: "the list")
    guesses = [
        SimpleNamespace(probability=p, text=t)
        for p, t in ((0.75, "UNDER IT"), (0.05, "OVER IT"), (0.049, "IN IT"))
    ]
    plain = {
        "answers": guesses, "exact": True, "kept": 1.0, "proved": False, "unique": False, "outside": 0.125,
        "worth": {"L": 1.0, "A": 2.5, "C": 1.0}, "reasons": ["L is E"],
    }  # fmt: skip

    def told_of(view=VIEW, **fields):
        return report._summary(view, SimpleNamespace(**{**plain, **fields}))

    lines = told_of()
    assert lines[:3] == ["answers (exact):", "  0.7500  UNDER IT", "  0.0500  OVER IT"]
    assert lines[3] == "probability that some word is outside (the list): 0.1250"
    assert lines[-2:] == ["glyphs by expected bits: A 2.50, C 1.00, L 1.00", "L is E"]
    assert told_of(answers=guesses[2:])[0] == "answers (exact): none has 5% yet"
    assert told_of(exact=False, kept=0.25)[0] == "answers (cut, at least 25.0% of each word kept):"
    assert told_of(proved=True)[3] == "the answer is certain: all its windows are open"
    assert told_of(unique=True)[3] == "unique among the list"
    monkeypatch.setattr(report, "_lexicon", lambda _: "")
    assert told_of(unique=True, outside=1.0)[3] == "no lexicon: all texts that fit what is open are alike"
    monkeypatch.setattr(report, "_lexicon", lambda _: "the list")
    small = [line for line in lines if line.startswith("the small list flatters")]
    assert bool(small) == (SETUP.options.lexicon in ("builtin", "alike", "evened"))
    blocked = told_of(VIEW._replace(blocks=(1, 0, 1, 0)), worth={}, reasons=[])
    assert blocked[-1] == f"blocked by counterintelligence: {ACTIONS[0]}, {ACTIONS[2]}"
    assert not any("survival" in line for line in blocked)
    under = told_of(VIEW._replace(threat=True), worth={}, reasons=[])
    assert under[-1].startswith("survival until so many playable cards are drawn: 1: ")
    assert under[-1].count(": ") == 5
    assert not any("survival" in line for line in told_of(VIEW._replace(threat=True, result=1)))


def test_boards_show_what_lies_where():
    rooms = len(SETUP.rooms)
    view = VIEW._replace(
        hidden=(2, *[0] * (rooms - 1)), faceup=((0, 1), *[()] * (rooms - 1)), figures=(0, 1), room=1, action=2,
        piles=((0, 1), (), (3,), ()), blocks=(0, 1, 0, 0), hands=((0, 5), ()),
    )  # fmt: skip
    console, ground, piles, hand = boards.boards(view)
    down, across = ({place[way] for place in SETUP.positions} for way in (1, 0))
    sizes = [(len(board.rows), len(board.columns)) for board in (console, ground, piles, hand)]
    words = SETUP.front.words
    assert sizes == [(len(words), max(map(len, words))), (len(down), len(across)), (1, 4), (1, 2)]
    codes = SETUP.deck.codes
    for place, room in zip(ground.places, range(rooms), strict=True):
        assert (place.say, (place.column, place.row)) == (SETUP.rooms[room], SETUP.positions[room])
        assert place.marked == (room == 1)
        assert place.seen == {0: (1,), 1: (2,)}.get(room, ())
        assert place.below == (("2 ▢", f"{SETUP.kinds[0]} {SETUP.kinds[1]}") if room == 0 else ())
    assert [place.below for place in piles.places] == [
        (f"{codes[0]} {codes[1]}",), ("–", "✗"), (codes[3],), ("–",),
    ]  # fmt: skip
    assert [place.marked for place in piles.places] == [False, False, True, False]
    assert [(place.say, place.column) for place in hand.places] == [(codes[0], 0), (codes[5], 1)]
    front = SETUP.front
    assert len(console.places) == sum(map(len, front.words))
    for place in console.places:
        window, shown = front.words[place.row][place.column], view.windows[place.row][place.column]
        assert place.say == window.glyph
        assert place.text == (shown or "_" * window.size)
        assert place.about == f"{window.glyph}: {shown or 'closed'}"
        assert place.marked == (place.row in front.answer)
    assert len(boards.boards(view._replace(hands=((), ())))) == 3


# Records and missions.

FRONT = Front(
    "t", "?", "en", "ABCDE",
    ((Window("L", 1, ""), Window("M", 2, "")), (Window("L", 1, ""), Window("", 1, "C"))), (0, 1),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("open L a", ("L", "A")),
        ("open M cd", ("M", "CD")),
        ("open L", (1, "expected 'open GLYPH TEXT'")),
        ("open L a b", (1, "expected 'open GLYPH TEXT'")),
        ("open K a", (6, "no window shows the glyph 'K'; allowed: L, M")),
        ("open L ab", (8, "the windows of L hide 1 symbol of ABCDE")),
        ("open M a", (8, "the windows of M hide 2 symbols of ABCDE")),
        ("open L z", (8, "the windows of L hide 1 symbol of ABCDE")),
    ],
)
def test_an_open_line_is_read_or_refused_at_its_word(text, said):
    if isinstance(said[0], str):
        assert opening(FRONT, Line(3, text)) == said
        return
    with pytest.raises(RecordError) as refused:
        opening(FRONT, Line(3, text))
    assert (refused.value.line, refused.value.column) == (3, said[0])
    assert said[1] in str(refused.value)


def test_what_stands_behind_windows_is_told_by_open_lines_and_the_phrase():
    lines = [Line(1, "open L a")]
    assert told(FRONT, lines, {"L": "A"}) == (("A", "??"), ("A", "C"))
    assert told(FRONT, [*lines, Line(2, "phrase abc ac")], {"L": "A"}) == (("A", "BC"), ("A", "C"))
    assert told(FRONT, [Line(2, "phrase abc ac")], {}) == (("A", "BC"), ("A", "C"))
    for wrong, column in (("phrase ab ac", 11), ("phrase abc ax", 12), ("phrase abc", 8)):
        with pytest.raises(RecordError, match="expected words of 3, 2 symbols of ABCDE") as refused:
            told(FRONT, [Line(4, wrong)], {})
        assert (refused.value.line, refused.value.column) == (4, column)


def test_an_open_line_stands_in_a_seats_record_behind_what_opened_it():
    check_open({"L"}, Line(1, "open L a"), 1)
    with pytest.raises(RecordError, match="records of one seat") as refused:
        check_open({"L"}, Line(1, "open L a"), None)
    assert refused.value.column == 1
    with pytest.raises(RecordError, match="nobody has collected M yet") as refused:
        check_open({"L"}, Line(1, "open M ab"), 1)
    assert refused.value.column == 6


@pytest.mark.parametrize(
    ("adjective", "forms"),
    [
        # Masculine, feminine, neuter; nominative, accusative, genitive, instrumental: school grammar.
        ("СТАРЫЙ", "СТАРЫЙ СТАРЫЙ СТАРОГО СТАРЫМ СТАРАЯ СТАРУЮ СТАРОЙ СТАРОЙ СТАРОЕ СТАРОЕ СТАРОГО СТАРЫМ"),
        ("СИНИЙ", "СИНИЙ СИНИЙ СИНЕГО СИНИМ СИНЯЯ СИНЮЮ СИНЕЙ СИНЕЙ СИНЕЕ СИНЕЕ СИНЕГО СИНИМ"),
        ("ТИХИЙ", "ТИХИЙ ТИХИЙ ТИХОГО ТИХИМ ТИХАЯ ТИХУЮ ТИХОЙ ТИХОЙ ТИХОЕ ТИХОЕ ТИХОГО ТИХИМ"),
    ],
)
def test_russian_adjectives_agree(adjective, forms):
    cases = itertools.product("mfn", ("nom", "acc", "gen", "ins"))
    assert [declined(adjective, gender, case) for gender, case in cases] == forms.split()


def test_phrases_of_digits_are_groups_of_different_digits():
    for level, sizes in (("easy", [3]), ("medium", [3, 2]), ("hard", [3, 3])):
        words = phrase("digits", level, random.Random(1)).split()
        assert [len(word) for word in words] == sizes
        assert all(len({*word}) == len(word) for word in words)
        assert all(word.isdigit() for word in words)
    with pytest.raises(ProblemError, match="language='eo'"):
        phrase("eo", "easy", random.Random(1))


@pytest.mark.parametrize(("split", "blank"), [(0.0, 0.0), (1.0, 0.0), (0.5, 0.3)])
def test_glyphs_hide_one_symbol_each(split, blank):
    text = "ABRA CADABRA BAR"
    for seed in range(12):
        for labels in ("12345", "12", "123456789XYZ"):
            signs = glyphs_for(text, labels, random.Random(seed), split=split, blank=blank)
            assert [len(word) for word in signs.split()] == [len(word) for word in text.split()]
            behind = {}
            for sign, symbol in zip(signs.replace(" ", ""), text.replace(" ", ""), strict=True):
                if sign != ".":
                    assert behind.setdefault(sign, symbol) == symbol
            assert set(behind) <= set(labels)
            used, symbols = len(behind), len({*text} - {" "})
            if not split:
                assert used <= min(len(labels), symbols)
            if not split and not blank:
                assert used == min(len(labels), symbols)
                assert ("." in signs) == (len(labels) < symbols)


def test_who_should_begin_is_told_by_the_worth_of_a_first_action(monkeypatch):
    """The own hand is known; of others' the mean over hands dealt by chance."""
    dealt_out = [((1,), (number,)) for number in range(1, advising.WORLDS + 1)]
    monkeypatch.setattr(advising, "deal_hidden", lambda *_: (dealt_out.pop(), ()))
    seen = []

    def actions(_, view, hand, weights):
        seen.append((view.turn, tuple(hand)))
        return [RatedAction(sum(hand) * 0.5, STOP, ""), RatedAction(-1.0, PLAY, "")]

    monkeypatch.setattr(RolloutPolicy, "actions", actions)
    first = VIEW._replace(turn=2)
    found = advising.beginners(first)
    me = VIEW.seat
    assert found[me] == pytest.approx(sum(VIEW.hand) * 0.5)
    other = 3 - me
    mean = (advising.WORLDS + 1) / 4 if other == 2 else 0.5
    assert found[other] == pytest.approx(mean)
    assert {turn for turn, _ in seen} == {1, 2}
    assert [hand for turn, hand in seen if turn == me] == [tuple(VIEW.hand)]
