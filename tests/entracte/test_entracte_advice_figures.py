"""What advice says is what was computed: every figure, sentence and order, beside a second writing in plain words."""

import itertools
import math
import random
from collections import Counter, namedtuple
from dataclasses import replace
from types import SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest
from entracte_tools import random_state, table

from deduce.games.base import Advice
from deduce.ground.wording import figure, in_percent
from deduce_models.entracte.advice import chances as chances_of
from deduce_models.entracte.advice import informed, racing
from deduce_models.entracte.advice.calibration import later
from deduce_models.entracte.advice.contest import MARGIN, Prospect, _claims, by_cards, prospect
from deduce_models.entracte.advice.convention import decision, events
from deduce_models.entracte.advice.convention.events import EXCHANGED, RENEWED, after_keeping
from deduce_models.entracte.advice.convention.rule_card import by_rule_card, guess_advice, stopping
from deduce_models.entracte.advice.convention.table import best_assignment
from deduce_models.entracte.advice.convention.understanding import (
    card_values,
    codes_exchanging,
    own_weights_after,
    public_reading,
    public_weights,
)
from deduce_models.entracte.advice.evaluation import Evaluation, best_of_three
from deduce_models.entracte.advice.informed import stop_advice, turn_advice
from deduce_models.entracte.advice.race import DOUBT, GAIN, Race
from deduce_models.entracte.advice.racing import mean_of
from deduce_models.entracte.advice.search import _tried
from deduce_models.entracte.knowledge.belief import Belief
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.knowledge.sampling import code_sampler, pairs_of
from deduce_models.entracte.rules.setup import DECLARE, EXCHANGE, STOP, Kind

Guess = namedtuple("Guess", "seat item")
NAMES = ("Ann", "Bob", "Cid", "Dee")


def percent(chance):
    """A chance in words, where it is neither nearly nought nor nearly one."""
    assert 0.01 <= chance <= 0.99 or chance in (0, 1)
    return f"{chance:.0%}"


def turns(players, seed, **options):
    """Random positions of one game in which a seat has a turn, with its view."""
    rng = random.Random(seed)
    state = random_state(table(players, **options), rng, steps=0)
    while state.actor is not None and state.moves()[0].kind is not Kind.GUESS:
        if state.moves()[0].kind in (Kind.PLAY, Kind.PASS, Kind.EXCHANGE):
            yield state.view(state.actor)
        state = random_state(state, rng, steps=1)


def with_cards(view):
    cards = view.setup.parts.cards
    return [(move, cards[move.item] if move.kind is Kind.PLAY else ()) for move in view.moves]


def ranked(found):
    assert [item.value for item in found] == sorted((item.value for item in found), reverse=True)
    return {item.move: item for item in found}


@pytest.mark.parametrize("seats", [2, 3])
def test_chances_are_those_of_choosing_among_two_cards(seats):
    """A card with the better of two random numbers of matches is played, by one of the seats, each as often."""
    setup = table(seats).setup
    told, low = chances_of.chances(setup), 1e-9
    parts = setup.parts
    shares = [
        code_mask.bit_count() / len(parts.codes)
        for one, two in itertools.permutations(range(len(parts.cards)), 2)
        for code_mask in [parts.pairs[one][two]]
    ]
    share = sum(shares) / len(shares)

    def group(k, m, g):
        if not g or not m:
            return 1.0
        if k:
            return max(
                low, sum(weight * best(k, m, g, i) for i, weight in ((1, g / seats), (0, 1 - g / seats)))
            )
        return 1.0 if m == 1 or m == g == seats == 2 else 0.02 ** math.log2(math.perm(m, g))

    def card(k, m, g, inside, matched):
        """Of all ways to hold codes the mean chance that both parts, with a token and without, are told apart."""
        ways = list(itertools.permutations(range(m - inside), g - inside))
        tokens = [sum(code < matched for code in held) for held in ways]
        return sum(group(k - 1, matched, t) * group(k - 1, m - matched, g - t) for t in tokens) / len(ways)

    def best(k, m, g, inside):
        known = m - inside
        values = [card(k, m, g, inside, a) for a in range(known + 1)]
        likely = [math.comb(known, a) * share**a * (1 - share) ** (known - a) for a in range(known + 1)]
        pairs = itertools.product(zip(values, likely, strict=True), repeat=2)
        return sum(p * q * max(v, w) for (v, p), (w, q) in pairs)

    for k, m, g in itertools.product(range(3), range(1, 4), (1, 2)):
        if g <= m:
            assert told.groups[k, m, g] == pytest.approx(math.log(group(k, m, g)), abs=1e-6)
            for inside, matched in itertools.product((0, 1), range(m)) if k else ():
                found = told.cards[k, m, g, inside, matched]
                assert found == pytest.approx(math.log(card(k, m, g, inside, matched)), abs=1e-6)
    assert told.groups[0, 3, 0] == told.groups[2, 0, 0] == 0
    assert told.cards[1, 2, 1, 0, 3] == pytest.approx(
        math.log(low)
    )  # more than there are cannot be matched


