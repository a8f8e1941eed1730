"""Long campaigns: ``python tests/campaign.py KIND NAME ... --cases 10000 --seed 0 --jobs 2 --results FILE``.

Kinds: ``oracle`` plays whole games beside the second writing of the rules, under random options; ``contract`` runs
`check_game` in all parts on a random game under random options; ``playouts`` does so thinly on fifty random games
under one draw of the options: every move is replayed, one position of each is held against the contract, and says how
often each promise was asked beside each kind of move and of each seat; ``deals`` plays one random deal of every option
set (each value of each option alone, and all mixed), so that a thousand seeds are a thousand deals of each; ``blind``
asks a player (slow ones seldom and briefly; ``GAME:PLAYER`` names whom) again after what it cannot see was drawn
anew; ``rehide`` exchanges one hidden thing of a game, and asks the second writing who may notice; ``damage`` reads
records and puzzle files that a hand which knows their grammar has damaged, fifty at a time (``puzzles`` and ``pencil``
are names beside the games). Of the core: ``worlds`` asks every form of worlds beside brute force, a hundred problems at
a time, ``wide`` the search from the top down on problems of up to ten variables; ``forms`` every constraint and
expression in every form; ``certainty`` what is certain, in every way of asking. ``taps`` counts taps; ``notes`` turns,
weakens and takes back lines of notes, which must never be read as before.

A piece of work comes from its name and seed alone: ``--cases 1 --seed N`` does it again. Of the core a thousand pieces
are one seed of chance: ``worlds --seed 60000`` is the first hundred problems of seed 60. Results are kept line by line:
a run that was stopped, by Ctrl-C too, goes on where it was. At the end there is a line for each name. What went wrong is
printed with its seed; the exit status is then 1.
"""

import argparse
import importlib
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

HERE = Path(__file__).parent
GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")
ALIKE = 50
"""So many thin play-outs have one draw of the options."""


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
    else:
        module.one_game(seed)
    return {}


def checked(name, seed, **how):
    """`check_game` under options drawn at random."""
    from options import random_options

    import deduce
    from deduce.conformance import check_game

    game = deduce.game(name)
    players, options = random_options(game, seed)
    return check_game(game, players=players, options=options, **how)


def contract(name, seed):
    """`check_game` on one play-out under random options."""
    done = checked(name, seed, playouts=1, rng=seed, decisions=3)
    return {"positions": done.positions, "minds": done.minds}


def playouts(name, seed):
    """`check_game`, thinly, on play-outs under one draw of the options."""
    how = {"decisions": 0.04, "at_chance": True, "thin": True}
    done = checked(name, seed, playouts=ALIKE, rng=ALIKE * seed, **how)
    return {"positions": done.positions, "minds": done.minds, "asked": done.asked}


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


def blind(name, seed):
    """A player of a game at one position, before and after the hidden part is drawn anew."""
    from blindness import check_one

    game, _, only = name.partition(":")
    done = check_one(game, seed, (only,) if only else ())
    return {"hidden_differs": done["hidden_differs"], done["player"]: 1}


def late(module, function):
    """A piece of work of another file, which is loaded when it is wanted: workers get its name."""
    return partial(_called, module, function)


def _called(module, function, name, seed):
    return getattr(importlib.import_module(module), function)(name, seed)


def _names(module, of):
    return lambda: list(of(importlib.import_module(module)))


@dataclass(frozen=True)
class Kind:
    """What is done with a name and a seed, how many cases that are, and the names where none is given."""

    work: Callable[[str, int], Mapping[str, object]]
    each: int = 1
    names: Callable[[], list[str]] = lambda: list(GAMES)


KINDS = {
    "oracle": Kind(oracle),
    "contract": Kind(contract),
    "playouts": Kind(playouts, ALIKE),
    "deals": Kind(deals),
    "blind": Kind(blind),
    "rehide": Kind(late("rehiding", "check_hidden")),
    "damage": Kind(late("damage", "check_damage"), 50, _names("damage", lambda m: m.KINDS)),
    "worlds": Kind(late("worlds_campaign", "chunk"), 100, lambda: ["core"]),
    "wide": Kind(late("wide_campaign", "chunk"), 100, lambda: ["core"]),
    "forms": Kind(late("forms_campaign", "chunk"), 100, _names("forms_campaign", lambda m: m.NAMES)),
    "certainty": Kind(late("certainty", "chunk"), 20, lambda: ["core"]),
    "notes": Kind(late("notes_campaign", "chunk"), 1, _names("notes_campaign", lambda m: m.NAMES)),
    "taps": Kind(late("taps_campaign", "taps"), 1, _names("taps_campaign", lambda m: m.declared())),
}


