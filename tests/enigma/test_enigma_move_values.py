"""What each kind of Enigma's moves is worth, beside what its player should want: orders, equal cases, sums of chances."""

from __future__ import annotations

import math
import random
from itertools import combinations, permutations, product
from types import SimpleNamespace

import numpy as np
import pytest
from positions import dealt_to, play, seen_by
from test_enigma_play_pieces import PEOPLE, ROOMS, TOKENS, beginning, with_tokens

from deduce_models.enigma.advice.advice import _look, _spend
from deduce_models.enigma.advice.doubters import OpponentModel
from deduce_models.enigma.advice.expectimax import LEARNED, Decision, more
from deduce_models.enigma.advice.move_values import VALUES
from deduce_models.enigma.belief.lying import EXPECTED
from deduce_models.enigma.components.parts import CHAOS
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.setup import bits
from deduce_models.enigma.rules.views import EnigmaView


def decided(view: EnigmaView, seed: int = 1) -> Decision:
    return Decision(view, EXPECTED, random.Random(seed), effort=0.05)


def worth(now: Decision, kind: Kind, at: int = -1, what: int = -1) -> float:
    return float(VALUES[kind](now, EnigmaMove(kind, at, what, kind.name.lower())))


def after_a_look(mine: str = "Wanderer") -> EnigmaView:
    """Seat 1 has looked at position 4 and named what lies there, and everybody has trusted it."""
    others = [name for name in PEOPLE if name != mine]
    state = play(dealt_to(ROOMS, [mine, *others], players=3), "peek 4", "claim Tome", "trusted")
    return seen_by(state, 1)


def test_the_cards_shuffled_are_those_least_known_to_oneself_and_most_to_others() -> None:
    view = after_a_look()._replace(at=8)
    now = decided(view)
    known = {at: float(now.worlds.cells[at].max()) for at in range(9)}
    values = {
        places: worth(now, Kind.SHUFFLE, sum(1 << at for at in places))
        for places in combinations(range(8), 2)
    }
    mine = [value for places, value in values.items() if 3 in places]
    others = [value for places, value in values.items() if 3 not in places]
    assert known[3] == 1
    assert max(mine) < min(others)
    assert max(values.values()) < now.base
    seen = view._replace(log=(*view.log, view.log[-1]._replace(kind=view.log[1].kind, seat=2, at=0)))
    again = decided(seen)
    assert worth(again, Kind.SHUFFLE, 0b11) > worth(again, Kind.SHUFFLE, 0b110)


@pytest.mark.parametrize("mine", ["Wanderer", "Ghost"])
def test_the_ghost_takes_a_new_character_and_lays_what_is_least_known(mine: str) -> None:
    now = decided(after_a_look(mine))
    drawn = now.effects.value_of_character(now.view.stack[0])
    for order in permutations((0, 5, 3)):
        assert worth(now, Kind.GHOST, sum(1 << at for at in order)) == worth(now, Kind.GHOST, 0b101001)
    assert worth(now, Kind.GHOST, 0b100011) > worth(now, Kind.GHOST, 0b101001) > drawn
    assert worth(now, Kind.RENEW) == pytest.approx(drawn)
    for seat in (2, 3):
        slot = now.view.held[seat - 1]
        assert worth(now, Kind.SWAP, seat) == pytest.approx(now.effects.value_of_character(slot))
        each = [now.effects.as_character(card) for card in range(7)]
        assert now.effects.value_of_character(slot) == pytest.approx(float(now.worlds.people[slot] @ each))