def worth_of(told, last, worlds, public, card):
    """Bits of the tokens that a card brings, what it tells of the own codes, chances of tokens, the error of the bits."""
    parts, me, size = told.setup.parts, told.me, len(worlds)
    pair = parts.matched(last, card)
    patterns = Counter(tuple(bool(code & pair) for code in world) for world in worlds)
    bits = sum(n / size * math.log2(size / n) for n in patterns.values())
    spread = sum(n / size * (math.log2(size / n) - bits) ** 2 for n in patterns.values())
    own = bool(told.codes[me - 1] & pair)
    leak = math.log2(len(public) / sum(bool(each & pair) == own for each in public))
    tokens = [
        sum(n for key, n in patterns.items() if key[seat]) / size for seat in range(told.setup.players)
    ]
    return bits, leak, tokens, math.sqrt(spread / size)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 4)])
def test_a_card_of_the_competitive_game_is_its_tokens_less_what_it_tells(players, seed):
    seen = Counter()
    for view in itertools.islice(turns(players, seed, mode="competitive"), 0, None, 2):
        told, parts, me = evidence_of(view), view.setup.parts, view.seat
        last = parts.cards[view.row[-1]]
        found = ranked(by_cards(told, last, with_cards(view), random.Random(5), NAMES))
        assert set(found) == set(view.moves)
        draw, rng = code_sampler(told), random.Random(5)
        worlds = [draw(rng) for _ in range(200)]
        public = pairs_of(told.seen_by(0))[me - 1]
        listening = (
            players - 1 - sum(entry.kind == "declare" and entry.seat != me for entry in told.entries)
        )
        best = -math.inf
        for move, item in found.items():
            if move.kind is not Kind.PLAY:
                continue
            bits, leak, tokens, error = worth_of(told, last, worlds, public, parts.cards[move.item])
            assert (item.value, item.error) == (
                pytest.approx(bits - listening * leak),
                pytest.approx(error),
            )
            assert item.details == {
                "bits": pytest.approx(bits),
                "signals": tokens,
                "samples": 200,
                "leak": leak,
            }
            others = [f"{NAMES[s]} {percent(p)}" for s, p in enumerate(tokens) if s != me - 1]
            own = "an" if tokens[me - 1] else "no"
            assert item.reason == (
                f"{bits:.2f} bits about the others; a token from {', '.join(others)}; {own} own token, "
                f"which tells {leak:.2f} bits about my codes"
            )
            best = max(best, item.value)
            seen["own" if own == "an" else "none"] += 1
        if EXCHANGE in found:
            hand = {parts.cards[move.item] for move in found if move.kind is Kind.PLAY}
            known = hand | {parts.cards[card] for card in view.row}
            unseen = [worth_of(told, last, worlds, public, card) for card in set(parts.cards) - known]
            gains = [bits - listening * leak for bits, leak, *_ in unseen]
            new = best_of_three(gains)
            assert found[EXCHANGE].value == pytest.approx(new - MARGIN)
            assert found[EXCHANGE].reason == (
                f"a new hand promises {new:.2f}, the best card is worth {best:.2f}; exchanged for 0.3 more"
            )
            seen["exchange"] += 1
    assert min(seen["own"], seen["none"], seen["exchange"])


