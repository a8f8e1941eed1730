"""The pieces of Enigma's play by themselves, each beside a second statement of what it promises."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations, product
from types import SimpleNamespace

import numpy as np
import pytest
from positions import dealt_to, play, seen_by

from deduce_models.enigma.advice.advice import _PLAIN, _REASONS
from deduce_models.enigma.advice.advice import _told as advised
from deduce_models.enigma.advice.doubters import doubt_chances, entitled
from deduce_models.enigma.advice.effects import Effects
from deduce_models.enigma.advice.evaluation import Outlook, _turns, setting_of
from deduce_models.enigma.advice.fitted import DOUBT, LIMIT, weights
from deduce_models.enigma.advice.move_values import VALUES
from deduce_models.enigma.answers.report import _believed
from deduce_models.enigma.belief.claims import Claim
from deduce_models.enigma.belief.draws import Draws
from deduce_models.enigma.belief.expected import FLOOR, _Ear, _told
from deduce_models.enigma.belief.lying import EXPECTED
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.knowledge.evidence import HardStep, steps
from deduce_models.enigma.knowledge.layouts import LayoutHistory
from deduce_models.enigma.players import named
from deduce_models.enigma.players.careful import Mind
from deduce_models.enigma.players.named import Bluffing
from deduce_models.enigma.records.reasons import reason
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.setup import PERMUTATIONS, bits
from deduce_models.enigma.rules.views import EnigmaView

ROOMS = ["Library", "Code", "Radio", "Tome", "Teamwork", "Command", "Bombe", "Phantom", "Machine"]
PEOPLE = ["Decrypter", "Messiah", "Medium", "Archivist", "Wanderer", "Ghost", "Saboteur"]
TOKENS = (0, CHAOS, DECRYPTION, CHAOS | DECRYPTION)


def beginning(mine: str, players: int = 4) -> EnigmaView:
    """The first turn as seat 1 sees it, which holds `mine` and knows nothing else."""
    others = [name for name in PEOPLE if name != mine]
    return seen_by(dealt_to(ROOMS, [mine, *others], players=players), 1)


def with_tokens(view: EnigmaView, tokens: int) -> EnigmaView:
    """The view with these tokens in the seat's own hand, whatever the others hold."""
    own = 1 << view.seat
    return view._replace(
        chaos=view.chaos & ~own | own * bool(tokens & CHAOS),
        keys=view.keys & ~own | own * bool(tokens & DECRYPTION),
    )


def outlook(view: EnigmaView, size: int = 40, seed: int = 1) -> Outlook:
    return Outlook(Draws(view, EXPECTED, size, random.Random(seed)), view.mine)


# Turns and seats.


def test_turns_still_begun_are_counted_by_going_round_the_table() -> None:
    for seats, keeper, slots in ((2, 1, 5), (3, 2, 4), (4, 4, 5), (5, 3, 3)):
        view = beginning("Wanderer", seats)
        setup = SimpleNamespace(keeper=keeper, last_time=slots)
        for turn, time in product(range(1, seats + 1), range(1, slots)):
            now = SimpleNamespace(setup=setup, turn=turn, time=time, seats=view.seats)
            begun, at, when = dict.fromkeys(range(1, seats + 1), 0), turn, time
            while True:
                at = at % seats + 1
                when += at == keeper  # Time goes on as the Time Keeper's turn begins
                if when >= slots:
                    break
                begun[at] += 1
            assert {seat: _turns(now, seat) for seat in begun} == begun


def test_who_may_doubt_is_asked_clockwise_from_the_claimant() -> None:
    for seats in (2, 3, 4, 5):
        view = beginning("Wanderer", seats)
        for turn, barred in product(range(1, seats + 1), range(0, 2 << seats, 2)):
            asked, seat = [], turn % seats + 1
            while seat != turn:
                if not barred >> seat & 1:
                    asked.append(seat)
                seat = seat % seats + 1
            silent, out = barred & 0b101010, barred & 0b010100
            assert entitled(view._replace(turn=turn, silent=silent, out=out)) == asked


