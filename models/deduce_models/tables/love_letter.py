"""Love Letter: sixteen cards, one in each hand; draw one, play one, and be the last or the highest.

The classic cards (Seiji Kanai, 2012). One round is a game, or tokens are won until a seat has enough of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from deduce.games import Option
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table, worded
from deduce.rulebook.sayings import Saying

CARDS = ("guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess")
COPIES = dict(zip(CARDS, (5, 2, 2, 2, 2, 1, 1, 1), strict=True))
CARD = "|".join(CARDS)
RANK = {card: rank for rank, card in enumerate(CARDS, 1)}


class LoveLetter(Rulebook):
    """Two to four seats; the winner of the last round begins the next."""

    name, title, seats = "love_letter", "Love Letter", range(2, 5)
    texts = worded({
        "aside": ("beiseite", "в стороне"), "safe": ("geschützt", "под защитой"),
        "laid_open": ("offen beiseite", "открыто в стороне"), "left": ("noch dabei", "ещё в игре"),
        "draw": ("draws", "zieht", "берёт"), "play": ("plays", "spielt", "играет"),
        "target": ("chooses", "wählt", "выбирает"), "guess": ("guesses", "rät", "угадывает"),
        "card": ("Karte", "карта"), "guard": ("Wächterin", "стражница"), "priest": ("Priester", "священник"),
        "baron": ("Baron", "барон"), "handmaid": ("Zofe", "служанка"), "prince": ("Prinz", "принц"),
        "king": ("König", "король"), "countess": ("Gräfin", "графиня"), "princess": ("Prinzessin", "принцесса"),
        "hand of {who}": ("Hand von {who}", "рука: {who}"),
        "hand of {who} in round {number}": ("Hand von {who} in Runde {number}", "рука: {who}, раунд {number}"),
        "card aside": ("Karte beiseite", "карта в стороне"),
        "card aside in round {number}": ("Karte beiseite in Runde {number}", "карта в стороне, раунд {number}"),
        "guess {card} of {who}": ("rät {card} bei {who}", "угадывает: {card}, у кого: {who}"),
        "{who} has {card}": ("{who} hat {card}", "{who} имеет: {card}"), "lower": ("niedriger ist", "младше"),
        "with the countess no prince, no king": (
            "mit der Gräfin weder Prinz noch König",
            "с графиней нельзя ни принца, ни короля",
        ),
    })  # fmt: skip
    words: ClassVar[Mapping[str, Sequence[str]]] = {"target": ["on"], "guess": ["name"]}
    unspoken = ("play", "target")
    said: ClassVar[Sequence[Saying]] = (
        (
            rf"\b(?:guess )?(NAME)(?: is|['’]s)?(?: the)? ({CARD})\b(?! of)(?=[ ,:?.]*(?:no|yes|right|wrong)\b)",
            r"guess \2 of \1",
        ),
        (rf"\bguard on (NAME)[ ,:]+(?:the )?({CARD})\b\??", r"guard, guess \2 of \1,"),
        (rf"\b(?:he|she) (?:has|holds|shows)(?: the| a)? (?={CARD})", "hand "),
        (r"\b(?:he|she) does(?: not|n['’]t)(?: have it)?", "no"),
    )
    options: Mapping[str, Option] = {
        "tokens": Option(
            1, tuple(range(1, 8)), "tokens that win; the rules say 7, 5, 4 for 2, 3, 4 players", "house"
        ),
        "open_cards": Option(3, (0, 3), "with two players, cards laid aside face up before a round"),
    }

    @override
    def rules(self, t: Table) -> Any:
        t.open.tokens, t.open.starts, t.open.round = dict.fromkeys(t.seats, 0), 1, 0
        yield None
        return self.round

    def round(self, t: Table) -> Any:
        """The deck is shuffled and dealt."""
        o = t.open
        o.round += 1
        of_round = f" in round {o.round}" if o.round > 1 else ""
        o.deck = t.deck(f"deck{of_round}", COPIES)
        o.aside = t.zone(f"card aside{of_round}", of=o.deck)
        o.hand = {seat: t.zone(f"hand of {t.name(seat)}{of_round}", seat, of=o.deck) for seat in t.seats}
        o.discards, o.safe = {seat: [] for seat in t.seats}, set()
        yield t.draw(o.deck, to=o.aside)
        o.laid_open = []
        for _ in range(t.options.open_cards if len(t.seats) == 2 else 0):
            o.laid_open.append((yield t.draw(o.deck, seen_by=EVERYBODY)))
        for seat in t.seats:
            yield t.draw(o.deck, to=o.hand[seat])
        o.left, o.turn = list(t.seats), o.starts
        return self.turn

    def turn(self, t: Table) -> Any:
        """A seat draws a card and plays one of its two."""
        o = t.open
        me, hand = o.turn, o.hand
        o.safe.discard(me)
        yield t.draw(o.deck, to=hand[me])

        def kept(card: str) -> Any:
            return card in ("prince", "king") and hand[me].any("countess")

        play = t.option(
            "play {card}", card=hand[me], unless=kept, sentence="with the countess no prince, no king"
        )
        card = yield t.choose(me, play)
        t.take(hand[me], card)
        o.discards[me].append(card)
        yield self.effect(t, me, card)
        if len(o.left) == 1 or not o.deck:
            return self.scoring
        while True:
            o.turn = o.turn % len(t.seats) + 1
            if o.turn in o.left:
                return self.turn

    def effect(self, t: Table, me: int, card: str) -> Any:
        """What a card does that was played."""
        o = t.open
        hand = o.hand
        others = [seat for seat in o.left if seat != me and seat not in o.safe]
        if card == "handmaid":
            o.safe.add(me)
        elif card == "princess":
            self.out(t, me)
        elif card == "guard" and others:
            named = {
                f"guess {each} of {t.name(s)}": (s, each)
                for s in others
                for each in COPIES
                if each != "guard"
            }
            other, guess = yield t.choose(me, named)
            if t.tell(EVERYBODY, hand[other].any(guess), f"{t.name(other)} has {guess}"):
                self.out(t, other)
        elif card == "prince":
            other = yield t.choose(me, {f"target {t.name(s)}": s for s in [*others, me]})
            (fallen,) = t.reveal(EVERYBODY, hand[other])
            if fallen == "princess":
                self.out(t, other)
            else:
                o.discards[other].append(t.take(hand[other], fallen))
                yield t.draw(o.deck or o.aside, to=hand[other])
        elif card in ("priest", "baron", "king") and others:
            other = yield t.choose(me, {f"target {t.name(s)}": s for s in others})
            if card == "priest":
                t.reveal(me, hand[other])
            elif card == "king":
                t.swap(hand[me], hand[other])
            else:
                t.reveal((me, other), hand[me])
                t.reveal((me, other), hand[other])
                mine, theirs = hand[me].sum(RANK), hand[other].sum(RANK)
                lower = t.which(EVERYBODY, {me: mine < theirs, other: theirs < mine}, "lower {}")
                for seat in lower:
                    self.out(t, seat)

    def out(self, t: Table, seat: int) -> None:
        """A seat is out of the round, its hand laid open."""
        for card in t.reveal(EVERYBODY, t.open.hand[seat]):
            t.open.discards[seat].append(t.take(t.open.hand[seat], card))
        t.open.left.remove(seat)

    def scoring(self, t: Table) -> Any:
        """The last one left wins the round, or the highest card; of equals, whose discards add up to more."""
        o = t.open
        yield None
        strength = {}
        for seat in o.left:
            cards = t.reveal(EVERYBODY, o.hand[seat]) if len(o.left) > 1 else ()
            strength[seat] = [sum(RANK[c] for c in cards), sum(RANK[c] for c in o.discards[seat])]
        winners = [seat for seat in o.left if strength[seat] == max(strength.values())]
        for seat in winners:
            o.tokens[seat] += 1
        o.starts = winners[0]
        if max(o.tokens.values()) < t.options.tokens:
            return self.round
        best = max(o.tokens.values())
        return [float(o.tokens[seat] == best) for seat in t.seats]


GAME = LoveLetter()
