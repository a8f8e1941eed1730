"""Liar's Dice: dice under cups, bids on what all of them show together, until somebody calls the last bid a lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from deduce.games import Option
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table, worded
from deduce.rulebook.sayings import Saying

FACES = range(1, 7)
FACED = ("ones?|aces?", "twos?|deuces?", "threes?", "fours?", "fives?", "sixe?s?")
ONE_TO = "one|two|three|four|five|six|seven|eight|nine|ten"


class LiarsDice(Rulebook):
    """Bids rise by number, then by face. Whoever is wrong at a challenge loses the round."""

    name, title, seats = "liars_dice", "Liar's Dice", range(2, 7)
    texts = worded({
        "dice": ("Würfel", "кости"),
        "move": ("bid", "Gebot", "ставка"), "liar": ("calls a liar", "zweifelt an", "не верит"),
        "{number} of {face}": ("{number} × {face}", "{number} × {face}", "{number} × {face}"),
        "die {round}": ("Würfel, Runde {round}", "кость, раунд {round}"),
    })  # fmt: skip
    words: ClassVar[Mapping[str, Sequence[str]]] = {"": ["bid", "say"]}
    said: ClassVar[Sequence[Saying]] = (
        *(
            (rf"\b(\d+|{ONE_TO}) (?:{many}|{face}['’]?s)\b", rf"\1 of {face}")
            for face, many in enumerate(FACED, 1)
        ),
        (r"\b(\d+) ?[x×] ?([1-6])\b", r"\1 of \2"),
        (
            r"^ *(?:(?:i['’]ve|i|me|my) *)?(?:(?:roll(?:s|ed)?|dice|have|got)\b[ :]*(?:are )?)+(?=\d\b)",
            "",  # what one has rolled
        ),
    )

    options: Mapping[str, Option] = {
        "dice": Option(5, (1, 2, 3, 4, 5), "dice a player has at the start"),
        "wild": Option(1, (0, 1, 6), "the face that counts as every face; 0 for none", "varies"),
        "rounds": Option(
            "last",
            ("one", "last"),
            "one round, or until one player has dice; whoever is wrong loses one",
            "varies",
        ),
    }

    @override
    def rules(self, t: Table) -> Any:
        t.open.dice = dict.fromkeys(t.seats, t.options.dice)
        t.open.round, t.open.starts = 1, 1
        yield
        return self.round

    def round(self, t: Table) -> Any:
        """All dice are thrown, bids are made, one is challenged."""
        dice, alive = t.open.dice, [seat for seat in t.seats if t.open.dice[seat]]
        thrown = [(seat, k) for seat in alive for k in range(1, dice[seat] + 1)]
        die = t.variables(f"die {t.open.round}", thrown, FACES, whose=0)
        yield t.deal(die)
        for seat, k in thrown:
            t.show(seat, die[seat, k])
        seat, last, bidder = t.open.starts, (0, 0), 0
        while True:
            made = yield t.choose(seat, t.once((len(thrown), last), partial(self.above, len(thrown), last)))
            if made is None:
                break
            last, bidder = made, seat
            seat = alive[(alive.index(seat) + 1) % len(alive)]
        number, face = last
        shown = [t.show(EVERYBODY, die[each]) for each in thrown]
        loser = seat if sum(x in (face, t.options.wild) for x in shown) >= number else bidder
        dice[loser] -= 1
        if t.options.rounds == "one":
            return [(-1.0 if each == loser else 1.0 / (len(t.seats) - 1)) for each in t.seats]
        left = [each for each in t.seats if dice[each]]
        if len(left) == 1:
            return [float(each == left[0]) for each in t.seats]
        t.open.starts = loser if dice[loser] else alive[(alive.index(loser) + 1) % len(alive)]
        t.open.round += 1
        return self.round

    @staticmethod
    def above(dice: int, last: tuple[int, int]) -> dict[str, tuple[int, int] | None]:
        """The bids above the last one, and that it is a lie."""
        bids = {f"{n} of {face}": (n, face) for n in range(1, dice + 1) for face in FACES}
        higher: dict[str, tuple[int, int] | None] = {text: bid for text, bid in bids.items() if bid > last}
        return {**higher, "liar": None} if last > (0, 0) else higher


GAME = LiarsDice()