def test_what_is_public_of_rivals_is_their_mean() -> None:
    """Of seats that do not say whatever comes, out of the game or not, with any tokens, each counted alone."""
    view = beginning("Decrypter")._replace(up=0b1010)
    for chaos, keys, silent, out in product((0, 4, 14), (0, 8, 22), (0, 8, 12), (0, 16)):
        now = view._replace(chaos=chaos, keys=keys, silent=silent, out=out)
        found, rivals = setting_of(now, {}), [seat for seat in (2, 3, 4) if not out >> seat & 1]
        mean = 1 / len(rivals)
        held = sum((chaos >> seat & 1) + (keys >> seat & 1) for seat in rivals)
        assert found.rivals == len(rivals)
        assert found.rival_tokens == pytest.approx(held * mean)
        assert found.known == 2  # nobody has looked, and two cards lie face up
        begun = [_turns(now, seat) - (silent >> seat & 1) for seat in rivals]
        assert found.rival_turns == pytest.approx(sum(begun) * mean)
        assert found.rounds == view.setup.last_time - 1 - view.time
        for turn, mute in product((1, 2), (0, 2)):
            mine = setting_of(now._replace(turn=turn, silent=silent | mute), {})
            begun_by_me = _turns(now._replace(turn=turn), 1)
            # Silence costs the next turn, or what is left of this one.
            assert mine.turns == begun_by_me - (bool(mute) and turn != 1)
            assert mine.silenced == bool(mute)
        some = {rivals[0]: 1.0}
        assert setting_of(now, some).rivals == pytest.approx(len(rivals) - 0.9)
        assert (
            setting_of(now, some).rival_tokens < found.rival_tokens or not (chaos | keys) >> rivals[0] & 1
        )


# The chance of winning.


@pytest.mark.parametrize("mine", PEOPLE)
def test_who_begins_no_further_turn_has_lost_unless_time_itself_wins(mine: str) -> None:
    now = outlook(beginning(mine), 20)
    for turns in range(-1, 4):
        setting = now.setting._replace(turns=turns)
        for ready, chance in product((False, True), (0.0, 0.4, 1.0)):
            worth = float(now.wait(chance, chance, ready, setting))
            if turns < 1 and mine != "Saboteur":
                assert worth == 0
            else:
                assert 0 < worth < 1


@pytest.mark.parametrize("mine", PEOPLE)
def test_a_mission_is_tried_with_the_token_it_asks_for(mine: str) -> None:
    view = beginning(mine)
    needs = view.setup.parts.characters[view.mine].token
    for tokens in TOKENS:
        now = outlook(with_tokens(view._replace(chaos=view.chaos | 4), tokens), 20)
        assert now.tokens == tokens
        fits = {
            "D": bool(tokens & DECRYPTION),
            "C": bool(tokens & CHAOS),
            "no C": not tokens & CHAOS,
            "": True,
        }
        assert now.ready(tokens) == fits[needs]


def test_naming_a_character_needs_a_rival_with_chaos() -> None:
    view = with_tokens(beginning("Medium"), 0)
    for chaos, out in ((0, 0), (4, 0), (4, 4), (12, 4), (12, 8), (16, 8), (24, 24), (28, 0)):
        now = outlook(view._replace(chaos=chaos, out=out), 10)
        able = [seat for seat in (2, 3, 4) if chaos >> seat & 1 and not out >> seat & 1]
        best = max((now.worlds.people[now.view.held[seat - 1]].max() for seat in able), default=0.0)
        assert now.accused == pytest.approx(best)
        assert now.ready(0) == bool(able)


# Effects.


def worth_of_a_look(now: Outlook, at: int, icons: bool) -> float:
    """The mean over the rooms that may lie there, each by itself."""
    total = 0.0
    for room in range(now.setup.cells):
        tokens = now.tokens | (max(now.setup.icons[room], 0) if icons else 0)
        ahead = now.progress
        total += float(ahead.seen[at, room]) * float(
            now.here(float(ahead.chances[at, room]), float(ahead.guesses[at, room]), tokens)
        )
    return total


