"""Skull: discs are laid face down, and bids are made on how many can be turned up without a skull."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_
from typing import Any, ClassVar

from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table, worded
from deduce.rulebook.sayings import Saying


class Skull(Rulebook):
    """Everybody has three flowers and a skull. Two challenges met win, as does being the last with a disc."""

    name, title, seats = "skull", "Skull", range(3, 7)
    texts = worded({
        "discs": ("Scheiben", "диски"),
        "skull": ("Totenkopf", "череп"), "flower": ("Blume", "цветок"),
        "lay a disc": ("lays a disc", "legt eine Scheibe", "кладёт диск"), "bid": ("bids", "bietet", "ставит"),
        "pass": ("passes", "passt", "пас"), "turn": ("turns one of", "deckt auf bei", "открывает у"),
        "lose the skull": ("loses the skull", "verliert den Totenkopf", "теряет череп"),
        "lose a flower": ("loses a flower", "verliert eine Blume", "теряет цветок"),
        "{who}'s disc {number} in round {round}": (
            "{who}: Scheibe {number}, Runde {round}",
            "{who}: диск {number}, раунд {round}",
        ),
        "what {who} loses in round {round}": (
            "was {who} in Runde {round} verliert",
            "что теряет {who} в раунде {round}",
        ),
    })  # fmt: skip
    said: ClassVar[Sequence[Saying]] = (
        (r"\b(?:lay|put|play|place)s?(?: down)?(?: (?:my|the|a|her|his))? (skull|flower)\b", r"\1"),
    )

    @override
    def rules(self, t: Table) -> Any:
        t.open.discs = dict.fromkeys(t.seats, 4)
        t.open.points = dict.fromkeys(t.seats, 0)
        t.open.starts, t.open.round = 1, 1
        t.keep.lost = {seat: [] for seat in t.seats}
        yield
        return self.round

    def round(self, t: Table) -> Any:
        """Discs are laid, a number is bid, and whoever bid the most turns discs up."""
        alive = [seat for seat in t.seats if t.open.discs[seat]]
        first = alive.index(t.open.starts)
        turns = alive[first:] + alive[:first]
        piles: dict[int, list[Any]] = {seat: [] for seat in alive}
        for seat in turns:
            yield self.lay(t, seat, piles[seat])
        bidder, bid = yield self.bidding(t, turns, piles)
        skull_of = yield self.turning(t, bidder, bid, piles)
        if not skull_of:
            t.open.points[bidder] += 1
        else:
            yield self.loss(t, bidder, chosen=skull_of == bidder)
        left = [seat for seat in t.seats if t.open.discs[seat]]
        winners = [seat for seat in t.seats if t.open.points[seat] == 2] or (left if len(left) == 1 else [])
        if winners:
            return [float(seat == winners[0]) for seat in t.seats]
        t.open.starts = bidder if bidder in left else skull_of if skull_of in left else left[0]
        t.open.round += 1
        return self.round

    def lay(self, t: Table, seat: int, pile: list[Any], more: dict[str, Any] | None = None) -> Any:
        """A seat lays a disc, or does one of `more`; gives what it did where that is seen."""
        kept = [thing != "skull" for thing in (*t.keep.lost[seat], *pile)]
        own = t.open.discs[seat] - len(pile)
        left = reduce(and_, kept) if kept else None
        options: dict[str, Any] = {}
        if own:
            what = yield t.choose(seat, {"lay a disc": "lay", **(more or {})}) if more else None
            if what is not None and what != "lay":
                return what
            options["skull"] = "skull" if left is None else (left, "skull")
            options["flower"] = "flower" if own > 1 or left is None else (~left, "flower")
            called = f"{t.name(seat)}'s disc {len(pile) + 1} in round {t.open.round}"
            pile.append((yield t.choose(seat, options, seen_by=seat, name=called)))
            return "lay"
        return (yield t.choose(seat, more))

    def bidding(self, t: Table, turns: list[int], piles: dict[int, list[Any]]) -> Any:
        """Discs are added until somebody bids; then bids rise until all others have passed."""
        at = 0
        while True:
            most = sum(map(len, piles.values()))
            seat = turns[at % len(turns)]
            did = yield self.lay(t, seat, piles[seat], {f"bid {n}": n for n in range(1, most + 1)})
            at += 1
            if did != "lay":
                break
        bidder, bid, still = seat, did, [each for each in turns if each != seat]
        while still and bid < most:
            seat = turns[at % len(turns)]
            at += 1
            if seat in still:
                did = yield t.choose(seat, {**{f"bid {n}": n for n in range(bid + 1, most + 1)}, "pass": 0})
                still.remove(seat)
                if did:
                    still.append(bidder)
                    bidder, bid = seat, did
        return bidder, bid

    def turning(self, t: Table, bidder: int, bid: int, piles: dict[int, list[Any]]) -> Any:
        """The bidder turns up the whole own pile, then others from the top; gives whose skull came, or 0."""
        for _ in range(bid):
            seat = bidder if piles[bidder] else 0
            if not seat:
                seat = yield t.choose(bidder, {f"turn {t.name(s)}": s for s, pile in piles.items() if pile})
            if t.show(EVERYBODY, piles[seat].pop()) == "skull":
                return seat
        return 0

    def loss(self, t: Table, seat: int, *, chosen: bool) -> Any:
        """A seat loses a disc unseen: one of its choice after an own skull, else at random."""
        number, marks = t.open.discs[seat], t.keep.lost[seat]
        t.open.discs[seat] -= 1
        called = f"what {t.name(seat)} loses in round {t.open.round}"
        if chosen:
            losses = {"lose the skull": "skull", **({"lose a flower": "flower"} if number > 1 else {})}
            marks.append((yield t.choose(seat, losses, seat, name=called)))
        elif number > 1:
            # One disc of so many: where the skull has been lost before, it is a flower in either case.
            marks.append(
                (yield t.roll(called, {"skull": 1 / number, "flower": 1 - 1 / number}, seen_by=seat))
            )


GAME = Skull()
