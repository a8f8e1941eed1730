"""Long campaigns: ``python tests/campaign.py KIND GAME ... --games 10000 --seed 0 --jobs 2 --results FILE``.

Kinds: ``oracle`` plays whole games beside the second writing of the rules, under random options; ``contract`` runs
`check_game` in all parts on a random game under random options; ``playouts`` does so thinly on twenty random games
under one draw of the options: every move is replayed, one position of each is held against the rules, minds are asked
in some; ``deals`` plays one random deal of every option set (each value of each option alone, and all mixed), so that
a thousand seeds are a thousand deals of each; ``blind`` asks a player (slow ones seldom; ``--player`` names whom) again
after what it cannot see was drawn anew; ``rehide`` exchanges one hidden thing of a game, and asks the second writing
who may notice; ``damage`` reads records and puzzle files that a hand which knows their grammar has damaged, fifty at a
time (``puzzles`` and ``pencil`` are kinds beside the games).

Every game has a seed of its own. Results are kept line by line: a run that was stopped goes on where it was. What went
wrong is printed with its seed; the exit status is then 1.
"""

import argparse
import importlib
import random
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

HERE = Path(__file__).parent
GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")


def oracle(name, seed):
    """One game beside the second writing of the rules."""
    from options import random_options

    import deduce

    sys.path.insert(0, str(HERE / name))
    module = importlib.import_module(f"test_{name}_against_slow")
    if name == "shakespeare":
        players, options = random_options(deduce.game(name), seed)
        stage, rest = options.pop("stage", "I"), options.pop("rest", "simultaneous")
        play = module.test_whole_games_move_by_move.hypothesis.inner_test
        play(players, stage, rest, options, seed, seed % 2 == 0)
        return {}
    end = module.one_game(seed)
    return {"score": str(end.scores)}


def contract(name, seed):
    """`check_game` on one play-out under random options."""
    from options import random_options

    import deduce
    from deduce.conformance import check_game

    game = deduce.game(name)
    players, options = random_options(game, seed)
    done = check_game(game, players=players, options=options, playouts=1, rng=seed, decisions=3)
    return {"positions": done.positions, "minds": done.minds}


MINDS = {"decrypto": 4, "enigma": 5, "entracte": 5, "initiative": 1, "shakespeare": 8}
"""In how many of twenty play-outs a seat is asked what it knows: what it costs differs by a hundred times."""


def playouts(name, seed):
    """`check_game` on twenty play-outs under one draw of the options, at one position of each."""
    from options import random_options

    import deduce
    from deduce.conformance import PARTS, check_game

    game = deduce.game(name)
    players, options = random_options(game, seed)
    many = [part for part in PARTS if part not in ("agreement", "advice")]
    asked = 0 if name == "initiative" and seed % 3 else MINDS[name]
    whole = seed % 10 == 0
    plans = ((20 - asked - whole, 0, many), (asked, 1, many), (int(whole), 1, PARTS))
    first, positions, minds = 20 * seed, 0, 0
    for number, decisions, parts in plans:
        if number:
            done = check_game(
                game,
                players=players,
                options=options,
                playouts=number,
                rng=first,
                parts=parts,
                decisions=decisions,
                at_chance=True,
                thin=True,
            )
            first, positions, minds = first + number, positions + done.positions, minds + done.minds
    return {"playouts": first - 20 * seed, "positions": positions, "minds": minds}


def deals(name, seed):
    """A random deal of every option set, from the shuffle to the score; two of them read again from their records."""
    from options import allowed_start, option_sets

    import deduce
    from deduce.games import CHANCE

    game, rng = deduce.game(name), random.Random(f"deals {name} {seed}")
    sets = option_sets(game)
    again = {rng.randrange(len(sets)) for _ in range(2)}
    moves = 0
    for number, options in enumerate(sets):
        state = start = allowed_start(game, options, rng)
        played = []
        try:
            while state.actor is not None:
                move = state.draw(rng) if state.actor is CHANCE else rng.choice(state.moves())
                state = state.play(move)
                played.append(move)
            if len(state.scores) < 1:
                raise AssertionError("the game is over without a score")
            if number in again:
                for move in played:
                    start = start.play(game.parse(str(move), start))
                if start.scores != state.scores:
                    raise AssertionError(f"read again the score is {start.scores}, not {state.scores}")
        except Exception as error:
            raise AssertionError(
                f"option set {number} {options}, after {len(played)} moves: {error!r}"
            ) from error
        moves += len(played)
    return {"deals": len(sets), "moves": moves}