@pytest.mark.parametrize(("mine", "tokens"), list(zip(PEOPLE, (*TOKENS, *TOKENS[1:]), strict=True)))
def test_effects_that_look_are_worth_the_best_look_elsewhere(mine: str, tokens: int) -> None:
    view = with_tokens(beginning(mine, 3), tokens)
    view = view._replace(cells=tuple(2 if at == 2 else -1 for at in range(9)), up=4)
    now = outlook(view)
    effects = Effects(now)
    still = float(now.here())
    for at in (0, 4, 8):
        closed = [cell for cell in range(9) if cell not in (at, 2)]
        best = max(worth_of_a_look(now, cell, False) for cell in closed)
        assert effects.value(0, at) == pytest.approx(
            max(worth_of_a_look(now, cell, True) for cell in closed)
        )
        assert effects.value(1, at) == pytest.approx(best if tokens & CHAOS else still)  # the Code
        assert effects.value(5, at) == pytest.approx(still if tokens & CHAOS else best)  # the Command Room
        assert effects.value(2, at) <= best + 1e-12  # the Radio shows it to everybody
    everywhere = now.setting._replace(known=9.0)
    assert effects.value(2, 0, everywhere) == pytest.approx(
        effects.value(1 if tokens & CHAOS else 5, 0, everywhere)
    )


@pytest.mark.parametrize("mine", ["Decrypter", "Messiah", "Medium"])
def test_the_bombe_takes_chaos_or_brings_decryption_and_the_phantom_turns_chaos(mine: str) -> None:
    bombe = {0: DECRYPTION, CHAOS: 0, DECRYPTION: DECRYPTION, CHAOS | DECRYPTION: DECRYPTION}
    for tokens in TOKENS:
        now = outlook(with_tokens(beginning(mine), tokens), 20)
        effects = Effects(now)
        assert effects.value(6, 0) == float(now.here(tokens=bombe[tokens]))
        assert effects.value(7, 0) >= float(now.here(tokens=tokens ^ CHAOS))
        assert effects.gains(0) == pytest.approx(
            [effects.value(room, 0) - float(now.here()) for room in range(9)]
        )


def test_the_phantom_brings_a_card_of_another_in_the_game_or_at_two_the_top_of_the_stack() -> None:
    for players, out in ((2, 0), (3, 8), (4, 20), (5, 0)):
        for mine in ("Wanderer", "Ghost"):
            view = beginning(mine, players)._replace(out=out)
            slots = Effects(outlook(view, 10)).new_slots()
            rivals = [seat - 1 for seat in range(2, players + 1) if not out >> seat & 1]
            expected = (rivals if players > 2 else []) + (
                [players] if players == 2 or mine == "Ghost" else []
            )
            assert sorted(slots) == sorted(expected)


def test_teamwork_serves_who_names_a_character_and_best_where_a_rival_has_chaos() -> None:
    view = beginning("Medium")
    for chaos, out in ((0, 0), (2, 0), (2, 8), (4, 0), (6, 4), (18, 16), (24, 24), (24, 8)):
        now = outlook(view._replace(chaos=chaos, out=out), 10)
        effects, still = Effects(now), float(now.here())
        now.worlds.people[1:4] = np.random.default_rng(1).dirichlet(np.ones(7), size=3)
        rivals = [seat for seat in (2, 3, 4) if not out >> seat & 1]
        if any(chaos >> seat & 1 for seat in rivals):
            expected = max(still, float(now.here(accused=1.0)))
        else:
            sure = max(float(now.worlds.people[now.view.held[seat - 1]].max()) for seat in rivals)
            expected = max(still, now.seen_later(now.setting), float(now.here(accused=sure)))
        assert effects.value(4, 0) == pytest.approx(expected)
    for mine in ("Decrypter", "Ghost"):
        now = outlook(beginning(mine), 10)
        assert Effects(now).value(4, 0) == float(now.here())


def test_the_last_round_of_the_tome_is_the_saboteurs() -> None:
    for mine in ("Saboteur", "Ghost", "Wanderer"):
        now = outlook(beginning(mine), 10)
        for silenced in (False, True):
            last = now.setting._replace(rounds=0, silenced=silenced)
            assert Effects(now).value(3, 0, last) == float(mine == "Saboteur" and not silenced)


def test_the_tome_costs_everybody_a_turn_and_opens_a_card_to_all() -> None:
    """Time goes on, nobody's turns fall below none, and what is looked at is what all see, known seven times in ten."""
    outlooks = [outlook(beginning(mine), 10) for mine in ("Wanderer", "Saboteur")]
    for now, rounds, turns, others in product(outlooks, (1, 2), (0, 1, 2), (0.0, 0.5, 2.0)):
        setting = now.setting._replace(rounds=rounds, turns=turns, rival_turns=others, known=2.0)
        after = setting._replace(
            rounds=rounds - 1, turns=max(turns - 1, 0), rival_turns=max(others - 1, 0.0), known=2.7
        )
        found = max(value for at, value in enumerate(Effects(now).looks(after)) if at != 3)
        assert Effects(now).value(3, 3, setting) == pytest.approx(float(found))
        radio = max(
            value for at, value in enumerate(Effects(now).looks(setting._replace(known=2.7))) if at != 3
        )
        assert Effects(now).value(2, 3, setting) == pytest.approx(float(radio))


