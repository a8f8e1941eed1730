"""Whole games, as seat 1 notes them: every line can be tapped, nothing but clues and answers is typed, and in few taps.

The games are played by the library's players. A campaign taps them to their last line in a browser:
``DEDUCE_WHOLE_EVENINGS=1 pytest -s tests/web/test_taps.py``.
"""

import os
import random
from collections import defaultdict

import pytest
from tapping import BROWSER, Hand, begin, kept, shortest

from deduce.games import game, read_record
from deduce.games.base import CHANCE
from deduce.players.named import player
from deduce.web.record_verbs import form_of

WHOLE = bool(os.environ.get("DEDUCE_WHOLE_EVENINGS"))
SEEDS = range(int(os.environ.get("DEDUCE_WHOLE_EVENINGS") or 1))
GAMES = {
    "entracte": ("rule-card", 4, {}),
    "entracte with its deck": ("rule-card", 4, {}),
    "entracte competitive": ("greedy", 3, {"mode": "competitive"}),
    "decrypto": ("naive", 4, {}),
}
TYPED = {("keywords", "words"), ("names", "words"), ("answer", "words"), ("phrase", "words")} | {
    (f"clues {team}", "clues") for team in ("white", "black")
}
"""What has to be typed: words nobody can know before they are said. Of Decrypto's the clues, once a game the keywords."""
ENDINGS = (", reveals ", ", calls ", ", fails", ", wins", ", ends", ", accuses ")


def notes(name, seed):
    """The record of a whole game as seat 1 would note it, a line an event."""
    who, seats, options = GAMES[name]
    played = game(name.split()[0])
    rng = random.Random(seed)
    states, moves = [played.new(players=seats, **options)], []
    movers = {seat: player(played, who) for seat in range(1, seats + 1)}
    while (actor := states[-1].actor) is not None:
        move = (
            states[-1].draw(rng) if actor is CHANCE else movers[actor].choose(states[-1].view(actor), rng)
        )
        moves.append(move)
        states.append(states[-1].play(move))
    record = read_record(played.written(states, moves, options, seat=1))
    head = [line.text for _, _, line in record.header]
    return head, [each for line in heard([line.body for line in record.events]) for each in apart(line)]


def heard(lines):
    """Lines as the table hears them: of Decrypto a code behind the answer, what the rivals kept at the end."""
    codes, late = {}, []
    for line in lines:
        who, verb, *_ = [*line.split(), ""]
        if (who, verb) in (("white", "code"), ("black", "code")):
            codes[who] = line
        elif line.startswith("black keywords"):
            late.append(line)
        else:
            yield line
            yield from [codes.pop(who)] if verb == "guesses" and who in codes else []
    yield from (*codes.values(), *late)


def apart(line):
    """A line of several events as a line each: what begins with a token spent, what ends with a mission or the turn."""
    who = line.split()[0]
    if f"{who} spends, " in line:
        return [f"{who} spends", *apart(line.replace("spends, ", "", 1))]
    cut = min((place for each in ENDINGS if (place := line.find(each)) > 0), default=0)
    if cut:
        rest = line[cut + 2 :]
        # That a mission failed or was done follows from what was revealed.
        said = [] if rest.split()[0] in ("fails", "wins") and "mission" in line else apart(f"{who} {rest}")
        return [line[:cut], *(each for each in said if each.split()[1] not in ("fails", "wins"))]
    return [line]


@pytest.mark.parametrize("name", GAMES)
def test_every_line_of_a_whole_game_can_be_tapped(name):
    for seed in SEEDS:
        head, lines = notes(name, seed)
        record = read_record("\n".join([*head, "", *lines, ""]))
        form = form_of(game(record.game), record)
        for line in lines:
            parsed = form.parse(line)
            assert parsed is not None, line
            assert form.line(parsed[0], parsed[2], actor=parsed[1]) == " ".join(line.split())


def allowance(name, line):
    """The most taps that a line may need, and what kind of line it is."""
    words = line.split()
    kind = words[1] if words[0][0].isupper() else words[0]  # behind who does it
    pairs = 1 + line.count(" ; ")
    if name.startswith("entracte"):
        if kind == "guesses":
            return 2 + 2 * pairs, kind
        if "deck" in name:
            return 4, kind
        if kind == "exchanges" and "draws" in line:
            return 16, "exchanges, the new cards by value"
        return 9, kind
    return 4, kind


@pytest.mark.skipif(BROWSER is None, reason="browser tests need Chromium: apt-get install chromium")
@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_tapped_within_their_allowance(page, address, name):
    for seed in SEEDS:
        head, lines = notes(name, seed)
        first = 0 if WHOLE else len(lines) // 2
        lines, there = lines[first : None if WHOLE else first + 3], lines[:first]
        begin(page, address, "whole", "\n".join([*head, "", *there, ""]), known="deck" in name)
        form = form_of(game(name.split()[0]), read_record(kept(page, "whole")))
        hand = Hand(page, form)
        over, table = [], defaultdict(list)
        for line in lines:
            hand.line(line)
            most, kind = allowance(name, line)
            table[kind].append(hand.taps[-1])
            if hand.taps[-1] > most:
                over.append((hand.taps[-1], most, line))
        mine = [line.body for line in read_record(kept(page, "whole")).events]
        told = ", ".join(f"{kind} {min(each)}-{max(each)} ({len(each)})" for kind, each in table.items())
        print(
            f"\n{name}, seed {seed}: {len(lines)} lines, mean {sum(hand.taps) / len(lines):.2f} taps; {told}"
        )
        print(f"over the allowance: {over}; typed: {set(hand.typed)}")
        assert mine == [*there, *(shortest(form, line) for line in lines)]
        assert set(hand.typed) <= TYPED
        assert page.locator(".banner .bad").count() == 0
        assert not over


@pytest.mark.skipif(BROWSER is None, reason="browser tests need Chromium: apt-get install chromium")
def test_a_guess_waits_for_its_code_and_all_other_lines_are_one_tap_away(page, address):
    team = "{0} clues {1}\n{0} guesses 2-4-3\n"
    said = (
        team.format("white", "ear; stew; nail")
        + "white code 2-4-3\n"
        + team.format("black", "jaw; sail; eye")
    )
    begin(page, address, "waits", f"game: decrypto\nplayers: 4\nseat: 1\n\nround 1\n{said}")
    assert "'black code' is known too" in page.locator(".banner .note").text_content()
    hand = Hand(page, form_of(game("decrypto"), read_record(kept(page, "waits"))))
    assert hand.pressed("event code black")  # which comes before the next round
    hand.line("black code 2-4-3")
    assert page.locator(".banner > *").count() == 0
    hand.tap("more")  # of a round that is offered nothing is said yet
    hand.tap("event names")
