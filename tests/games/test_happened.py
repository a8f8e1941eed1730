"""A reader of the screen alone can say who did what: what is told is compared with the game's own log."""

import random
import re

import pytest

import deduce
from deduce.commands.terminal import play_in_terminal
from deduce.games.base import CHANCE
from deduce.players.named import player
from deduce.records.record import read_record
from deduce_models.enigma.rules.events import What
from deduce_models.entracte.rules.setup import Kind

GAMES = {"decrypto": 4, "enigma": 3, "entracte": 3, "initiative": 2, "shakespeare": 2}


def evening(name, seed, *, players=None, steps=400, **options):
    """A random game: its positions, the moves between them, and for every seat (0: a bystander) what it was told."""
    game = deduce.game(name)
    rng = random.Random(seed)
    state = game.new(players=players or GAMES[name], **options)
    states, moves, told = [state], [], [[] for _ in range(state.seats + 1)]
    while state.actor is not None and len(moves) < steps:
        move = state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves()))
        after = state.play(move)
        actor = state.actor if isinstance(state.actor, int) else 0
        for seat in range(state.seats + 1):
            told[seat].append(list(game.happened(state.view(seat), after.view(seat), actor, move)))
        states.append(after)
        moves.append(move)
        state = after
    return game, states, moves, told


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_is_told_depends_on_the_views_and_on_open_moves_alone(name):
    """Two moves that leave a seat with the same view are told to it in the same words."""
    game = deduce.game(name)
    rng = random.Random(1)
    state = game.new(players=GAMES[name], seed=1)
    compared = 0
    for _ in range(60):
        if state.actor is None:
            break
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        moves = rng.sample(list(state.moves()), min(4, len(state.moves())))
        for seat in range(state.seats + 1):
            told = {}
            for move in moves:
                after = state.play(move).view(seat)
                if seat != state.actor and game.hides(state.view(seat), move):
                    said = tuple(game.happened(state.view(seat), after, state.actor, move))
                    assert told.setdefault(after, said) == said
                    compared += 1
        state = state.play(moves[0])
    assert compared or not any(game.hides(state.view(0), move) for move in state.moves())


@pytest.mark.parametrize("seed", range(3))
def test_entracte_tells_every_card_and_token(seed):
    _, states, moves, told = evening("entracte", seed)
    last = states[-1].view(0)
    played = [move for move in moves if move.kind is Kind.PLAY]
    for seat in range(4):
        read = []
        for line in (line for lines in told[seat] for line in lines):
            found = re.fullmatch(
                r"(You|Seat (\d)) plays? (.*)\. (?:Tokens: (.*)|Nobody puts a token)\.", line
            )
            if found:
                tokens = sum(1 << int(digit) for digit in re.findall(r"\d", found[4] or ""))
                read.append((int(found[2] or seat), f"play {found[3]}", tokens))
        expected = zip(last.played[1:], map(str, played), last.tokens[1:], strict=True)
        assert read == list(expected)


@pytest.mark.parametrize("guesses", ["together", "in_turn"])
def test_entracte_tells_every_guess_of_the_others_once(guesses):
    _, states, _, told = evening("entracte", 2, guesses=guesses)
    last = states[-1].view(0)
    made = [(seat, move) for seat, move in last.log if move.kind is Kind.GUESS]
    assert len(made) == 6
    for reader in range(4):
        lines = [line for lines in told[reader] for line in lines]
        expected = [
            f"Seat {seat} guesses that seat {move.seat} holds {last.setup.parts.codes[move.item].name}."
            for seat, move in made
            if seat != reader
        ]
        assert sorted(line for line in lines if " guesses that " in line) == sorted(expected)
        assert len(set(found := [line for line in lines if "has made a guess" in line])) == len(found)