def unit(kind, item):
    """One piece of work: what was found wrong, or ''."""
    name, seed = item
    started = time.process_time()
    try:
        told, finding = KINDS[kind].work(name, seed), ""
    except Exception as error:  # whatever goes wrong is the finding
        said = [f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())]
        told, finding = {}, "\n".join(said)[:4000]
    seconds = round(time.process_time() - started, 2)
    return {"kind": kind, "name": name, "seed": seed, "finding": finding, "seconds": seconds, "told": told}


def played(options, names, results):
    """Do what is missing; whether it was interrupted."""
    from deduce.ground.progress import Progress
    from deduce.ground.spreading import spread

    known = {(line["name"], line["seed"]) for line in results.rows if line["kind"] == options.kind}
    units = -(-options.cases // KINDS[options.kind].each)
    seeds = range(options.seed, options.seed + units)
    items = [(name, seed) for seed in seeds for name in names if (name, seed) not in known]
    shown = Progress(units * len(names), done=units * len(names) - len(items), what="pieces")
    said = time.monotonic()
    try:
        for number, line in enumerate(spread(partial(unit, options.kind), items, jobs=options.jobs), 1):
            results.add(line)
            shown.step()
            if line["finding"]:
                print(f"{line['name']} seed {line['seed']}: {line['finding']}", flush=True)
            if not shown.show and time.monotonic() - said > 60:
                said = time.monotonic()
                print(f"{number} of {len(items)} pieces done", flush=True)
    except KeyboardInterrupt:
        return True
    finally:
        shown.close()
    return False


def summed(lines):
    """What the pieces told, in words: numbers added, lists as their middle and greatest, counters by their least."""
    sums, lists, counters = Counter(), {}, {}
    for told in (line["told"] for line in lines):
        for key, value in told.items():
            if isinstance(value, list):
                lists.setdefault(key, []).extend(value)
            elif isinstance(value, Mapping):
                for part, counted in value.items():
                    counters.setdefault(part, Counter()).update(counted)
            elif not isinstance(value, str):
                sums[key] += value
    found = [f"{key} {value:,}" for key, value in sums.items()]
    found += [
        f"{key} median {statistics.median(each):g}, at most {max(each)}"
        for key, each in lists.items()
        if each
    ]
    wanted = {key for part in ("views", "knowledge") for key in counters.get(part, ())}
    for part, counted in counters.items():
        least, number = min(counted.items(), key=lambda item: item[1])
        never = len(wanted - counted.keys()) if part not in ("rules", "text", "chance") else 0
        found.append(
            f"\n    {part} {sum(counted.values()):,} times, {len(counted)} kinds by seats, fewest {number} ({least})"
            + (f", {never} never" if never else "")
        )
    return ", ".join(found)


def main():
    sys.path += [str(HERE), str(HERE.parent)]
    from benchmarks.rows import Rows

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("names", nargs="*", default=[], metavar="NAME", help="all by default")
    parser.add_argument(
        "--cases", type=int, default=100, help="how many of each name; whole pieces are done"
    )
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--results", type=Path, help="a file of what is done, to go on from")
    options = parser.parse_args()
    names = options.names or KINDS[options.kind].names()
    with Rows(options.results, "kind", lambda line: (line["kind"], line["name"], line["seed"])) as results:
        interrupted = played(options, names, results)
        done = [line for line in results.rows if line["kind"] == options.kind]
    for name in names:
        mine = [line for line in done if line["name"] == name]
        seeds = sorted(line["seed"] for line in mine)
        wrong = [line["seed"] for line in mine if line["finding"]]
        print(
            f"{options.kind} {name}: {len(mine) * KINDS[options.kind].each:,} cases, findings at seeds {wrong}"
            f", {sum(line['seconds'] for line in mine):,.0f} s of processor time"
            + (f", seeds {seeds[0]} to {seeds[-1]}" if seeds else "")
            + (f"; {told}" if (told := summed(mine)) else "")
        )
    if interrupted:
        print("interrupted: what was done is kept" if options.results else "interrupted")
        return 130
    return 1 if any(line["finding"] for line in done) else 0


if __name__ == "__main__":
    raise SystemExit(main())