def test_a_look_at_a_character_is_worth_the_more_the_less_is_known() -> None:
    for mine, chaos in (("Wanderer", 0), ("Medium", 0), ("Medium", 4)):
        now = decided(beginning(mine, 3)._replace(chaos=chaos))
        now.worlds.people[:] = 0.0
        now.worlds.people[1, :2] = 0.5
        now.worlds.people[2, 0] = 1.0
        unknown, known = worth(now, Kind.VIEW, 2), worth(now, Kind.VIEW, 3)
        assert known >= now.base
        assert unknown > known or mine == "Medium"
        if mine == "Medium":
            # What is seen of who has Chaos may be named at once.
            there = float(now.now.here(accused=1.0))
            later = max(now.base, now.now.seen_later(now.now.setting))
            assert unknown == pytest.approx((there if chaos else later) + 0.001)
            assert known == pytest.approx(later)
        else:
            assert unknown - known == pytest.approx(0.001)  # a bit more, at a thousandth


def test_chaos_is_flipped_where_it_hurts() -> None:
    """Who needs Chaos is robbed of it, and who must be without it is given some."""
    for mine in ("Wanderer", "Decrypter"):
        now = decided(beginning(mine, 3)._replace(chaos=4))
        for slot in (1, 2):
            for card, name in enumerate(PEOPLE):
                now.worlds.people[slot] = np.eye(7)[card]
                hurts = name == ("Messiah" if slot == 1 else "Medium")
                assert worth(now, Kind.FLIP, slot + 1) == pytest.approx(now.base + 0.01 * hurts)
    now = decided(beginning("Medium", 3)._replace(chaos=4))
    now.worlds.people[1], now.worlds.people[2] = [0.7, 0.3, 0, 0, 0, 0, 0], [0.1, 0.9, 0, 0, 0, 0, 0]
    assert worth(now, Kind.FLIP, 3) == pytest.approx(float(now.now.here(accused=0.9)))
    assert worth(now, Kind.FLIP, 2) == pytest.approx(float(now.now.here(accused=now.now.accused)))


def test_giving_chaos_back_is_worth_what_is_then_held_and_staying_what_is_held_now() -> None:
    for tokens in TOKENS:
        now = decided(with_tokens(beginning("Messiah", 3), tokens))
        assert worth(now, Kind.CANCEL) == pytest.approx(float(now.now.here(tokens=tokens & ~CHAOS)))
        assert worth(now, Kind.KEEP) == worth(now, Kind.REST) == now.base
        left = worth(now, Kind.END)
        assert (max(left, now.plan.chance) if now.now.ready(tokens) else left) == pytest.approx(now.base)


def test_a_call_is_the_chance_of_it_and_of_what_is_named_after_it() -> None:
    view = after_a_look("Archivist")
    now = decided(view)
    calls = now.now.person.calls
    for at in range(9):
        if view.open[at] >= 0:
            continue
        for room in (3, 5):
            found = worth(now, Kind.CALL, at, room)
            assert 0 <= found <= now.worlds.cells[at, room] + 1e-9
            if (at == 3) != (room == 3):
                assert found == 0
    # With the Tome known at 4 that leaves the others, each as good as any other.
    down = sum(room < 0 for room in view.open)
    rest = [1 / (down - 1 - step) for step in range(calls - 1)]
    assert worth(now, Kind.CALL, 3, 3) == pytest.approx(math.prod(rest))


def test_a_card_is_revealed_where_the_likeliest_plan_has_it() -> None:
    now = decided(after_a_look("Wanderer"))
    steps = dict(now.plan.steps)
    assert steps[3] == 3  # the Tome, which was seen at 4
    assert set(steps.values()) == set(bits(now.now.person.rooms))
    for at in range(9):
        assert worth(now, Kind.REVEAL, at) == (now.plan.chance if at in steps else 0.0)
    assert worth(now, Kind.MISSION) == now.plan.chance
    assert now.plan.chance == pytest.approx(1 / (8 * 7))  # the two others lie anywhere else
    assert now.plan.proven == pytest.approx(now.plan.chance)
    for mine in ("Ghost", "Saboteur"):
        assert worth(decided(after_a_look(mine)), Kind.MISSION) == 0


