"""Goofspiel: every prize goes to the highest of cards played at once; cards are played once each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from deduce.games import Option
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table, worded
from deduce.rulebook.sayings import Saying


class Goofspiel(Rulebook):
    """Everybody has the cards 1 to n; a prize for which two bid the most goes to nobody."""

    name, title, seats = "goofspiel", "Goofspiel", range(2, 5)
    texts = worded({
        "prize": ("Preis", "приз"), "bid {number}": ("Gebot {number}", "ставка {number}"),
        "bid {number} of {who}": ("Gebot {number} von {who}", "ставка {number}, {who}"),
        "prize {number} goes to": ("Preis {number} geht an", "приз {number} получает"),
    })  # fmt: skip
    said: ClassVar[Sequence[Saying]] = (
        (r"(NAME) (?:bids?|plays?) (?:the )?(\d+)\b(?! of\b)", r"\1 \2"),
        (r"^ *(\d+) (?:is up|is the prize|for the prize) *$", r"prize \1"),
    )
    options: Mapping[str, Option] = {
        "cards": Option(13, tuple(range(2, 14)), "cards and prizes, worth 1 to so many"),
        "prizes": Option(
            "shuffled", ("shuffled", "rising", "falling"), "the order of the prizes", "varies"
        ),
        "bids": Option(
            "shown", ("shown", "hidden"), "whether bids are shown, or only who won is told", "varies"
        ),
    }

    @override
    def rules(self, t: Table) -> Any:
        left = list(range(1, t.options.cards + 1))
        played: dict[int, list[Any]] = {seat: [] for seat in t.seats}
        t.open.points = dict.fromkeys(t.seats, 0)
        while left:
            if t.options.prizes == "shuffled" and len(left) > 1:
                prize = yield t.roll("prize", left)
            else:
                prize = min(left) if t.options.prizes == "rising" else max(left)
                t.announce("prize", prize)
            left.remove(prize)
            t.open.prize = prize
            winner = yield (self.shown if t.options.bids == "shown" else self.hidden)(t, played)
            if winner:
                t.open.points[winner] += prize
        return [float(t.open.points[seat]) for seat in t.seats]

    def shown(self, t: Table, played: dict[int, list[Any]]) -> Any:
        """One prize with open cards; gives who wins it, or 0."""
        cards = range(1, t.options.cards + 1)
        bids = yield t.together(
            {seat: [card for card in cards if card not in played[seat]] for seat in t.seats},
            name=f"bid {len(played[1]) + 1}",
        )
        for seat, bid in bids.items():
            played[seat].append(bid)
        best = [seat for seat in t.seats if bids[seat] == max(bids.values())]
        return best[0] if len(best) == 1 else 0

    def hidden(self, t: Table, played: dict[int, list[Any]]) -> Any:
        """One prize of which only the winner is told."""
        turn = len(played[1]) + 1
        for seat in t.seats:
            options: dict[str, Any] = {}
            for card in range(1, t.options.cards + 1):
                unplayed = [bid != card for bid in played[seat]]
                options[str(card)] = (_all(unplayed), card) if unplayed else card
            played[seat].append((yield t.choose(seat, options, seat, name=f"bid {turn} of {t.name(seat)}")))
        now = {seat: bids[-1] for seat, bids in played.items()}
        wins = {
            seat: _all([now[seat] > now[other] for other in t.seats if other != seat]) for seat in t.seats
        }
        won = t.which(EVERYBODY, wins, f"prize {turn} goes to {{}}")
        return won[0] if won else 0


def _all(facts: list[Any]) -> Any:
    found = facts[0]
    for fact in facts[1:]:
        found = found & fact
    return found


GAME = Goofspiel()
