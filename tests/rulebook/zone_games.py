"""Small declared games with decks and hands."""

from __future__ import annotations

from typing import ClassVar

from deduce.rulebook import EVERYBODY, Rulebook


class Acts(Rulebook):
    """Distinct cards: a pass says that no card of the hand could be played beside a hidden code; a hand is exchanged."""

    name, title, seats = "acts", "Acts", range(2, 4)

    @staticmethod
    def barred(last, card):
        """The codes that keep a card from being laid on another."""
        return ("A", "B", "C")[(last + card) % 3], ("A", "B", "C")[(last * card) % 3]

    def rules(self, t):
        codes, cards = t.deck("codes", "ABC"), t.deck("cards", range(1, 2 * len(t.seats) + 3))
        code = {seat: t.zone(f"code of {t.name(seat)}", seat, of=codes) for seat in t.seats}
        hand = {seat: t.zone(f"hand of {t.name(seat)}", seat, of=cards) for seat in t.seats}
        for seat in t.seats:
            yield t.draw(codes, to=code[seat])
            yield t.draw(cards, to=hand[seat])
            yield t.draw(cards, to=hand[seat])
        row, exchanged = [(yield t.draw(cards, seen_by=EVERYBODY))], set()
        t.open.row, t.open.hand = row, hand
        for turn in range(5):
            me = turn % len(t.seats) + 1
            plain = {"exchange": "exchange"} if me not in exchanged and turn and len(cards) else {}
            move = yield t.choose(
                me,
                [
                    t.option(
                        "play {card}",
                        card=hand[me],
                        unless=lambda card, me=me: code[me].any(self.barred(row[-1], card)),
                        sentence="your code bars it",
                    ),
                    plain,
                ],
                otherwise=() if plain else {"pass": "pass"},
            )
            if move == "exchange":
                exchanged.add(me)
                aside = t.set_aside(hand[me])
                for _ in range(min(len(aside), len(cards))):
                    yield t.draw(cards, to=hand[me])
                t.shuffle_in(cards, aside)
            elif move != "pass":
                t.take(hand[me], move)
                t.which(
                    EVERYBODY,
                    {s: code[s].any(self.barred(row[-1], move)) for s in t.seats if s != me},
                    "tokens {}",
                )
                row.append(move)
                if len(cards):
                    yield t.draw(cards, to=hand[me])
        codes_now = [t.reveal(EVERYBODY, code[seat]) for seat in t.seats]
        return [float(codes_now[0] == ("A",))] * len(t.seats)


class Letters(Rulebook):
    """Copies: a card of two is played; guesses, looks, comparisons, hands traded, a card laid under the deck."""

    name, title, seats = "letters", "Letters", range(2, 4)
    COPIES: ClassVar = {"guard": 3, "priest": 1, "baron": 2, "king": 1, "clerk": 1}

    def rules(self, t):
        deck = t.deck("deck", self.COPIES)
        value = {card: rank for rank, card in enumerate(self.COPIES, 1)}
        hand = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}
        yield t.draw(deck)
        for seat in t.seats:
            yield t.draw(deck, to=hand[seat])
        alive, me = list(t.seats), 1
        t.open.alive, t.open.deck = alive, deck
        while len(alive) > 1 and len(deck):
            yield t.draw(deck, to=hand[me])
            card = yield t.choose(
                me,
                t.option(
                    "play {card}",
                    card=hand[me],
                    unless=lambda card, me=me: card == "baron" and hand[me].any("king"),
                ),
            )
            t.take(hand[me], card)
            other = alive[(alive.index(me) + 1) % len(alive)]
            out = None
            if card == "guard":
                named = yield t.choose(me, {f"name {each}": each for each in value if each != "guard"})
                if t.tell(EVERYBODY, hand[other].any(named), f"{t.name(other)} holds {named}"):
                    out = other
            elif card == "priest":
                t.reveal(me, hand[other])
            elif card == "baron":
                mine, theirs = hand[me].sum(value), hand[other].sum(value)
                if t.tell(EVERYBODY, mine > theirs, f"{t.name(me)} is higher"):
                    out = other
            elif card == "king":
                t.swap(hand[me], hand[other])
            elif card == "clerk":
                below = yield t.choose(me, t.option("lay {card} under", card=hand[me]), seen_by=me)
                t.move(below, hand[me], deck, under=True)
                yield t.draw(deck, to=hand[me])
            if out is not None:
                t.reveal(EVERYBODY, hand[out])
                alive.remove(out)
            me = next(seat for seat in (*range(me + 1, 4), *t.seats) if seat in alive)
        return [float(seat in alive) for seat in t.seats]


