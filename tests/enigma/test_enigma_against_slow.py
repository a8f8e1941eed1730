"""Whole games beside a second, independent set of rules, under any options."""

import random

import pytest
from amount import amount
from beside import follow
from options import random_options, same_defaults
from slow_enigma import NEEDS, PEOPLE, ROOMS, Slow

from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove
from deduce_models.enigma import GAME
from deduce_models.enigma.rules import phases
from deduce_models.enigma.rules.views import seen_cells

BITS = ("DONE", "EXTRA", "USABLE")
PHASES = {number: name for name, number in vars(phases).items() if type(number) is int and name not in BITS}
WITH_ROOM = ("NAME", "CLAIM", "OPEN", "REVEAL", "VERDICT", "CALL")
LATELY = 12
"""So many events are compared at every position; all of them at the end."""
LETTERS = ["", "C", "D"]
PLAIN = ("spend", "doubt", "trust", "keep", "renew", "cancel", "allow", "mission", "end", "rest")


def bits(mask):
    return [number for number in range(20) if mask >> number & 1]


def named(number, names):
    """A name by its number; None for -1, which is nothing or hidden, and nothing else below nought."""
    assert number >= -1
    return None if number == -1 else names[number]


def event(one):
    """An event as the slow rules write it: every number of it by what the kind says it means, and no others."""
    what, at, number, more, seen = one.kind.name, one.at, one.what, one.more, one.seen
    room = {"room": ROOMS[number]} if what in WITH_ROOM else {}
    place, places = {"place": at + 1}, [cell + 1 for cell in bits(max(at, 0))]
    rest = (at, number, more, seen)
    if what == "TIME":
        assert rest == (-1, number, 0, -1)
        return what, None, {"to": number}
    if what in ("PEEK", "QUIET"):
        about, unused = {**place, "sees": named(seen, ROOMS)}, (number, more) == (-1, 0)
    elif what in ("NAME", "CLAIM", "OPEN", "REVEAL"):
        about, unused = {**place, **room}, (more, seen) == (0, -1)
    elif what == "POINT":
        about, unused = place, (number, more, seen) == (-1, 0, -1)
    elif what == "VERDICT":
        sees = {"doubters": set(bits(more & ~1)), "true": bool(more & 1), "sees": named(seen, ROOMS)}
        about, unused = {**place, **room, **sees}, True
    elif what == "LOOK":
        gains, had = named(number, LETTERS), {LETTERS[bit + 1] for bit in bits(more)}
        about, unused = {**place, "gains": gains, "had": had, "sees": named(seen, ROOMS)}, True
    elif what == "VIEW":
        about, unused = {"whose": at, "slot": number, "sees": named(seen, PEOPLE)}, more == 0
    elif what == "FLIP":
        about, unused = {"whose": at}, (number, more, seen) == (-1, 0, -1)
    elif what == "SWAP":
        about, unused = {"whose": at, "given": number, "taken": more}, seen == -1
    elif what == "RENEW":
        about, unused = {"given": at, "person": PEOPLE[number], "taken": more}, seen == -1
    elif what == "GHOST":
        rooms = None if seen == -1 else [ROOMS[seen >> shift & 15] for shift in (0, 4, 8)]
        about, unused = (
            {"places": places, "slot": number, "sees": rooms},
            (more, seen >> 12) in ((0, 0), (0, -1)),
        )
    elif what in ("LAY", "SHUFFLE"):
        hundred = 100 if what == "SHUFFLE" else 0
        orders = ["123", "132", "213", "231", "312", "321"]
        order = None if seen == -1 else [places[int(digit) - 1] for digit in orders[seen - hundred]]
        about, unused = {"places": places, "sees": order}, number == -1
        if what == "LAY":
            about["taken"] = more
        else:
            unused = unused and more == 0
    elif what == "MISSION":
        about, unused = {"slot": at, "person": PEOPLE[number]}, (more, seen) == (0, -1)
    elif what == "CALL":
        about, unused = {**place, **room, "said": ROOMS[more]}, seen == -1
    elif what == "ACCUSE":
        about, unused = (
            {"whose": at, "person": PEOPLE[number], "slot": more, "right": bool(seen)},
            seen in (0, 1),
        )
    elif what == "TIMEOUT":
        about, unused = {"able": set(bits(at))}, (number, more, seen) == (-1, 0, -1)
    else:
        about, unused = {}, rest == (-1, -1, 0, -1)
    assert unused, one
    return what, one.seat, about