def test_the_highest_of_three_is_the_mean_over_all_threes():
    values = [0.5, -1.0, 2.0, 0.5, 1.25]
    threes = list(itertools.combinations(values, 3))
    assert best_of_three(values) == pytest.approx(sum(map(max, threes)) / len(threes))
    assert [best_of_three(values[:n]) for n in (0, 1, 2)] == [0.0, 0.5, 0.5]


def test_declaring_and_waiting_say_the_same_figures():
    silent = replace(DECLARE, kind=Kind.SILENT)
    view = SimpleNamespace(moves=(DECLARE, silent))
    for chance, now, waits in ((0.25, 0.3, 0.4), (0.25, 0.4, 0.3), (1.0, 0.4, 0.6), (0.25, 0.4, 0.4)):
        for exact in (True, False):
            told = Prospect(chance, exact, 2.345, now, waits)
            first, second = _claims(view, told)
            good = chance == 1 or now > waits
            assert first.move == (DECLARE if good else silent)
            assert first.value >= second.value
            declaring, waiting = (first, second) if good else (second, first)
            assert declaring.reason == (
                f"the best guesses are all right with chance {percent(chance)}; 2.3 of them expected; "
                f"wins {percent(now)}, waiting {percent(waits)} (a model of the race)"
            )
            assert waiting.reason == (
                f"waiting wins {percent(waits)}, declaring now {percent(now)} (a model of the race)"
            )
            assert declaring.details == {"chance": chance, "right": 2.345, "later": waits}
            assert (waiting.value, waiting.details) == (waits, {"later": waits})
            assert (declaring.unit, waiting.unit) == ("win", "win")
            assert declaring.kind == ("exact" if exact and chance == 1 else "heuristic")
            assert waiting.kind == "heuristic"