class Claims(Rulebook):
    """Copies that return: a card shown is replaced, cards are exchanged unseen, one is stolen at random."""

    name, title, seats = "claims", "Claims", range(2, 3)
    COPIES: ClassVar = {"duke": 2, "lady": 2, "spy": 3}

    def rules(self, t):
        court = t.deck("court", self.COPIES)
        hand = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}
        for seat in t.seats:
            yield t.draw(court, to=hand[seat])
            yield t.draw(court, to=hand[seat])
        t.open.hand = hand
        for turn in range(4):
            me = turn % 2 + 1
            other = 3 - me
            act = yield t.choose(me, ["duke", "exchange", "steal"])
            if act == "duke":
                if (yield t.choose(other, ["doubt", "allow"])) == "doubt":
                    if t.tell(EVERYBODY, hand[me].any("duke"), f"{t.name(me)} has a duke"):
                        t.move("duke", hand[me], court)
                        t.shuffle_in(court)
                        yield t.draw(court, to=hand[me])
                    else:
                        lost = yield t.choose(me, t.option("lose {card}", card=hand[me]))
                        t.take(hand[me], lost)
            elif act == "exchange":
                yield t.draw(court, to=hand[me])
                back = yield t.choose(me, t.option("return {card}", card=hand[me]), seen_by=me)
                t.take(hand[me], back)
                t.shuffle_in(court, [back])
            else:
                yield t.draw(hand[other], to=hand[me])
            if not hand[me] or not hand[other]:
                break
        return [float(len(hand[seat])) for seat in t.seats]


class Stage(Rulebook):
    """Distinct cards: passes beside a code, hands laid back, a card stolen, one out of the game; `size` cards."""

    name, title, seats = "stage", "Stage", range(2, 4)
    size, turns = 0, 4

    @staticmethod
    def barred(last, card):
        """The code that keeps a card from being laid on another."""
        if (card + last) % 3:
            return "AB"[(card * card + last + card * last // 2) % 2]
        return "AB"[card % 2]

    def rules(self, t):
        code = t.variables("code", t.seats, ("A", "B"))
        yield t.deal(code)
        for seat in t.seats:
            t.show(seat, code[seat])
        count = self.size or 2 * len(t.seats) + 3
        cards = t.deck("cards", range(1, count + 1))
        hand = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}
        for seat in t.seats:
            for _ in range(2):
                yield t.draw(cards, to=hand[seat])
        row, exchanged = [(yield t.draw(cards, seen_by=EVERYBODY))], set()
        t.open.row, t.open.hand = row, hand
        for turn in range(self.turns):
            me = turn % len(t.seats) + 1
            other = me % len(t.seats) + 1
            acts = ["go on"] + ["exchange"] * (me not in exchanged)
            acts += ["steal"] * (turn == 2 and len(hand[other]) > 0) + ["burn"] * (
                turn == 2 and len(cards) > 1
            )
            act = yield t.choose(me, acts)
            if act == "exchange":
                exchanged.add(me)
                aside = t.set_aside(hand[me])
                for _ in range(len(aside)):
                    yield t.draw(cards if len(cards) else aside, to=hand[me])
                t.shuffle_in(cards, aside)
            elif act == "burn":
                yield t.draw(cards)
            elif act == "steal":
                yield t.draw(hand[other], to=hand[me])
            if not len(hand[me]):
                continue
            last = row[-1]
            play = t.option(
                "play {card}",
                card=hand[me],
                unless=lambda card, me=me, last=last: code[me] == self.barred(last, card),
                sentence="your code bars it",
                otherwise={"pass": "pass"},
            )
            move = yield t.choose(me, [play, {"wait": "wait"}])
            if move not in ("pass", "wait"):
                t.take(hand[me], move)
                row.append(move)
                if len(cards):
                    yield t.draw(cards, to=hand[me])
        return [float(len(hand[seat])) for seat in t.seats]


class Long(Stage):
    """The same with a deck that is too large for brute force."""

    name, title, size, turns = "long", "Long", 10, 6


class Naming(Rulebook):
    """Who holds what: two cards each, then everybody names two others, hidden until all have."""

    name, title, seats = "naming", "Naming", range(2, 4)

    def rules(self, t):
        letters = "KLMNOPQ"
        deck = t.deck("deck", letters)
        hand = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}
        for seat in t.seats:
            yield t.draw(deck, to=hand[seat])
            yield t.draw(deck, to=hand[seat])
        made = {}
        for seat in t.seats:
            first = yield t.choose(seat, t.option("name {card}", card=letters, apart=hand[seat]), seat)
            options = t.option("also {card}", card=letters, apart=[hand[seat], first, "Q"])
            made[seat] = first, (yield t.choose(seat, options, seat))
        named = {seat: [t.show(EVERYBODY, each) for each in made[seat]] for seat in t.seats}
        other = {seat: seat % len(t.seats) + 1 for seat in t.seats}
        held = {seat: t.reveal(EVERYBODY, hand[seat]) for seat in t.seats}
        return [float(sum(card in held[other[seat]] for card in named[seat])) for seat in t.seats]


ALL = (Naming(), Acts(), Letters(), Claims(), Stage())
