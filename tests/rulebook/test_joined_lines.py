"""Moves that the table makes together, written in one line and read from it (`lines_of`, `remark`)."""

from deduce.records.record import read_record
from deduce.rulebook import Rulebook
from deduce.rulebook.notes import read

FACES = dict.fromkeys(range(1, 7), 1)


class Dice(Rulebook):
    """Three dice in the open, then a number is called, twice."""

    name, title, seats = "dice", "Dice", range(2, 3)

    def rules(self, t):
        """Two rounds of three dice; who calls the sum has a point."""
        points = [0, 0]
        for seat in t.seats:
            total = 0
            for number in (1, 2, 3):
                total += yield t.roll(f"die {number}", FACES)
            called = yield t.choose(seat, {f"call {each}": each for each in range(3, 19)})
            points[seat - 1] += called == total
        return points

    def lines_of(self, run):
        """All dice of a round stand in the line of the first."""
        log = run.table.log
        found = {n: "" for n, event in enumerate(log) if event.said.startswith(("die 2", "die 3"))}
        return found | {
            n: "dice " + " ".join(str(die.value) for die in log[n : n + 3])
            for n, event in enumerate(log)
            if event.said.startswith("die 1")
        }

    def remark(self, line, replay):
        """``dice 2 5 1``."""
        words = [word for word, _ in line.words]
        if words[0] == "dice":
            replay.reader.read(
                ", ".join(f"die {n} {word}" for n, word in enumerate(words[1:], 1)), "", line
            )
        return words[0] == "dice"


def played(*moves):
    """A game with these moves."""
    states = [Dice().new(players=2)]
    for move in moves:
        states.append(states[-1].play(move))
    return states


def test_moves_that_a_game_writes_together_are_one_line_of_a_complete_record():
    states = played("die 1 2", "die 2 5", "die 3 1", "call 8", "die 1 6", "die 2 6", "die 3 6", "call 3")
    text = Dice().written(states, [], {})
    assert text.split("\n\n")[1].splitlines() == ["dice 2 5 1", "P1 call 8", "dice 6 6 6", "P2 call 3"]
    again = read(Dice(), read_record(text))
    assert again.state == states[-1]
    assert again.state.scores == (1, 0)


def test_the_same_of_one_seat():
    states = played("die 1 2", "die 2 5", "die 3 1", "call 8")
    text = Dice().written(states, [], {}, seat=2)
    assert text.split("\n\n")[1].splitlines() == ["dice 2 5 1", "P1 call 8"]
    assert read(Dice(), read_record(text)).view(2) == states[-1].view(2)
