"""What is not listed is refused in every phase; what an action offers to its end; the answer when all is seen."""

import random
from functools import cache

import pytest
from initiative_tools import dealt, do, play_out, with_hands

from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove
from deduce_models.initiative import GAME
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.abilities import Escort, Reset
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.state import State


@cache
def met() -> dict[tuple[int, bool], list[State]]:
    """Positions of some play-outs by their phase, and whether a vote is on; no more than six of each."""
    found: dict[tuple[int, bool], list[State]] = {}
    for seed in range(9):
        mission = f"{('hard', 'medium', 'hard')[seed % 3]}:{seed}"
        for state in play_out(GAME.new(players=1 + seed % 4, mission=mission).face, seed):
            found.setdefault((state.phase, bool(state.voters)), []).append(state)
        seen = found[phases.MAIN, False][-1]._replace(result=0, opened=-1)
        if seen.seats > 1 and not seen.refused:
            found.setdefault((seen.phase, True), []).append(seen.play(seen.moves()[-1]))
    return {key: random.Random(1).sample(some, min(6, len(some))) for key, some in found.items()}


def able(state: State) -> list[Move]:
    return [move for move, _ in state.outcomes()] if state.actor is CHANCE else list(state.moves())


def twisted(move: Move, verbs: list[str]) -> list[Move]:
    """The move with another verb, a word less, a word more, a word twice, another word, no words."""
    words = move.words
    found = [Move(verb, words) for verb in verbs]
    found += [Move(move.verb, (*words, word)) for word in (*words, "1", "x")]
    found += [Move(move.verb, words[:at] + words[at + 1 :]) for at in range(len(words))]
    found += [
        Move(move.verb, (*words[:at], word, *words[at + 1 :]))
        for at in range(len(words))
        for word in ("x", "0", "5")
    ]
    return [*found, Move(move.verb, words[::-1]), Move(move.verb, ())]


def test_what_is_not_listed_is_refused_in_every_phase():
    assert len(met()) > 12
    verbs = sorted({move.verb for some in met().values() for state in some for move in able(state)})
    plain = {Move(verb) for verb in (*verbs, "skip", "stop", "turn", "done", "agree")}
    elsewhere = plain | {move for some in met().values() for state in some[:2] for move in able(state)[:4]}
    assert {"deal", "gas", "camera", "token"} - set(verbs) == set()
    refused = 0
    for some in met().values():
        for state in some:
            legal = able(state)
            menu = set(legal)
            tried = {w for move in legal[:3] for w in twisted(move, verbs)} | elsewhere
            for move in tried - menu:
                if state.actor is not CHANCE and move in state.moves():
                    continue  # an answer that may be given, far too many to list
                refused += 1
                with pytest.raises(IllegalMove) as error:
                    state.play(move)
                ended = f"{move}: the mission is over ({state.cause})"
                now = f" (to decide now: {phases.PHASES[state.phase]})"
                assert str(error.value) == ended if state.result else str(error.value).endswith(now)
            for move in legal[:3]:
                state.play(move)
    assert refused > 3000


def test_positions_are_nobodys_view_and_what_is_offered_is_a_list():
    for some in met().values():
        for state in some:
            assert (state.seat, state.hand) == (0, ())
            assert [state.view(seat).seat for seat in range(state.seats + 1)] == [*range(state.seats + 1)]


@pytest.mark.parametrize("steps", range(4))
def test_a_figure_is_led_so_many_rooms_and_no_more(steps):
    """Every way of leading: first whose figure, then through that many passages; then nothing is offered."""
    state = dealt(3, mission="medium:3")
    setup, ability = state.setup, Escort("lead", steps)
    ways = [state._replace(used=())]
    assert ability.moves(ways[0]) == [Move("figure", (str(seat),)) for seat in (1, 2, 3)]
    for taken in range(steps + 1):
        after = []
        for way in ways:
            for move in ability.moves(way):
                used = (int(move.words[0]),) if not taken else (*way.used, setup.room_ids[move.words[0]])
                figures = list(way.figures)
                if taken:
                    assert used[-1] in setup.neighbours[figures[used[0] - 1]]
                    figures[used[0] - 1] = used[-1]
                after.append(way._replace(used=used, figures=tuple(figures)))
        near = 3 if not taken else sum(len(setup.neighbours[w.figures[w.used[0] - 1]]) for w in ways)
        assert len(after) == near > 0
        ways = after
    assert all(ability.moves(way) == [] for way in ways)


def test_a_pile_is_cleared_once():
    state = with_hands(dealt(2, mission="hard:0"), "g1 g2 g3 g4", "y1 y2 y3 y4", Gather="b9", Run="b8")
    for piles in (("Intel",), ("Run",), ("Intel", "Run", "Gather"), ("Gather", "Run")):
        ability = Reset("clear", piles)
        filled = [pile for pile in piles if pile != "Intel"]
        assert ability.moves(state._replace(used=())) == [Move("clear", (pile,)) for pile in filled]
        for used in range(4):
            assert ability.moves(state._replace(used=(used,))) == []