def sheet(view):
    """All that a view holds, as the slow rules write it."""
    parts = view.setup.parts
    assert (list(parts.room_names), list(parts.character_names)) == (ROOMS, PEOPLE)
    stage = {name.lower() for name in BITS if view.stage & getattr(phases, name)}
    assert view.stage < 8
    return {
        **{name: getattr(view, name) for name in ("seat", "turn", "time", "aux", "doubts")},
        "dealt": (len(view.cells), len(view.cards)),
        "phase": PHASES[view.phase],
        "open": [named(room, ROOMS) for room in view.cells],
        "own": {slot: PEOPLE[card] for slot, card in view.own},
        "held": list(view.held),
        "stack": list(view.stack),
        **{name: set(bits(getattr(view, name))) for name in ("chaos", "keys", "silent", "out")},
        "stage": stage,
        "at": None if view.at == -1 else view.at + 1,
        "room": named(view.room, ROOMS),
        "log": list(map(event, view.log if view.scores else view.log[-LATELY:])),
        "scores": None if view.scores is None else list(view.scores),
    }


def page(slow, seat, actor):
    """What a seat reads: the mansion as it remembers it, who it is, Time, and what everybody holds."""
    cells = []
    for place in range(1, 10):
        room = slow.memory[seat].get(place, "?")
        cells.append(f"{place} [{room}]" if place in slow.up else f"{place} {room}")
    lines = ["  ".join(cell.ljust(12) for cell in cells[row : row + 3]).rstrip() for row in (0, 3, 6)]
    known = seat and slow.slot[seat] < len(slow.cards)
    lines.append(f"seat {seat} is the {slow.cards[slow.slot[seat]]}" if known else f"seat {seat}")
    lines.append(f"Time {slow.time} of {slow.options['slots']}")
    held = {"Chaos": slow.chaos, "Decryption": slow.keys, "Silence": slow.silent, "out": slow.out}
    for other in slow.seats:
        marks = [name for name, seats in held.items() if other in seats]
        lines.append(
            f"seat {other}{' (to move)' if other == actor else ''}: {', '.join(marks) if marks else '-'}"
        )
    return lines


def compare(state, slow, moves):
    """What a seat sees (each in turn, all at the end), what lies where, and what is refused and why."""
    seats = range(state.seats + 1)
    for seat in seats if slow.scores else (len(moves) % (state.seats + 1),):
        view = state.view(seat).face
        seen = slow.seen(seat)
        assert len(view.log) == len(slow.log)
        assert sheet(view) == {**seen, "log": seen["log"] if slow.scores else seen["log"][-LATELY:]}, moves
        assert view.actor == state.actor
        assert str(view).split("\n") == page(slow, seat, state.actor), moves
        assert {at + 1: ROOMS[room] for at, room in seen_cells(view).items()} == slow.memory[seat], moves
        assert view.up == state.up
        assert view.seats == state.seats
        assert len(view.open) == 9
        assert set(view.open[len(view.cells) :]) <= {-1}
        assert list(view.moves) == (list(state.moves()) if seat and seat == state.actor else [])
    assert [ROOMS[room] for room in state.cells] == list(slow.at.values()), moves
    assert [PEOPLE[card] for card in state.cards] == slow.cards
    if not hasattr(slow, "laid") and len(slow.at) == 9:
        slow.laid = list(slow.at.values())
    if hasattr(slow, "laid"):
        assert [ROOMS[room] for room in state.start] == slow.laid
    assert state.winner == (slow.winner or 0)
    if slow.person:
        assert [PEOPLE[state.character(seat)] for seat in slow.seats] == list(slow.person.values())
    doubters = {seat for seat, doubts in slow.declared.items() if doubts}
    assert set(bits(state.doubters)) == doubters, moves
    if state.actor is None:
        assert list(map(event, state.log)) == slow.log
    if len(moves) > 15 and len(moves) % 5 == 0:
        refusals(state, slow, random.Random(len(moves)))