def test_a_gain_takes_its_part_of_what_is_missing_and_a_loss_of_what_there_is() -> None:
    values = np.linspace(0, 1, 5)
    for base in (0.2, 0.7):
        assert more(values, 0.0, base) == pytest.approx(values)
        assert more(np.array(base), 1 - base, base) == pytest.approx(1)
        assert more(np.array(base), -base, base) == pytest.approx(0)
        for gain in (-0.15, -0.05, 0.1, 0.2):
            found = more(values, gain, base)
            assert more(np.array(base), gain, base) == pytest.approx(base + gain)
            assert ((found >= 0) & (found <= 1)).all()
            assert (np.diff(found) > 0).all()
            assert ((found > values) == (gain > 0))[1:-1].all()


def test_who_is_accused_is_worth_the_chance_of_it() -> None:
    now = decided(beginning("Medium", 3))
    for seat in (2, 3):
        slot = now.view.held[seat - 1]
        found = [worth(now, Kind.ACCUSE, seat, card) for card in range(7)]
        assert found == pytest.approx(list(now.worlds.people[slot]))
        assert sum(found) == pytest.approx(1)
        assert found[now.view.mine] == 0


def test_a_look_is_worth_what_it_may_show_and_a_naming_what_is_then_named() -> None:
    view = beginning("Decrypter", 3)
    now, silenced = decided(view), decided(view._replace(silent=2))
    library, other = decided(view._replace(room=0)), decided(view._replace(room=2))
    for at in (0, 8):
        plain = float(now.effects.looks()[at])
        assert worth(now, Kind.LOOK, at) == worth(other, Kind.LOOK, at) == pytest.approx(plain)
        assert worth(library, Kind.LOOK, at) == float(now.effects.looks(icons=True)[at]) > plain
        assert worth(silenced, Kind.PEEK, at) == float(silenced.effects.looks()[at])
        assert (
            worth(now, Kind.PEEK, at)
            == now.naming(at)
            >= worth(now, Kind.POINT, at)
            == now.naming(at, unseen=True)
        )
        # A card turned face up is seen by all, as if seven in ten of the rivals had not known it.
        known = now.now.setting._replace(known=min(9.0, now.now.setting.known + 0.7))
        assert worth(now, Kind.OPEN, at) == pytest.approx(float(now.effects.looks(known)[at]))
        assert worth(now, Kind.OPEN, at) < plain


@pytest.mark.parametrize("room", [0, 2])
def test_a_card_face_up_is_not_looked_at(room: int) -> None:
    cells = tuple(room if at == 4 else -1 for at in range(9))
    found = decided(beginning("Decrypter", 3)._replace(cells=cells, up=16)).effects.looks()
    assert [at for at in range(9) if found[at] == -np.inf] == [4]


def test_time_moved_back_is_worth_a_turn_to_everybody_but_in_the_first_round() -> None:
    for time in (1, 2, 3):
        now = decided(after_a_look("Ghost")._replace(time=time))
        setting, back = now.now.setting, int(time > 1)
        later = setting._replace(
            turns=setting.turns + back,
            rounds=setting.rounds + back,
            known=setting.known - 0.33 * setting.known / setting.rivals,
            rival_turns=setting.rival_turns + back,
        )
        assert worth(now, Kind.ALLOW) == pytest.approx(float(now.now.here(setting=later)))


def test_who_needs_decryption_is_told_so_before_it_is_spent() -> None:
    for mine in PEOPLE:
        said, details = _spend(decided(beginning(mine)), EnigmaMove(Kind.SPEND, -1, -1, "spend"))
        assert said.startswith("an extra naming")
        assert ("needs Decryption" in said) == (mine == "Decrypter")
        assert details == {}


def test_what_is_known_of_oneself_is_in_bits() -> None:
    now = decided(after_a_look())
    for at in range(9):
        said, details = _look(now, EnigmaMove(Kind.PEEK, at, -1, "peek"))
        expected = 0.0 if at == 3 else 3.0  # the seen card, and eight rooms at the others
        assert details["bits"] == pytest.approx(expected)
        assert said.startswith(f"{expected:.1f}")