def test_a_machine_moves_time_back_only_behind_the_first_round() -> None:
    """Rivals forget a third of the nine; who has seen nothing of its mission gains the round that comes back."""
    view = beginning("Ghost")
    for time in (1, 2, 3):
        now = outlook(view._replace(time=time), 10)
        back = int(time > 1)
        later = now.setting._replace(turns=now.setting.turns + back, rounds=now.setting.rounds + back)
        later = later._replace(
            known=now.setting.known * (1 - 3 / 9 / now.setting.rivals),
            rival_turns=now.setting.rival_turns + back,
        )
        assert Effects(now).value(8, 0) == pytest.approx(float(now.here(setting=later)))


# Doubts.


def test_a_guesser_takes_a_claim_for_a_lie_by_bayes() -> None:
    """A lie names a room as often as lies do, the truth the card that lies there: all cards and claims one by one."""
    view = beginning("Wanderer")._replace(seat=2, turn=1)
    one, by_habit, by_share, by_blank = weights("doubt", DOUBT)
    rng = np.random.default_rng(3)
    for rate in (0.05, 0.2, 0.5):
        lures = rng.dirichlet(np.ones(9))
        habits = SimpleNamespace(lies={1: rate}, doubts={2: 0.1})
        found = doubt_chances(view, 0, 1, habits, lures)
        for room in range(9):
            lie = sum(rate * lures[room] / 9 for card in range(9) if card != room)
            share = np.log(lie / ((1 - rate) / 9))
            usual = one + by_habit * np.log(0.1 / 0.9) + by_blank + by_share * np.clip(share, -LIMIT, LIMIT)
            assert found[room] == pytest.approx(min(0.9, 1 / (1 + np.exp(-usual))))


@pytest.mark.parametrize("often", [0.0, 1.0])
def test_a_bluffer_doubts_lies_it_knows_and_trusts_what_it_has_seen(
    monkeypatch: pytest.MonkeyPatch, often: float
) -> None:
    """However often it would doubt what it cannot know."""
    monkeypatch.setattr(named, "claiming", lambda *_, **__: SimpleNamespace(doubts=np.full(9, often)))
    state = play(dealt_to(ROOMS, PEOPLE, players=2), "peek 1", "claim Library", "trust")
    while state.actor != 2 or not any(move.kind is Kind.PEEK for move in state.moves()):
        state = play(state, next(str(move) for move in state.moves() if move.kind not in (Kind.MISSION,)))
        if not isinstance(state.actor, int):
            state = state.play(state.draw(random.Random(1)))
    state = play(state, "peek 4")
    view = seen_by(state, 2)  # seat 2 has seen the Tome at 4, and is now asked by seat 1
    moves = tuple(EnigmaMove(kind, -1, -1, kind.name.lower()) for kind in (Kind.DOUBT, Kind.TRUST))
    for seed, room in product(range(4), range(9)):
        asked = view._replace(turn=1, at=3, room=room, moves=moves)
        chosen = Bluffing()._doubt(asked, random.Random(seed))
        assert chosen.kind is (Kind.TRUST if room == 3 else Kind.DOUBT)
        unknown = Bluffing()._doubt(asked._replace(at=6), random.Random(seed))
        assert unknown.kind is (Kind.DOUBT if often or room == 3 else Kind.TRUST)