@pytest.mark.parametrize("seed", range(4))
def test_enigma_tells_every_event_of_the_public_log(seed):
    _, states, _, told = evening("enigma", seed, players=2 + seed)
    log = [e for e in states[-1].view(0).log if e.kind is not What.ALLOW]
    parts = states[-1].setup.parts
    for seat in range(states[-1].seats + 1):
        lines = [line for lines in told[seat] for line in lines]
        assert len(lines) == len(log)
        time = 0
        for event, line in zip(log, lines, strict=True):
            who = "You" if event.seat == seat and seat else f"Seat {event.seat}"
            if event.kind in (What.CLAIM, What.OPEN, What.REVEAL):
                assert line.startswith(who)
                assert str(event.at + 1) in line
                assert parts.room_names[event.what] in line
            elif event.kind in (What.PEEK, What.QUIET, What.LOOK):
                assert re.match(rf"{who} looks? at {event.at + 1}\b", line)
            elif event.kind is What.VERDICT and event.seat:
                doubters = {int(digit) for digit in re.findall(r"[Ss]eat (\d)", line.partition(".")[0])}
                doubters |= (
                    {seat} if re.search(r"\byou\b", line.partition(".")[0], re.IGNORECASE) else set()
                )
                assert sum(1 << each for each in doubters) == event.more & ~1
                assert ("a lie" in line) == (not event.more & 1)
            elif event.kind in (What.MISSION, What.RENEW):
                assert parts.character_names[event.what] in line
            elif event.kind is What.TIME:
                slots = states[-1].setup.last_time
                said = (f"Time is now {event.what} of {slots}.", f"Time stays at {event.what} of {slots}.")
                assert line == said[event.what == time]
                time = event.what
            elif event.kind in (What.VIEW, What.FLIP, What.SWAP, What.ACCUSE):
                whom = "you" if event.at == seat else f"seat {event.at}"
                assert line.startswith(who)
                assert whom in line


def test_enigma_shows_what_lies_where_and_forgets_it_at_a_shuffle():
    for seed in range(6):
        _, states, _, _ = evening("enigma", seed)
        for state in states:
            for seat in range(1, 4):
                rows = "  ".join(str(state.view(seat)).splitlines()[:3])
                shown = dict(re.findall(r"(\d) \[?(\w+)\]?", rows))
                for at, room in shown.items():
                    if seat:
                        assert state.setup.parts.room_names[state.cells[int(at) - 1]] == room


def test_decrypto_tells_clues_codes_and_guesses():
    _, states, _, told = evening("decrypto", 2)
    for seat in range(5):
        text = "\n".join(line for lines in told[seat] for line in lines)
        for half in states[-1].past:
            team = ("White", "Black")[half.team]
            code, answer = ("-".join(map(str, each)) for each in (half.code, half.answer))
            assert f"{team}'s code was {code}; {team} answered {answer}" in text
            assert f"{team}'s clues: {'; '.join(half.clues)}." in text


def named_in(move, line):
    """Whether a sentence names all that a move names: cards, piles, rooms, glyphs, figures."""
    return all(re.search(rf"\b{re.escape(str(word))}\b", line) for word in move.words)


@pytest.mark.parametrize("name", ["initiative", "shakespeare"])
def test_moves_made_in_the_open_are_told_with_their_seat(name):
    game, states, moves, told = evening(name, 3, steps=150)
    hidden = 0
    for before, move, lines in zip(states, moves, told[0], strict=False):
        if before.actor is CHANCE:
            continue
        if game.hides(before.view(0), move):
            hidden += 1
            assert not any(
                str(move) in line for line in lines if "shown" not in line and "awake" not in line
            )
        else:
            by = [line for line in lines if line.startswith(f"Seat {before.actor}")]
            assert any(
                named_in(move, line) if name == "initiative" else line.endswith(f": {move}.") for line in by
            )
    assert (hidden > 0) == (name == "shakespeare")


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_game_is_saved_and_gone_on_with(name, tmp_path):
    game = deduce.game(name)
    _, states, moves, _ = evening(name, 4, steps=60)
    while states[-1].actor is CHANCE:
        states, moves = states[:-1], moves[:-1]
    file, again = tmp_path / "saved.txt", tmp_path / "again.txt"
    text = game.written(states, moves, {})
    replay = game.answers().read(read_record(text))
    positions, made = replay.played
    assert game.written(positions, made, {}) == text
    assert list(map(str, positions[-1].view(1).moves)) == list(map(str, states[-1].view(1).moves))
    typed, shown = iter([f"save {file}", "sheet", "view", "quit"]), []
    seat = states[-1].actor or 1
    others = {s: player(game, "random") for s in range(1, states[-1].seats + 1) if s != seat}
    ended = play_in_terminal(
        game,
        others,
        seat,
        0,
        input=lambda _: next(typed, "quit"),
        output=shown.append,
        played=(positions, made),
    )
    if not ended.finished:
        assert file.read_text() == text
        assert any("the whole game" in line for line in shown)
        typed = iter([f"save {again}", "quit"])
        read = game.answers().read(read_record(file)).played
        play_in_terminal(
            game, others, seat, 0, input=lambda _: next(typed), output=shown.append, played=read
        )
        assert again.read_text() == text