# Doubts of others.


def test_others_doubt_half_as_often_as_they_did_before_and_after_oneself() -> None:
    doubts = {1: 0.3, 2: 0.5, 3: 0.1, 4: 0.8, 5: 1.0}
    view = beginning("Wanderer", 5)
    for turn, silent in ((2, 0), (3, 0), (5, 0), (4, 8), (2, 48), (2, 56)):
        now = decided(view._replace(turn=turn, silent=silent))
        now.__dict__["habits"] = SimpleNamespace(doubts=doubts)
        order = [(turn - 1 + step) % 5 + 1 for step in range(1, 5)]
        able = [seat for seat in order if not silent >> seat & 1]
        place = able.index(1)
        quiet = [
            math.prod(1 - doubts[seat] / 2 for seat in part) for part in (able[:place], able[place + 1 :])
        ]
        assert now._others_doubt() == pytest.approx([1 - each for each in quiet])
        usual = math.prod(1 - min(0.9, doubts[seat]) for seat in able)
        assert now._usually_doubted == pytest.approx(1 - usual)


def test_a_check_tells_most_of_whom_least_is_known() -> None:
    now = decided(beginning("Wanderer", 3))
    rounds = now.now.setting.rounds
    found = []
    for plain in (0.0, 0.1, 0.5, 0.9, 1.0):
        now.worlds = SimpleNamespace(plain={2: plain})
        found.append(now._learned_of(2))
        assert found[-1] == pytest.approx(LEARNED * plain * (1 - plain) * rounds)
    assert found[0] == found[-1] == now._learned_of(3) == 0
    assert max(found) == found[2]


def test_a_claim_counts_as_a_lie_or_a_truth_once_the_card_is_known() -> None:
    """Of seat 1, who named the Tome at 4: by what seat 2 has found out about that card since."""
    view = after_a_look()
    even = np.full((9, 9), 1 / 9)

    def lies(card: int, at: int = 3) -> float:
        cells = even.copy()
        if card >= 0:
            cells[at] = np.eye(9)[card]
        return OpponentModel(view.setup, view.log, EXPECTED, cells, 2).lies[1]

    assert lies(3) < lies(-1) < lies(5)
    assert lies(0) == lies(5)
    assert lies(3, at=0) == lies(5, at=0) == lies(-1)
    laid = view.log[-1]._replace(kind=What.SHUFFLE, at=0b1110)
    again = OpponentModel(view.setup, (*view.log, laid), EXPECTED, np.eye(9)[[8] * 9], 2)
    assert again.lies[1] == lies(-1)


@pytest.mark.parametrize("lie", [0.0, 0.3, 1.0])
def test_trusting_and_doubting_are_weighed_over_all_that_may_happen(lie: float) -> None:
    """A lie or not, a doubter before oneself or behind: every case by itself, with what is then left to play for."""
    view = beginning("Decrypter", 4)._replace(turn=3, at=6, room=6)
    now = decided(view)
    setting, number = now.now.setting, now.now.setting.rivals
    now.lie_chance = lambda: lie  # type: ignore[method-assign]
    fewer = setting._replace(rival_turns=max(0.0, setting.rival_turns - 1 / number))
    known = min(9.0, setting.known + 1 / number)
    caught = float(now.now.here(setting=fewer))
    seen = float(now.effects.looks(fewer)[6])
    shown = float(now.now.here(setting=fewer._replace(known=known)))
    silent = setting._replace(known=known, silenced=True, turns=max(0, setting.turns - 1))
    # The claim is the Bombe's: it brings a token.
    free = float(now.now.here(setting=setting._replace(rival_tokens=setting.rival_tokens + 1 / number)))
    loss = free - now.base
    for near, far in ((0.0, 0.0), (0.2, 0.5), (1.0, 0.0), (0.0, 1.0)):
        now._others_doubt = lambda near=near, far=far: (near, far)  # type: ignore[method-assign]
        trust = doubt = 0.0
        for lies, before, behind in product((True, False), repeat=3):
            share = (
                (lie if lies else 1 - lie) * (near if before else 1 - near) * (far if behind else 1 - far)
            )
            others = caught if lies else shown + loss
            trust += share * (others if before or behind else free)
            mine = seen if lies else float(now.now.here(setting=silent)) + loss
            doubt += share * (others if before else mine)
        doubt += now._learned_of(3)
        now.__dict__.pop("doubting", None)
        assert now.doubting == pytest.approx((max(0.0, trust), max(0.0, doubt)))
        assert worth(now, Kind.TRUST) == now.doubting[0]
        assert worth(now, Kind.DOUBT) == now.doubting[1]