def blind(name, seed, only=()):
    """A player of a game at one position, before and after the hidden part is drawn anew."""
    from blindness import check_one

    return check_one(name, seed, only)


def rehide(name, seed):
    """A random game beside others that differ from it in one hidden thing: what sounds alike must look alike."""
    from rehiding import check_hidden

    return check_hidden(name, seed)


def damage(name, seed):
    """Fifty damaged records of a game, or puzzle files."""
    from damage import check_damage

    return check_damage(name, seed)


KINDS = {
    "oracle": oracle,
    "contract": contract,
    "playouts": playouts,
    "deals": deals,
    "blind": blind,
    "rehide": rehide,
    "damage": damage,
}


def unit(kind, only, item):
    """One piece of work: what was found wrong, or ''."""
    name, seed = item
    started = time.process_time()
    try:
        more = KINDS[kind](name, seed, only) if only else KINDS[kind](name, seed)
        finding = ""
    except Exception as error:  # whatever goes wrong is the finding
        more, finding = {}, f"{type(error).__name__}: {error}"[:2000]
    seconds = round(time.process_time() - started, 2)
    return {"kind": kind, "game": name, "seed": seed, "finding": finding, "seconds": seconds, **more}


def what(line):
    """What tells results apart: one player of a game may be asked at a seed, and then another."""
    return line["kind"], line["game"], line["seed"], line.get("player", "")


def played(options, names, results):
    """Do what is missing; all that is done."""
    from deduce.ground.spreading import spread

    done = [line for line in results.rows if line["kind"] == options.kind]
    known = {(line["game"], line["seed"]) for line in done}
    seeds = range(options.seed, options.seed + options.number)
    items = [(name, seed) for seed in seeds for name in names if (name, seed) not in known]
    for line in spread(partial(unit, options.kind, tuple(options.player)), items, jobs=options.jobs):
        done.append(line)
        results.add(line)
        if line["finding"]:
            print(f"{line['game']} seed {line['seed']}: {line['finding']}", flush=True)
        elif len(done) % 100 == 0:
            print(f"{len(done)} done", flush=True)
    return done


def main():
    sys.path.append(str(HERE.parent))
    from benchmarks.rows import Rows

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("games", nargs="*", default=[], metavar="GAME", help="all five by default")
    parser.add_argument("--games", dest="number", type=int, default=100, help="how many of each")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--results", type=Path)
    parser.add_argument(
        "--player", action="append", default=[], help="of blind: ask these only; may be repeated"
    )
    options = parser.parse_args()
    names = (
        options.games or (*GAMES, "puzzles", "pencil")
        if options.kind == "damage"
        else options.games or GAMES
    )
    with Rows(options.results, "kind", what) as results:
        done = played(options, names, results)
    for name in names:
        mine = [line for line in done if line["game"] == name]
        wrong = [line["seed"] for line in mine if line["finding"]]
        spent = sum(line["seconds"] for line in mine) / 3600
        print(
            f"{options.kind} {name}: {len(mine)} games, {spent:.2f} processor hours, findings at seeds {wrong}"
        )
    if options.kind == "blind":
        asked = Counter((line["game"], line["player"]) for line in done if not line["finding"])
        print(", ".join(f"{game} {player} {number}" for (game, player), number in sorted(asked.items())))
    return 1 if any(line["finding"] for line in done) else 0


if __name__ == "__main__":
    raise SystemExit(main())