def refusals(state, slow, rng):
    """Moves that are not allowed are refused, with the rule that forbids them and what is allowed near by."""
    legal = list(map(str, state.moves()))
    every = list(GAME.actions(state.seats))
    for text in [*rng.sample(every, 8), *PLAIN]:
        if text in legal:
            continue
        with pytest.raises(IllegalMove) as refusal:
            state.play(text)
        said = str(refusal.value)
        if state.actor is None:
            assert said == f"{text} is not possible now: the game is over"
            continue
        assert said.startswith(f"{text}: {why_not(slow, text)}"), (text, slow.phase)
        if legal:
            assert any(other in said.partition(";")[2] for other in legal)
    if state.actor is not CHANCE:
        assert list(state.outcomes()) == []
        with pytest.raises(IllegalMove, match="chance does not move now"):
            state.draw(rng)
    else:
        assert legal == []


def why_not(slow, text):
    """The rule that forbids a move, by the slow rules."""
    word, *rest = text.split()
    looks = word in ("peek", "point", "look", "open", "reveal")
    place = int(rest[0]) if looks or word == "name" else None
    waiting = [seat for seat in slow.clockwise(slow.active) if seat not in slow.silent | slow.out]
    asked = next((seat for seat in waiting if seat not in slow.declared), None)
    whole = {
        "OVER": "the game is over",
        **dict.fromkeys(("DEAL", "ICON", "ORDER"), "chance moves now"),
        "QUIET": f"P{slow.active} was under Silence, and may only look at one face-down card",
        "DOUBTING": f"P{asked} declares now whether it is doubted",
    }
    if slow.phase in whole:
        return whole[slow.phase]
    if word in ("doubt", "trust"):
        return "there is no claim to doubt"
    if slow.phase == "CLAIMING":
        faceup = "that room lies face up elsewhere (option claim_face_up)"
        return faceup if word == "claim" else "the room claimed is missing"
    if slow.phase in ("LOOKING", "OPENING") and looks and place == slow.place:
        return "the effect needs another card than the one named"
    if looks and place in slow.up:
        return "that card lies face up already"
    before = [one for one in slow.log[-2:] if one[0] != "TIME"]
    if slow.phase == "START" and word == "claim" and before and before[-1][0] == "QUIET":
        return f"P{before[-1][1]} was under Silence, and only looks at one face-down card"
    if slow.phase == "START" and word == "name":
        return "a face-down card is looked at before it is named"
    if word == "spend":
        return "Decryption must be held when the turn begins, once a turn, before a naming"
    if word == "mission":
        return "this Character has no mission, or not the tokens for it"
    return "not possible now"


def chooser(slow, skill):
    def right(text, seat):
        """Whether a move says the truth, or reveals what the mission wants."""
        word, *rest = text.split()
        if word == "reveal":
            return slow.at[int(rest[0])] in NEEDS.get(slow.person[seat], ())
        if word == "call":
            return slow.at[int(rest[0])] == rest[1]
        return word == "accuse" and slow.person[int(rest[0][1:])] == rest[1]

    def choose(legal, rng):
        """A random move; missions are tried now and then, and succeed with some `skill`; doubts are rare."""
        texts = {str(move): move for move in legal}
        if "doubt" in texts:
            return texts["doubt" if rng.random() < 0.2 else "trust"]
        if rng.random() < skill:
            good = [move for text, move in texts.items() if any(right(text, seat) for seat in slow.person)]
            if good:
                return rng.choice(good)
        ghosts = [move for text, move in texts.items() if text.startswith("ghost")]
        if ghosts and rng.random() < 0.5:
            return rng.choice(ghosts)
        calm = [
            move
            for text, move in texts.items()
            if not text.startswith("ghost") and (text != "mission" or rng.random() < 0.3)
        ]
        return rng.choice(calm or list(texts.values()))

    return choose


def one_game(seed):
    rng = random.Random(seed)
    players, options = random_options(GAME, seed)
    state = GAME.new(players=players, **options)
    slow = Slow(players, **options)
    return follow(state, slow, rng, compare=compare, choose=chooser(slow, rng.choice([0.5, 0.9])))


@pytest.mark.parametrize("seed", range(amount(24, 500)))
def test_whole_games_move_by_move(seed):
    """Small tests, so that a fault is found by the first that shows it."""
    assert one_game(seed).actor is None


def test_the_games_compared_are_won_and_lost():
    """Else the comparison would say less than it seems to: with these two it does not."""
    assert sum(one_game(1).scores) == 1
    assert sum(one_game(2).scores) == 0


def test_defaults_are_those_of_the_second_writing():
    assert same_defaults(GAME, Slow(4).options)