def test_silence_and_doubt_weigh_each_room_by_who_would_have_doubted() -> None:
    """What seats did that had looked, as the product of their chances, room by room."""
    setup = beginning("Wanderer").setup
    ears = {2: _Ear(0.9, 0.05, 0.3), 3: _Ear(0.6, 0.1, 0.4), 4: _Ear(0.8, 0.2, 0.5)}
    told = np.arange(1.0, 10.0) / 45
    for asked, seen, doubted in product((0, 4, 12, 28), (0, 8, 24), (0, 8, 20)):
        knew = asked & ~doubted
        spread = tuple(seen if at == 5 else 0 for at in range(9))
        claim = Claim(7, 1, 0, 2, 4, 0, knew, 0.2, seen=spread, doubted=doubted)
        first, *rest = _told(setup, claim, told, ears)
        expected = []
        for room in range(9):
            likely = told[room]
            for seat in bits(knew) if not doubted else ():
                likely *= 1 - (ears[seat].truth if room == 4 else ears[seat].lie)
            expected.append(0.0 if doubted and room == 4 else likely)
        assert (first.when, first.at) == (7, 2)
        assert first.likely == pytest.approx(np.maximum(expected, FLOOR * max(expected)))
        ratio = 1.0
        for seat in bits(seen & ~knew):
            lie, blind = ears[seat].lie, ears[seat].blind
            ratio *= lie / blind if doubted >> seat & 1 else (1 - lie) / (1 - blind)
        assert [(each.when, each.at) for each in rest] == ([(7, 5)] if seen & ~knew else [])
        for each in rest:
            assert each.likely == pytest.approx([ratio if room == 4 else 1.0 for room in range(9)])


# How a layout came about.


def test_histories_are_drawn_as_often_as_they_are_likely() -> None:
    """A mansion of four, two shuffles and a known laying: every history one by one."""
    steps = [
        HardStep("cell", 0, 0b0011, 0),
        HardStep("shuffle", 0b0111, 0, 1),
        HardStep("cell", 1, 0b1110, 2),
        HardStep("lay", 0b1011, 4, 3),
        HardStep("shuffle", 0b1110, 0, 4),
        HardStep("cell", 3, 0b1011, 5),
    ]

    def laid(world: tuple[int, ...], mask: int, way: int) -> tuple[int, ...]:
        triple, new = bits(mask), list(world)
        for place, source in zip(triple, PERMUTATIONS[way], strict=True):
            new[place] = world[triple[source]]
        return tuple(new)

    ways: dict[tuple[int, ...], list[tuple[tuple[int, ...], tuple[int, ...]]]] = {}
    for start in permutations(range(4)):
        for first, last in product(range(6), repeat=2):
            world, possible = start, True
            for step, way in zip(steps, (0, first, 0, 4, last, 0), strict=True):
                if step.kind == "cell":
                    possible &= bool(step.mask >> world[step.at] & 1)
                else:
                    world = laid(world, step.at, way)
            if possible:
                ways.setdefault(world, []).append((start, (first, 4, last)))
    history = LayoutHistory.of(4, steps)
    rng = np.random.default_rng(5)
    each = 100
    for now, stories in ways.items():
        starts, orders = history.back(np.array([now] * each), rng)
        drawn = [(tuple(a), tuple(b)) for a, b in zip(starts.tolist(), orders.tolist(), strict=True)]
        assert set(drawn) <= set(stories)
        for story in stories:  # all histories of a layout are equally likely; six standard errors
            share = 1 / len(stories)
            assert abs(drawn.count(story) / each - share) < 6 * (share * (1 - share) / each) ** 0.5 + 1e-9
    assert history.orders(np.array([3, 4, 1])) == {1: 3, 3: 4, 4: 1}


# The careful player, and what is said.


def test_a_mission_is_proven_when_every_card_it_needs_can_be_named_for_certain() -> None:
    """The Archivist names cards beside its own: all choices of positions, one by one."""
    view = beginning("Archivist")
    rng = random.Random(8)
    met = set()
    for case in range(300):
        n = rng.choice((5, 6, 9))
        up = sorted(rng.sample(range(n), rng.randint(0, n - 2)))
        layout = rng.sample(range(n), n)
        sure = {at for at in range(n) if rng.random() < 0.8} | set(up)
        cells = np.full((n, n), 0.3)
        for at in sure:
            cells[at] = 0.0
            cells[:, layout[at]] = 0.0
            cells[at, layout[at]] = 1.0
        mind = Mind.__new__(Mind)
        mind.cells, mind.view = (
            cells,
            SimpleNamespace(
                open=tuple(layout[at] if at in up else -1 for at in range(n)),
                chaos=0,
                out=0,
                seat=1,
                held=(),
            ),
        )
        mind.setup = SimpleNamespace(cells=n)
        calls = rng.randint(0, 4)
        mind.person = replace(view.setup.parts.characters[view.mine], calls=calls)
        mind.needed = [] if 0 in [layout[at] for at in up] else [0]
        down = [at for at in range(n) if at not in up]
        own = [layout.index(room) for room in mind.needed]
        others = [at for at in down if at not in own]
        known = all(at in sure for at in own) and sum(at in sure for at in others) >= min(
            calls, len(others)
        )
        assert mind.proven() == known, case
        met.add((known, bool(own), calls > 0))
    assert len(met) == 7  # nothing needed is never unproven


