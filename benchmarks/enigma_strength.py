"""How strong the Enigma players are. Run by hand, not by ``python -m benchmarks``.

``python -m benchmarks.enigma_strength --games 2000`` plays the belief player against each other player, every
deal from every seat in turn, about so many games for each number of players, and counts the lies told; ``--player
honest`` is the belief player without lies, ``--player follower`` does blindly what advice
says. ``--alone belief`` sets one player on every seat instead and counts who wins, seat by seat. How good the belief
is: `enigma_quality`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from deduce.arena.statistics import mean_of, share_of
from deduce.games.base import Advice, Player, settle
from deduce.ground.errors import nearest
from deduce.rulebook import State, View
from deduce_models.enigma.game import GAME
from deduce_models.enigma.players.named import PLAYERS, Believing
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.views import EnigmaView, seen

LONGEST = 600
"""Decisions; a game has some sixty. The Enigma Machine could keep one going for ever."""


def game(seats: Sequence[Player], seed: int) -> State:
    """One game; deal and later chance follow from `seed`. Broken off after `LONGEST` decisions, won by nobody."""
    state, rng = GAME.new(players=len(seats), seed=seed), random.Random(f"{seed}/play")
    for _ in range(LONGEST):
        if not isinstance(state.actor, int):
            break
        state = settle(state.play(seats[state.actor - 1].choose(state.view(state.actor), rng)), rng)
    return state


class Honest(Believing):
    """As `Believing`, but every claim is the truth: what lying is worth is the difference."""

    name = "honest"

    def choose(self, view: View | EnigmaView, rng: random.Random) -> EnigmaMove:
        """One of `view.moves`."""
        shown = seen(view)
        if len(shown.moves) == 1 or shown.moves[0].kind is not Kind.CLAIM:
            return super().choose(shown, rng)
        cells = self.decision(shown, rng).worlds.cells[shown.at]
        return max(shown.moves, key=lambda move: float(cells[move.what]))


class Follower:
    """Does blindly what advice names first, as a person at the command line would."""

    name = "follower"

    def choose(self, view: View, rng: random.Random) -> EnigmaMove:
        """One of `view.moves`."""
        first: Advice[EnigmaMove] = GAME.advise(view, rng=rng.getrandbits(32))[0]
        return first.move


ENTRANTS: Mapping[str, Callable[[], Player]] = {**PLAYERS, "honest": Honest, "follower": Follower}
PAIRED = ("careful", "belief")
"""Rivals whose games without the player are played as well, deal by deal."""


@dataclass
class Telling:
    """How claims fared: how many, how many of them lies, and how many truths and lies were doubted."""

    claims: int = 0
    lies: int = 0
    lies_doubted: int = 0
    truths_doubted: int = 0

    def __str__(self) -> str:
        truths = self.claims - self.lies
        return (
            f"{self.lies / max(1, self.claims):.1%} of {self.claims} claims are lies; doubted are"
            f" {self.lies_doubted / max(1, self.lies):.1%} of the lies and {self.truths_doubted / max(1, truths):.1%}"
            " of the truths"
        )


@dataclass
class Tally:
    """What came of one pairing with one number of players; `lifts` has one number a deal."""

    wins: int = 0
    rivals: int = 0
    games: int = 0
    told: tuple[Telling, Telling] = field(default_factory=lambda: (Telling(), Telling()))
    lifts: list[float] = field(default_factory=list)
    drawn: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))


def tell(state: State, seat: int, told: tuple[Telling, Telling]) -> None:
    """Add the claims of a finished game: those of `seat` first, then those of all others."""
    card = claim = None
    for event in state.log:
        if event.kind is What.PEEK:
            card = event.seen
        elif event.kind is What.CLAIM:
            claim = event
        elif event.kind is What.VERDICT and claim is not None:
            book = told[claim.seat != seat]
            lie, doubted = claim.what != card, event.seat != 0
            book.claims += 1
            book.lies += lie
            book.lies_doubted += lie and doubted
            book.truths_doubted += doubted and not lie


def meet(player: str, rival: str, players: int, deals: range, *, paired: bool) -> Tally:
    """One `player` among rivals of one kind, every deal from every seat.

    The lift of a deal is the share of its games won less what is fair: with `paired` what rivals alone win with this very
    deal, all seats together (so luck of the deal and of the seat cancels, and Chaos counts); else one in `players`.
    """
    found = Tally()
    for deal in deals:
        won = 0
        for place in range(players):
            seats = [ENTRANTS[player if seat == place else rival]() for seat in range(players)]
            state = game(seats, deal)
            tell(state, place + 1, found.told)
            mine = state.winner == place + 1
            won += mine
            found.rivals += state.winner not in (0, place + 1)
            # The Character dealt, whatever became of it.
            line = found.drawn[state.setup.parts.characters[state.cards[place]].name]
            line[0] += mine
            line[1] += 1
        found.wins += won
        found.games += players
        fair = 1.0
        if paired:
            fair = float(game([ENTRANTS[rival]() for _ in range(players)], deal).winner != 0)
        found.lifts.append((won - fair) / players)
    return found


def strength(player: str, rivals: Sequence[str], numbers: Sequence[int], games: int, first: int) -> None:
    """The tables; every line as soon as it is known."""
    print(
        f"{'players':>7}  {'rival':<8}{'games':>6}  {player + ' wins':>12}  (95% interval)    fair"
        "   lift by deals (95%)   a rival  Chaos     s/game"
    )
    drawn: dict[str, dict[str, list[int]]] = {rival: defaultdict(lambda: [0, 0]) for rival in rivals}
    for rival in rivals:
        for players in numbers:
            started = time.process_time()
            deals = range(first, first + -(-games // players))
            found = meet(player, rival, players, deals, paired=rival in PAIRED)
            share, lift = share_of(found.wins, found.games), mean_of(found.lifts)
            for name, (won, dealt) in found.drawn.items():
                drawn[rival][name][0] += won
                drawn[rival][name][1] += dealt
            low, high = lift.value - 1.96 * lift.error, lift.value + 1.96 * lift.error
            seconds = (time.process_time() - started) / found.games
            print(
                f"{players:>7}  {rival:<8}{found.games:>6}  {share.value:>12.1%}  ({share.low:.1%} to {share.high:.1%})"
                f"  {1 / players:>5.1%}  {lift.value:+.1%} ({low:+.1%} to {high:+.1%})"
                f"  {found.rivals / found.games / (players - 1):>7.1%}"
                f"  {1 - (found.wins + found.rivals) / found.games:>5.1%}  {seconds:>9.3f}\n"
                f"{'':9}{player}: {found.told[0]}\n{'':9}{rival}: {found.told[1]}",
                flush=True,
            )
        print(f"\nagainst {rival}, by the Character dealt:")
        for name, (won, dealt) in sorted(drawn[rival].items()):
            part = share_of(won, dealt)
            print(f"  {name:<10}{part.value:6.1%} of {dealt:<6}({part.low:.1%} to {part.high:.1%})")
        print(flush=True)


def alone(player: str, numbers: Sequence[int], games: int, first: int) -> None:
    """One player on every seat, one game a deal: the share that each seat wins, and Chaos (95 % intervals).

    A line for every tenth of the games, so that a run that is stopped has told something.
    """
    for players in numbers:
        wins = [0] * (players + 1)
        started = time.process_time()
        for done, deal in enumerate(range(first, first + games), start=1):
            wins[game([ENTRANTS[player]() for _ in range(players)], deal).winner or 0] += 1
            if done % max(1, games // 10) == 0:
                shares = [share_of(won, done) for won in wins]
                cells = [f"{s.value:.1%} ({s.low:.1%} to {s.high:.1%})" for s in shares]
                print(
                    f"{players} players, {done} games, fair {1 / players:.1%}: "
                    + "".join(f"seat {seat} {cells[seat]}, " for seat in range(1, players + 1))
                    + f"Chaos {cells[0]}, {(time.process_time() - started) / done:.2f} s/game",
                    flush=True,
                )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--player", choices=sorted(ENTRANTS), default="belief")
    parser.add_argument("--rivals", default="careful,bluff,random", help="separated by commas")
    parser.add_argument("--players", default="2,3,4,5", help="numbers of players, separated by commas")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first deal")
    parser.add_argument("--alone", choices=sorted(ENTRANTS), help="this player on every seat: wins by seat")
    chosen = parser.parse_args()
    rivals, numbers = chosen.rivals.split(","), chosen.players.split(",")
    for rival in rivals:
        if rival not in ENTRANTS:
            parser.error(f"--rivals: no player is called {rival!r}: {nearest(rival, ENTRANTS)}")
    if not all(number in ("2", "3", "4", "5") for number in numbers) or chosen.games < 1:
        parser.error("--players: numbers from 2 to 5, separated by commas; --games: at least 1")
    if chosen.alone:
        alone(chosen.alone, [int(number) for number in numbers], chosen.games, chosen.first)
        return
    strength(chosen.player, rivals, [int(number) for number in numbers], chosen.games, chosen.first)


if __name__ == "__main__":
    main()
