"""What chance can do in one way only goes without saying at the end of a line; whoever notes it all the same is read."""

import random

import pytest

from deduce.games import CHANCE, read_record
from deduce.games import game as game_called
from deduce.ground.errors import RecordError
from deduce.rulebook import Rulebook
from deduce.rulebook.asks import Row
from deduce.rulebook.notes import read
from deduce.rulebook.writing import written


class Bag(Rulebook):
    """Two at a time out of a bag, colour by colour; where the rest can only be one colour it comes of itself."""

    name, title, seats = "bag", "Bag", range(2, 3)

    def rules(self, t):
        bag = {"red": 2, "blue": 3, "green": 1}
        while any(bag.values()):
            need = min(2, sum(bag.values()))
            for place, word in enumerate(bag):
                later = sum([*bag.values()][place + 1 :])
                can = [k for k in range(bag[word] + 1) if k <= need <= k + later]
                if len(can) > 1:
                    number = yield t.roll(f"offer {word}", can, row=Row("offer", need, tuple(bag)))
                else:
                    (number,) = can
                    if number:
                        t.announce(f"offer {word}", number, row="offer")
                bag[word] -= number
                need -= number
            yield t.choose(1, ["take", "leave"])
        return [0.0, 0.0]


def options_of(game, rng):
    if game.name == "bag":
        return 2, {}
    return rng.randint(2, 4), {
        "cards": rng.randint(2, 4),
        "prizes": rng.choice(["shuffled", "rising", "falling"]),
        "bids": rng.choice(["shown", "hidden"]),
    }


def what_comes_of_itself(replay):
    """What was told last of all, as a line and as one that is wrong."""
    log, said = replay.reader.table.log, []
    while len(said) < len(log) and log[-1 - len(said)].kind == "say":
        said.insert(0, log[-1 - len(said)])
    if not said or not said[-1].row:
        return [(f"{each.said} {each.value}", f"{each.said} {each.value % 4 + 1}") for each in said]
    values = [(each.said.removeprefix("offer "), each.value) for each in said]
    return [
        tuple("offer " + " ".join(f"{word} {value + more}" for word, value in values) for more in (0, 1))
    ]


@pytest.mark.parametrize("game", [game_called("goofspiel"), Bag()], ids=lambda each: each.name)
@pytest.mark.parametrize("seed", range(6))
def test_it_is_read_once_and_nothing_else_is_read_there(game, seed):
    rng = random.Random(seed)
    players, options = options_of(game, rng)
    states, moves = [game.new(players=players, **options)], []
    while (state := states[-1]).actor is not None:
        moves.append(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))
        states.append(state.play(moves[-1]))
    met = 0
    for seat in (None, 1):
        head, _, body = written(game, states, moves, options, seat).partition("\n\n")
        lines = body.splitlines()

        def noted(*lines, head=head):
            return read(game, read_record("\n".join([head, "", *lines, ""])))

        for count in range(len(lines)):
            before, behind = lines[:count], lines[count:]
            for right, wrong in what_comes_of_itself(noted(*before)):
                met += 1
                assert noted(*before, right).reader.answers == noted(*before).reader.answers
                assert len(noted(*before, right, *behind).said) == len(lines) + 1
                for more in ([right, right], [wrong]):
                    with pytest.raises(RecordError):
                        noted(*before, *more)
    assert met