def test_seeing_a_card_that_lies_open_tells_nothing() -> None:
    cells = tuple(0 if at == 4 else -1 for at in range(9))
    now = decided(beginning("Decrypter", 3)._replace(cells=cells, up=16))
    assert now._seeing(4, now.now.setting) == now.base
    assert now._seeing(2, now.now.setting) == float(now.effects.looks()[2])


@pytest.mark.parametrize("chaos", [False, True])
def test_what_a_rival_gains_by_an_effect_is_what_the_effect_does(chaos: bool) -> None:
    """Cards seen, tokens and turns of the rivals together, and a round and a turn of one's own."""
    now = decided(beginning("Wanderer", 4)._replace(turn=3, chaos=8 * chaos, time=2))
    setting = now.now.setting._replace(
        rivals=3.0, known=4.0, rival_turns=2.0, rival_tokens=1.0, turns=2, rounds=3
    )
    turned = -1.0 if chaos else 1.0
    gained = {  # cards, tokens, turns, of all rivals; rounds
        "Library": (1.0, 0.7, 0.0, 0), "Code": (float(chaos), 0.0, 0.0, 0), "Radio": (3.0, 0.0, 0.0, 0),
        "Tome": (3.0, 0.0, -3.0, -1), "Teamwork": (0.0, 0.0, 0.0, 0), "Command": (float(not chaos), 0.0, 0.0, 0),
        "Bombe": (0.0, turned, 0.0, 0), "Phantom": (0.0, turned, 0.0, 0), "Machine": (-1.0, 0.0, 3.0, 1),
    }  # fmt: skip
    assert list(gained) == ROOMS
    for name, (cards, tokens, turns, rounds) in gained.items():
        found = now._after_rival(name, setting)
        assert found.known == pytest.approx(4 + cards / 3), name
        assert found.rival_tokens == pytest.approx(1 + tokens / 3), name
        assert found.rival_turns == pytest.approx(2 + turns / 3), name
        assert (found.turns, found.rounds) == (2 + rounds, 3 + rounds), name


@pytest.mark.parametrize("often", [0.0, 0.4, 1.0])
def test_a_naming_is_the_truth_or_the_best_lie_card_by_card(often: float) -> None:
    now = decided(beginning("Decrypter", 3))
    now.__dict__["_usually_doubted"] = often
    caught = min(1.0, now.silenced(now.now.setting, ends=True) / now.base)
    for at in (1, 7):
        gains = now.effects.gains(at)
        total = 0.0
        for room in range(9):
            ahead = now.now.progress
            shown = float(now.now.here(float(ahead.chances[at, room]), float(ahead.guesses[at, room])))
            true = float(more(np.array(shown), gains[room], now.base))
            lie = (1 - often) * float(more(np.array(shown), max(gains), now.base)) + often * caught * shown
            total += now.worlds.cells[at, room] * max(true, lie)
        assert now.naming(at) == pytest.approx(total)