def test_when_all_is_seen_the_answer_is_listed_and_right():
    """Whichever windows are open: the answer is on the list exactly when every letter of it stands there."""
    listed = 0
    for number in range(6):
        state = dealt(2, mission=f"{'easy' if number % 2 else 'hard'}:{number}", seed=number)
        front, rng = state.setup.front, random.Random(number)
        kinds = len(state.setup.kinds)
        for opened in [
            0,
            (1 << kinds) - 1,
            *(rng.getrandbits(kinds) | rng.getrandbits(kinds) for _ in range(30)),
        ]:
            now = state._replace(opened=opened)
            shown = now.windows
            whole = all(all(shown[place]) for place in front.answer)
            answers = [move for move in now.moves() if move.verb == "answer"]
            assert len(answers) == whole
            listed += whole
            if whole:
                assert answers[0].words == tuple("".join(now.secret[place]) for place in front.answer)
                after = now.play(answers[0])
                while after.voters:
                    after = do(after, "agree")
                assert after.result > 0
    assert listed > 6


@pytest.mark.parametrize("mix", [True, False])
@pytest.mark.parametrize("absent", [True, False])
def test_what_gather_may_do_first_and_second(mix, absent):
    """The top hidden token, or a face-up glyph; two of a kind of doing only, where they may not be mixed."""
    state = dealt(1, mission="hard:0", gather_mix=mix, gather_absent=absent)
    setup, here = state.setup, state.figures[0]
    on, off = ([k for k, shown in enumerate(setup.on_card) if shown == wanted] for wanted in (True, False))
    glyph = next(k for k in off if setup.effects[k][0] == 0)
    lying = (*sorted((on[0], on[1], glyph)), setup.camera)
    able = {on[0], on[1], glyph} if absent else {on[0], on[1]}
    for hidden in (0, 1, 2):
        stacks = (*state.hidden[:here], hidden, *state.hidden[here + 1 :])
        faceup = (*state.faceup[:here], lying, *state.faceup[here + 1 :])
        begun = with_hands(state._replace(hidden=stacks, faceup=faceup), "g1 g2 g3 g4")
        begun = do(begun, "play g1 Gather")
        took = do(begun, f"take {setup.kinds[on[0]]}")
        ways = [(begun, True, True, able), (took, mix, True, able - {on[0]})]
        if hidden:
            turned = do(begun, "turn", f"token {setup.kinds[on[1]]}", "leave")
            ways.append((turned, hidden > 1, mix, able))
        for now, turns, takes, kinds in ways:
            listed = {str(move) for move in now.moves()}
            if now is not begun and not (turns and now.hidden[here]) and not (takes and kinds):
                assert now.action == -1  # nothing is left to be done
                continue
            for kind, name in enumerate(setup.kinds):
                may = takes and kind in kinds
                assert (f"take {name}" in listed) == may
                if not may:
                    with pytest.raises(IllegalMove, match="not among the choices now"):
                        do(now, f"take {name}")
            if turns and now.hidden[here]:
                assert do(now, "turn").phase == phases.REVEAL
            else:
                assert "turn" not in listed
                with pytest.raises(IllegalMove, match="not among the choices now"):
                    do(now, "turn")


def test_what_a_turn_must_and_may_not_be():
    state = with_hands(dealt(2, mission="hard:0"), "g1 g2 g3", "y1 y2 y3 y4")
    for text in ("stop", "skip", "done"):
        with pytest.raises(IllegalMove, match=f"{text}: not among the choices now"):
            do(state, text)
    acted = do(state, "play g1 Run", "done")
    for text in ("skip", "done"):
        with pytest.raises(IllegalMove, match=f"{text}: not among the choices now"):
            do(acted, text)
    assert do(acted, "stop").turn == 2 or do(acted, "stop").phase in (phases.CARD, phases.CAMERA)
    bare = with_hands(dealt(2, mission="hard:0"), "", "y1 y2 y3 y4")
    assert do(bare, "skip").phase == phases.CARD
    for number in (2, 3):  # the last two cards may be kept from special actions, more may not
        hand = " ".join(["g1", "g2", "g3"][:number])
        kept = with_hands(dealt(1, mission="hard:0", special_last_two=False), hand)
        if number > 2:
            assert do(kept, "special g1 g2").action == phases.SPECIAL_ACTION
            continue
        with pytest.raises(IllegalMove, match="not among the choices now"):
            do(kept, "special g1 g2")


def test_a_token_of_which_all_were_seen_is_not_turned_again():
    state = do(with_hands(dealt(1, mission="hard:0"), "g1 g2 g3 g4"), "play g1 Intel")
    room = next(name for name, count in zip(state.setup.rooms, state.hidden, strict=True) if count)
    state = do(state, f"room {room}")
    for kind, name in enumerate(state.setup.kinds):
        gone = state._replace(unseen=(*state.unseen[:kind], 0, *state.unseen[kind + 1 :]))
        with pytest.raises(IllegalMove, match="not among the choices now"):
            do(gone, f"token {name}")


def test_an_answer_is_written_in_capitals():
    state = dealt(2)
    for words in (("under", "the", "bench"), ("Under", "THE", "BENCH")):
        assert Move("answer", words) not in state.moves()
        with pytest.raises(IllegalMove, match="an answer is written in capitals"):
            state.play(Move("answer", words))