def fate_is(patch, heard, right, rivals, asked):
    """Given what each seat hears, how likely my guesses are right after so many cards, and how rivals come out."""

    def ahead(_, joins):
        asked.append(joins)
        return {2: 3}, heard

    patch.setattr(Race, "ahead", ahead)
    patch.setattr(Race, "right", lambda _, plays: right[plays])
    patch.setattr(Race, "_rival", lambda _, rival, joins, pile: rivals[rival] if pile == 3 else None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_race_is_won_by_the_largest_pile_of_who_has_everything_right(players, monkeypatch):
    """Rivals are ahead, even or behind, each by itself; of so many who are even one wins."""
    draw = random.Random(players)
    told = SimpleNamespace(me=2, setup=SimpleNamespace(players=players, option=lambda name: "notes"))
    for turns_, now in itertools.product((0, 2, None), (False, True)):
        rivals = {}
        for seat in {*range(1, players + 1)} - {2}:
            ahead = draw.random() / 2
            rivals[seat] = (ahead, (1 - ahead) * draw.random())
        right = {plays: draw.random() for plays in range(9)}
        asked = []
        race = Race(told, 5, 1, 2, frozenset(), {}, (), (), right[0])
        heard = {seat: seat + 1 for seat in range(1, players + 1)}
        fate_is(monkeypatch, heard, right, rivals, asked)
        won = none = 0.0
        for fate in itertools.product(("ahead", "even", "behind"), repeat=players - 1):
            chance = math.prod(
                {"ahead": a, "even": e, "behind": 1 - a - e}[f]
                for f, (a, e) in zip(fate, rivals.values(), strict=True)
            )
            won += chance * ("ahead" not in fate) / (1 + fate.count("even"))
            none += chance * (set(fate) == {"behind"})
        mine = right[0 if now else 3]
        wanted = mine * won + ((1 - mine) * none / players if turns_ is None else 0)
        assert race.winning(turns_, now=now) == pytest.approx(wanted)
        assert asked == [{} if turns_ is None else {2: turns_}]
        table_told = replace(
            race,
            told=SimpleNamespace(me=2, setup=SimpleNamespace(players=players, option=lambda name: "table")),
        )
        assert table_told.winning(0, now=True) == pytest.approx(right[players + 1] * won)


def test_guesses_get_surer_with_every_card_and_are_what_they_are_before_the_next():
    """Each card halves `GAIN` times what is open of every other seat; the own codes are known."""
    told = SimpleNamespace(me=2)
    race = Race(told, 5, 1, 2, frozenset(), {}, (4.0, 9.0, 7.0), (), 0.37)
    assert race.right(0) == race.right(-1) == 0.37
    for plays in (1, 2.5):
        assert race.right(plays) == pytest.approx(
            1 / math.prod(1 + n / 2 ** (GAIN * plays) for n in (3, 6))
        )


def test_a_rival_is_certain_before_one_of_its_turns_or_not_in_time():
    """By the cards it hears until then, each turn by itself; one asked after me cannot have been certain already."""
    from test_entracte_contest import positions

    state = next(s for s in positions(3, 5) if s.moves()[0].kind is Kind.SILENT and len(s.row) == 8)
    for me, rival, last in itertools.permutations((1, 2, 3)):
        told = evidence_of(state.view(me))
        for last_, public in itertools.product((last, me), ((3, 4, 5),)):
            due = last_ % 3 + 1
            race = Race(told, 8, last_, due, frozenset(), {}, (1, 1, 1), public, 0.5)
            done = Race(told, 8, last_, due, frozenset({rival}), {rival: 1}, (1, 1, 1), public, 0.5)
            extra, _ = done.ahead({me: 1, rival: 0})
            for pile in range(4):
                sure = 1 - DOUBT
                got = done._rival(rival, {me: 1, rival: 0}, pile)
                assert got == (sure * (1 + extra[rival] > pile), sure * (1 + extra[rival] == pile))
                # Who is asked before me in this round would have said so; who is asked after me may be certain now.
                order = [(last_ + k - 1) % 3 + 1 for k in range(3)]
                known = race._certain(rival, 0 if order.index(rival) < order.index(me) else -1)
                share = {}  # pile cards -> chance
                before = known
                for turn in range(13):
                    more, heard = race.ahead({me: 1, rival: turn})
                    if turn and not more[rival]:
                        break
                    now = max(race._certain(rival, heard[rival]), known)
                    share[more[rival]] = share.get(more[rival], 0) + (now - before) / (1 - known)
                    before = now
                _, heard = race.ahead({me: 1})
                late = max(0.0, (race._certain(rival, heard[rival]) - before) / (1 - known))
                ahead = sum(chance for cards, chance in share.items() if cards > pile)
                even = share.get(pile, 0.0) + (late if pile == 0 else 0)
                assert race._rival(rival, {me: 1}, pile) == (pytest.approx(ahead), pytest.approx(even))


class Noted(Race):
    """A race that notes what it is asked: a later turn promises more, never declaring the least."""

    asked: ClassVar[list] = []

    def winning(self, turns, *, now=False):
        self.asked.append((turns, now, self))
        return 0.1 if now else 0.2 + 0.01 * (turns or 0)


def test_what_declaring_promises_is_the_best_of_the_turns_compared(monkeypatch):
    """Waiting is worth the best of the next own turns but the one that is due now, and of never declaring."""
    from test_entracte_contest import positions

    monkeypatch.setattr("deduce_models.entracte.advice.contest.Race", Noted)
    seen = set()
    for state in itertools.islice(positions(2, 1), 2, 40, 9):
        for me in (1, 2):
            told = evidence_of(state.view(me))
            Noted.asked.clear()
            found = prospect(told, random.Random(1), len(state.row))
            asked, race = [(turns, now) for turns, now, _ in Noted.asked], Noted.asked[0][2]
            first = 1 if race.due == me else 0
            assert sorted(asked, key=str) == sorted(
                [(0, True), *((turns, False) for turns in (*range(first, 6), None))], key=str
            )
            assert (found.now, found.later) == (0.1, 0.25)
            assert race.mine[me - 1] == 1
            rivals = [options for seat, options in enumerate(pairs_of(told), 1) if seat != me]
            assert math.prod(race.mine) == pytest.approx(max(1, 1 / found.chance))
            assert list(race.public) == [len(options) for options in pairs_of(told.seen_by(0))]
            assert race.row == len(state.row)
            played = [entry.seat for entry in told.entries if entry.turn]
            assert race.last == (played[-1] if played else race.last)
            assert len(rivals) == 1
            seen.add(first)
    assert seen == {0, 1}


def test_stopping_says_what_is_left_open():
    view = next(turns(3, 1))
    valued = Evaluation.of(view)
    assert not valued.public.everyone_sure
    item = stop_advice(STOP, valued)
    worlds = valued.mine.count
    assert item.reason == f"{worlds} worlds left to guess among ({math.log2(worlds):.1f} bits open)"
    assert (item.value, item.unit) == (-max(valued.mine.bits, valued.public.bits), "compared")
    assert item.details == {"worlds": worlds, "everyone_sure": False}
    sure = replace(valued, public=Belief((1, 2, 4)))
    assert sure.public.everyone_sure
    item = stop_advice(STOP, sure)
    assert (item.value, item.reason) == (math.inf, "everyone is sure of every code")


@pytest.mark.parametrize(("players", "seed"), [(2, 2), (4, 3)])
def test_a_card_of_the_cooperative_game_says_its_worth(players, seed):
    seen = set()
    for view in itertools.islice(turns(players, seed), 0, None, 3):
        valued = Evaluation.of(view)
        for below in (0.0, 99.0):
            found = ranked(turn_advice(valued, with_cards(view), NAMES, exchange=below))
            assert set(found) == set(view.moves)
            best = max((item.value for move, item in found.items() if move.kind is Kind.PLAY), default=0.0)
            for move, item in found.items():
                assert item.unit == ("compared" if move == STOP else "bits")
                if move.kind is Kind.PLAY:
                    worth = valued.value(view.setup.parts.cards[move.item])
                    assert item.details == {
                        "bits": worth.bits,
                        "signals": list(worth.signals),
                        "leak": worth.leak,
                    }
                    assert item.value == worth.bits
                    assert f"tells {worth.leak:.2f} bits about the own code" in item.reason
                    assert item.reason.startswith(f"{worth.bits:.2f} bits for the team; a token from ")
                    named = [name for name in NAMES[:players] if name in item.reason]
                    assert named == [
                        name for seat, name in enumerate(NAMES[:players], 1) if seat != view.seat
                    ]
                elif move.kind is Kind.PASS:
                    assert (item.value, item.reason) == (0.0, "no card of the hand may be played")
                elif move == EXCHANGE:
                    new = valued.exchange() if best < below else -1
                    seen.add(new > best)
                    if new > best:
                        assert item.value == new
                        assert item.details == {"bits": new, "best_card": best}
                        assert item.reason == (
                            f"a new hand promises {new:.2f} bits, the best card now only {best:.2f}"
                        )
                    else:
                        assert best - 1e-6 < item.value < best
                        assert item.details == {"best_card": best}
                        assert item.kind == "heuristic"
                        assert item.reason == (
                            f"worth keeping for a worse hand while a card brings {best:.2f} bits"
                        )
    assert seen == {True, False}


def test_an_exchange_draws_three_of_the_cards_that_are_not_seen():
    view = next(v for v in turns(2, 2) if len(v.row) > 3)
    valued, cards = Evaluation.of(view), view.setup.parts.cards
    unseen = [card for number, card in enumerate(cards) if number not in (*view.row, *view.hand)]
    worth = [0.0 if valued.restricted(card) & view.code else valued.value(card).bits for card in unseen]
    threes = list(itertools.combinations(sorted(worth), 3))
    assert valued.exchange() == pytest.approx(sum(three[2] for three in threes) / len(threes))


def test_a_move_tried_in_imagined_games_says_in_how_many_everything_was_proved():
    view = next(v for v in turns(3, 1) if EXCHANGE in v.moves and v.moves[0].kind is Kind.PLAY)
    valued, card = Evaluation.of(view), view.moves[0]
    tried = {
        card: np.array([1.0, 0.98, 0.5, 0.4, 0.9, 0.2]),
        EXCHANGE: np.array([0.9, 0.5, 0.1, 0.0]),
    }
    for move, proved, worlds in ((card, 3 / 6, 6), (EXCHANGE, 1 / 4, 4)):
        for until in (view.setup.quick, view.setup.limit):
            item = _tried(move, tried, card, valued, until, NAMES)
            chance = 1 - (1 - proved) ** later("cooperative", 3, in_time=until == view.setup.quick)
            assert item.details.items() >= {"proved": proved, "worlds": worlds}.items()
            assert item.details["chance"] == pytest.approx(chance)
            assert item.reason.startswith(
                f"everything proved by card {until} with chance {percent(chance)} ({worlds} imagined games)"
            )
            own, lead = tried[move], tried[card]
            assert item.value == pytest.approx(lead.mean() + (own - lead[:worlds]).mean())
            assert (item.value, item.error) == mean_of(move, tried, card)
            assert item.error == pytest.approx(own.std() / math.sqrt(worlds))
            assert (item.kind, item.unit) == ("sampled", "compared")
            if move == EXCHANGE:
                assert item.reason.endswith(", three new cards, once a game")
            else:
                worth = valued.value(view.setup.parts.cards[move.item])
                assert item.details["bits"] == worth.bits
                assert item.details["signals"] == list(worth.signals)
                assert f"; {worth.bits:.2f} bits for the team; a token from " in item.reason


def test_by_the_convention_the_exchange_stands_where_the_code_puts_it():
    seen = Counter()
    for seed in range(6):
        for view in itertools.islice(turns(3, seed), 3):
            if EXCHANGE not in view.moves:
                continue
            plays = [move for move in view.moves if move.kind is Kind.PLAY]
            told = [Advice(move, 5.0 - k, "", unit="compared") for k, move in enumerate(plays)]
            found = decision._signalled(view, told)
            ranked(found)
            codes = codes_exchanging(view.setup, public_weights(view), len(view.row), view.seat - 1)
            swaps = bool(codes[view.code.bit_length() - 1]) if plays else found[0].move == EXCHANGE
            does = "exchanging" if swaps else "keeping the hand"
            exchange = next(item for item in found if item.move == EXCHANGE)
            assert exchange.reason == (
                f"by the convention {does} tells that the own code is one of those that do so now"
            )
            place = [item.move for item in found].index(EXCHANGE)
            assert place == (0 if swaps else len(found) - 1)
            if plays:
                assert exchange.value == (5.0 if swaps else told[-1].value)
            assert {item.move for item in found} == {m for m in view.moves if m != STOP}
            seen[swaps] += 1
    assert min(seen[True], seen[False])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_another_pass_ends_the_game_once_all_others_have_passed(seats):
    kinds = (Kind.PLAY, Kind.PASS, Kind.EXCHANGE)
    for length in range(seats + 1):
        for done in itertools.product(kinds, repeat=length):
            log = []
            for number, kind in enumerate(done):
                log += [(number, SimpleNamespace(kind=kind)), (0, SimpleNamespace(kind=Kind.DRAW))]
            others = done[-(seats - 1) :]
            wanted = len(others) == seats - 1 and all(kind is Kind.PASS for kind in others)
            assert events.last_to_pass(SimpleNamespace(log=log, seats=seats)) is wanted


def test_stopping_for_the_best_result_comes_before_everything_else():
    view = SimpleNamespace(moves=(EXCHANGE, STOP))
    first, second = stopping(view, 0.8)
    assert (first.move, first.value, second.value) == (STOP, 0.8, 0.0)
    assert first.reason == "all guesses are right with chance 80%, if partners keep the convention"
    assert second.reason == "too late for the best result"
    assert {first.unit, second.unit} == {"right"}


def test_by_the_rule_card_every_move_has_its_place():
    seen = set()
    for seed in range(3):
        for view in itertools.islice(turns(2, seed), seed % 2, None, 2):
            found = by_rule_card(view, random.Random(1))
            ranked(found)
            assert {item.move for item in found} == set(view.moves)
            for item in found:
                if item.move == EXCHANGE:
                    swaps = found[0].move == EXCHANGE
                    does = "exchanging now" if swaps else "keeping the hand"
                    if item.unit == "compared":
                        assert item.reason == f"by the rule card {does} is a sign of the own code"
                        seen.add(does)
                elif item.move.kind is Kind.PLAY and "rule card" in item.reason:
                    if item is not found[0]:
                        assert item.reason == (
                            f"{figure(item.value, 2)} bits of tokens and about the own code, to partners who know the "
                            "rule card"
                        )
                    seen.add(item.unit)
    assert seen == {"exchanging now", "keeping the hand", "bits"}


@pytest.mark.parametrize(
    "masks", [(0b111, 0b1011, 0b110), (0b11, 0b11, 0b111), (0b1, 0b111111111100, 0b10)]
)
def test_guesses_by_the_convention_say_the_share_of_the_likeliest_way(masks):
    """Of all ways to hold different codes; of a seat the eight likeliest codes are looked at."""
    weights = [{code: 1.0 + (7 * code + 3 * seat) % 11 for code in range(12)} for seat in range(3)]
    open_codes = [[code for code in range(12) if mask >> code & 1] for mask in masks]
    likely = [sorted(codes, key=lambda c, s=s: -weights[s][c])[:8] for s, codes in enumerate(open_codes)]
    ways = {
        way: math.prod(weights[s][c] for s, c in enumerate(way))
        for way in itertools.product(*likely)
        if len(set(way)) == 3
    }
    total, best = sum(ways.values()), max(ways, key=ways.get)
    assert best_assignment(Belief(masks), weights) == best
    for seat in (1, 2, 3):
        view = SimpleNamespace(moves=tuple(Guess(seat, code) for code in range(12)))
        found = guess_advice(view, Belief(masks), weights)
        ranked(found)
        assert found[0].move.item == best[seat - 1]
        assert {item.move for item in found} == set(view.moves)
        for item in found:
            chance = (
                max((p for way, p in ways.items() if way[seat - 1] == item.move.item), default=0.0) / total
            )
            said = in_percent(chance)
            assert item.reason == f"all guesses right with chance {said}, if partners keep the convention"
            assert item.value == pytest.approx(chance) or item is found[0]
    assert best_assignment(Belief((1, 1, 2)), weights) == ()


@pytest.mark.parametrize("seed", [1, 6])
def test_what_a_card_will_tell_of_the_own_code_is_what_is_read_once_it_lies(seed):
    compared = 0
    for view in itertools.islice(turns(3, seed), 1, 6, 2):
        past, own = after_keeping(view), view.seat - 1
        if any(seat == own and card in (EXCHANGED, RENEWED) for seat, card, _ in past):
            continue
        public, reading = public_weights(view, past), public_reading(view, past)
        worth = card_values(view.setup, public, view.row[-1], len(view.row), own)
        for move in view.moves:
            if move.kind is Kind.PLAY:
                told = own_weights_after(reading, view.setup, own, move.item, worth)
                after = public_weights(view, (*past, (own, move.item, 0)))[own]
                assert told.tolist() == pytest.approx(after.tolist(), rel=1e-4, abs=1e-7)
                assert told.sum() == pytest.approx(1, rel=1e-5)
                compared += 1
    assert compared > 3


def test_a_race_asks_so_many_worlds_and_drops_what_is_surely_worse():
    a, b, c = "abc"
    asked = []

    def values(running, games):
        asked.append(("".join(running), games))
        wave = np.arange(games) % 2
        return np.array(
            [{a: 0.5 + 0 * wave, b: 0.5 + 0.02 * (wave - 0.5), c: 0.3 + 0 * wave}[m] for m in running]
        )

    found = racing.race([a, b, c], values, samples=25, chunk=10)
    assert asked == [("abc", 10), ("ab", 10), ("ab", 5)]
    assert {move: len(told) for move, told in found.items()} == {a: 25, b: 25, c: 10}
    asked.clear()
    racing.race([a, b], values, samples=20, chunk=10, time_limit=0)
    assert asked == [("ab", 10)]
    assert racing.race([a], values, samples=20, chunk=10)[a].size == 0
    asked.clear()
    racing.race([a, b], values, samples=20, chunk=10, time_limit=60)
    assert asked == [("ab", 10)] * 2
    told = {a: np.array([1.0, 1.0]), b: np.array([5.0]), c: np.array([0.5, 2.0])}
    assert racing.leader(told) == c  # of those that went through most worlds
    for more, worse in ((0.31, True), (0.29, False), (-1.0, False)):
        lead = np.array([more - 0.1, more + 0.1] * 2)  # three standard errors are 0.15 at four worlds
        assert bool(racing._worse(lead - 0.15)) == worse


def test_guesses_are_right_where_they_and_all_made_before_are(monkeypatch):
    """What was guessed already is taken for right as long as it can be."""
    masks = (0b111, 0b110, 0b1011)
    able = [[code for code in range(4) if mask >> code & 1] for mask in masks]
    worlds = [world for world in itertools.product(*able) if len({*world}) == 3]
    monkeypatch.setattr(informed, "belief_of", lambda _: Belief(masks))
    moves = [Guess(3, code) for code in range(4)]
    for made in ((), (Guess(1, 0),), (Guess(1, 0), Guess(2, 0)), (Guess(1, 3), Guess(2, 1))):
        view = SimpleNamespace(
            seat=1, guesses=(made, (), ()), moves=moves, setup=SimpleNamespace(competitive=False),
        )  # fmt: skip
        left = worlds
        for guess in made:
            left = [world for world in left if world[guess.seat - 1] == guess.item] or left
        for item in informed._guesses(view, random.Random(1)):
            chance = sum(world[2] == item.move.item for world in left) / len(left)
            assert (item.value, item.details, item.unit) == (
                pytest.approx(chance),
                {"worlds": len(left)},
                "right",
            )
            said = (
                "certain"
                if chance == 1
                else f"right with chance {in_percent(chance, 1)}"
                if chance
                else "cannot be"
            )
            assert item.reason == said
    drawn = [(0b11, 0b100), (0b11, 0b1000), (0b101, 0b10), (0b11, 0b100)]
    monkeypatch.setattr(informed, "_samples", lambda *_, noted: drawn if not noted else drawn[:1])
    moves = [Guess(2, code) for code in range(4)]
    for made, fits in (
        ((), drawn),
        ((Guess(1, 1),), [drawn[0], drawn[1], drawn[3]]),
        ((Guess(1, 3),), drawn),
    ):
        setup = SimpleNamespace(competitive=True, option=lambda _: "table")
        view = SimpleNamespace(seat=1, guesses=(made, ()), moves=moves, setup=setup)
        for item in informed._guesses(view, random.Random(1)):
            chance = sum(world[1] >> item.move.item & 1 for world in fits) / len(fits)
            assert item.value == pytest.approx(chance)
            count = len(fits)  # of Wilson's interval, as few samples say nothing for certain
            spread = math.sqrt(chance * (1 - chance) / count + 1 / (4 * count**2)) / (1 + 1 / count)
            assert item.error == pytest.approx(spread)
            assert item.reason == f"right with chance {in_percent(chance, sampled=True)}"