@pytest.mark.parametrize("mine", PEOPLE)
def test_who_needs_rooms_keeps_its_character_and_who_needs_none_takes_another(mine: str) -> None:
    mind = Mind(beginning(mine, 3))
    keep, swap, renew = (
        mind.value(EnigmaMove(kind, 2, 0, "")) for kind in (Kind.KEEP, Kind.SWAP, Kind.RENEW)
    )
    assert (swap < keep, renew < keep) == (bool(mind.person.rooms),) * 2


@pytest.mark.parametrize("seats", [[1], [2], [3], [1, 2], []])
def test_a_character_looked_at_is_known_to_who_looked_and_follows_its_card(seats: list[int]) -> None:
    """Seat 1 looks at seat 2's, which is then exchanged with seat 3's: the card is the same, named by its deal."""
    setup = beginning("Wanderer", 3).setup
    log = [
        Event(What.VIEW, 1, 2, 1, seen=4),
        Event(What.SWAP, 2, 3, 1, 2),
        Event(What.VIEW, 1, 3, 1, seen=4),
    ]
    known = [HardStep("card", 1, 1 << 4, when) for when in (0, 2)]
    assert list(steps(setup, log, seats)) == (known if 1 in seats else [])


def test_every_kind_of_move_has_its_reason() -> None:
    assert set(VALUES) == {*_REASONS, *_PLAIN}
    assert not set(_REASONS) & set(_PLAIN)
    for kind, text in _PLAIN.items():
        move = EnigmaMove(kind, -1, -1, kind.name)
        found = advised(SimpleNamespace(), move, 0.25)
        assert (found.move, found.value, found.reason, found.error) == (move, 0.25, text, 0.0)
        assert found.reason


def test_claims_are_shown_where_they_say_a_tenth_more_than_is_proven_and_more_than_even() -> None:
    rng = np.random.default_rng(2)
    shown = hidden = 0
    for _ in range(40):
        proven = rng.dirichlet(np.full(4, 0.4), size=4)
        proven[0] = np.eye(4)[1]  # what is proven needs no claim
        believed = rng.dirichlet(np.full(4, 0.4), size=4)
        found = _believed(proven, SimpleNamespace(claims=(1,), cells=believed))
        for at in range(4):
            before, after = max(proven[at].tolist()), max(believed[at].tolist())
            says_more = at > 0 and after > 0.5 and after / before > 1.1
            assert (at in found) == says_more
            shown, hidden = shown + says_more, hidden + (not says_more and after > before)
        assert _believed(proven, SimpleNamespace(claims=(), cells=believed)) == []
    assert shown
    assert hidden


@pytest.mark.parametrize(
    ("name", "said", "value", "sentence"),
    [
        ("sees", "Ann checks 3 Tome", True, "Ann checked that 3 is Tome, and it lies face up"),
        ("sees", "Ann checks 3 Tome", False, "Ann caught the lie that 3 is Tome"),
        ("medium", "Bob is Ghost", True, "the Medium learned that Bob is Ghost"),
        ("medium", "Bob is Ghost", False, "the Medium learned that Bob is not Ghost"),
    ],
)
def test_what_was_checked_is_told_by_what_it_was(name: str, said: str, value: bool, sentence: str) -> None:
    event = SimpleNamespace(kind="tell", name=name, said=said, value=value, part="turn")
    assert reason(event, None, ("Ann", "Bob")) == sentence


@pytest.mark.parametrize(("value", "gained"), [("C", "Chaos"), ("D", "Decryption"), ("nothing", "nothing")])
def test_what_the_library_gave_where_icons_are_free_is_told(value: str, gained: str) -> None:
    event = SimpleNamespace(kind="sense", name="gains", said="gains", value=value, part="Ann.look", seat=0)
    assert reason(event, None, ("Ann", "Bob")) == f"Ann gained {gained} through the Library"
