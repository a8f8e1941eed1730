"""The rules of Entracte, cooperative and competitive, as the rulebook reads.

A turn: an optional exchange (once a game), then a card that matches none of one's own codes (in the competitive game any
card), or a pass where no card may be played; tokens from all whose codes are matched; a card is drawn while the deck
lasts. What the rules leave open is an option. Two endings are ours, because the game could not go on: a full round of
passes, and (competitive) everybody having declared.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any

from deduce.rulebook import EVERYBODY, NOBODY, Table
from deduce_models.entracte.rules.setup import HAND, Setup

Turns = Generator[Any, Any, Any]


def rules(t: Table) -> Turns:
    """A game: the deal, turns until the row is long enough or all have had enough, the guesses."""
    o, setup = t.open, t.data
    setup.check_deck()
    codes, cards = t.deck("codes", setup.code_names), t.deck("cards", setup.deck)
    # Of notes with gaps nobody knows what a hand holds, its owner neither: what was noted of it stands beside.
    seen_by = {seat: NOBODY if setup.noted else seat for seat in t.seats}
    o.code = {seat: t.zone(f"code of {t.name(seat)}", seen_by[seat], of=codes) for seat in t.seats}
    o.hand = {seat: t.zone(f"hand of {t.name(seat)}", seen_by[seat], of=cards) for seat in t.seats}
    o.cards, o.turn, o.row, o.played, o.tokens, o.passes = cards, t.options.first, [], [], [], 0
    o.exchanged, o.declared, o.piles, o.taken = set(), set(), dict.fromkeys(t.seats, 0), []
    for seat in t.seats:
        for _ in range(setup.per_seat):
            yield t.draw(codes, to=o.code[seat], text="code {}")
    for seat in t.seats:
        for _ in range(HAND):
            yield t.draw(cards, to=o.hand[seat], text="draw {}")
    o.row.append((yield t.draw(cards, seen_by=EVERYBODY, text="draw {}")))
    o.played.append(0)
    o.tokens.append(())
    yield _competing(t, setup) if setup.competitive else _together(t, setup)
    return (yield _guesses(t, setup))


def _behind(t: Table, seat: int, count: int) -> list[int]:
    """The next `count` seats."""
    n = len(t.seats)
    return [(seat + step - 1) % n + 1 for step in range(1, count + 1)]


def _plain(t: Table, texts: Sequence[str]) -> dict[str, str]:
    """These options, made once."""
    return t.once(("plain", *texts), lambda: {each: each for each in texts})


def _exchanges(t: Table, me: int) -> list[str]:
    """The exchange, where it may be done."""
    return ["exchange"] if me not in t.open.exchanged and len(t.open.cards) else []


def _noted_turn(t: Table, setup: Setup, more: list[str]) -> list[Any]:
    """What a turn can be in notes with gaps: any card, or a turn that nobody noted."""
    return [t.option("play {card}", card=setup.card_names), _plain(t, ["pass", *more, "miss"])]


def _drawn(t: Table, setup: Setup, me: int, count: int) -> Turns:
    """In notes with gaps the cards drawn stand behind what was done, all of them or none."""
    said = "silent"
    for number in range(count if setup.noted else 0):
        card = t.option("draw {card}", card=setup.card_names)
        if not number:
            said = yield t.choose(me, [card, _plain(t, ["silent"])], unsaid="silent")
        elif said != "silent":
            yield t.choose(me, [card])


def _playable(t: Table, setup: Setup, me: int, exchange: bool) -> Any:
    """The cards that a seat may play; where there is none it passes, unless it must exchange first."""
    last, own = t.open.row[-1], t.open.code[me]
    barred = t.once(
        ("barred", last), lambda: {card: setup.barred_names(last, card) for card in setup.card_names}
    )
    return t.option(
        "play {card}",
        card=t.open.hand[me],
        unless=lambda card: own.any(barred[card]),
        sentence="with the card before it matches the player's own code",
        otherwise=() if exchange and setup.must_exchange else ("pass",),
    )


def _together(t: Table, setup: Setup) -> Turns:
    """The cooperative game: a turn each until the row is full, nobody could play, or all agree to stop."""
    o, n = t.open, len(t.seats)
    while True:
        me, asked, move = o.turn, False, "exchange"
        while move in ("exchange", "stop"):
            more = _exchanges(t, me)
            plain = more if asked else [*more, "stop"]
            if setup.noted:
                options = _noted_turn(t, setup, plain)
            else:
                options = [_playable(t, setup, me, bool(more)), _plain(t, plain)]
            move = yield t.choose(me, options)
            asked = True
            if move == "exchange":
                yield _exchange(t, me)
            elif move == "stop" and (yield _all_agree(t, me)):
                return
        yield _played(t, setup, me, move, [seat for seat in t.seats if seat != me])
        if (len(o.row) >= setup.limit or o.passes >= n) and not setup.noted:
            return
        o.turn = me % n + 1


def _all_agree(t: Table, me: int) -> Turns:
    """Whether all others agree to stop, asked one after the other."""
    for seat in _behind(t, me, len(t.seats) - 1):
        if (yield t.choose(seat, _plain(t, ["agree", "refuse"]))) == "refuse":
            return False
    return True


def _exchange(t: Table, me: int) -> Turns:
    """The whole hand goes back: three cards from the top, then all is shuffled."""
    o = t.open
    o.exchanged.add(me)
    o.passes = 0
    back = t.set_aside(o.hand[me])
    for _ in range(HAND):
        yield t.draw(o.cards if len(o.cards) else back, to=o.hand[me], text="draw {}")
    t.shuffle_in(o.cards, back)
    yield _drawn(t, t.data, me, HAND)


def _played(t: Table, setup: Setup, me: int, move: str, telling: Iterable[int]) -> Turns:
    """A card comes to the row and those `telling` put tokens; or a pass. Then a card is drawn."""
    o = t.open
    if move == "pass":
        o.passes += 1
    else:
        o.passes = 0
        said: Any = ()
        if move != "miss":
            t.take(o.hand[me], move)
            fits = setup.matched_names(o.row[-1], move)
            said = t.which(EVERYBODY, {s: o.code[s].any(fits) for s in telling}, "tokens {}", unsaid=())
        o.row.append(move)
        o.played.append(me)
        o.tokens.append(said)
    if len(o.cards) and (move != "pass" or t.options.pass_draws):
        yield t.draw(o.cards, to=o.hand[me], text="draw {}")
    yield _drawn(t, setup, me, 1 if move != "miss" else 0)


def _competing(t: Table, setup: Setup) -> Turns:
    """The competitive game: any card may be played; at the end of a turn seats may declare, and take pile cards."""
    o, last = t.open, None
    if setup.noted:
        yield _claims(t, o.turn, again=True)
    while True:
        me, move = o.turn, "exchange"
        while move == "exchange":
            held, more = len(o.hand[me]), _exchanges(t, me)
            # Hands run out with the deck: who holds no card has nothing to exchange for.
            passing = last is not None or not held
            play = [t.option("play {card}", card=o.hand[me])] if held else []
            options = [*play, _plain(t, [*["pass"] * passing, *more])]
            move = yield t.choose(me, _noted_turn(t, setup, more) if setup.noted else options)
            if move == "exchange":
                yield _exchange(t, me)
        yield _played(t, setup, me, move, t.seats)
        yield _claims(t, me, again=bool(setup.noted))
        playing = set(t.seats) - o.declared
        if last is not None:
            last &= playing - {me}
        elif len(o.row) >= setup.limit and not setup.noted:
            behind = (t.options.first - me - 1) % len(t.seats)
            last = playing & set(
                _behind(t, me, behind if t.options.last_turns == "behind" else len(t.seats) - 1)
            )
        if not playing or last == set() or (o.passes >= len(playing) and not setup.noted):
            return
        yield _over_to(t, playing if last is None else last, last is not None)


def _claims(t: Table, me: int, *, again: bool) -> Turns:
    """Seats may declare, from `me` on; in notes with gaps in any order, so that they are asked `again`."""
    o, asking = t.open, True
    while asking:
        asking = False
        for seat in [me, *_behind(t, me, len(t.seats) - 1)]:
            if seat not in o.declared:
                said = yield t.choose(seat, _plain(t, ["silent", "declare"]), unsaid="silent")
                o.declared |= {seat} if said == "declare" else set()
                asking |= again and said == "declare"


def _over_to(t: Table, waiting: set[int], last: bool) -> Turns:
    """Whose turn it is next, after pile cards of declared seats passed over."""
    o = t.open
    following = _behind(t, o.turn, len(t.seats))
    at = next(place for place, seat in enumerate(following) if seat in waiting)
    o.turn, over = following[at], following[:at]
    if t.options.pile_turns == "every":
        over = sorted(o.declared)
    for seat in over if not last or t.options.last_pile else ():
        if len(o.cards):
            o.taken.append(seat)
            yield t.draw(o.cards, seen_by=NOBODY, text="pile {}")
            o.piles[seat] += 1


def _guesses(t: Table, setup: Setup) -> Turns:
    """Everybody guesses all codes of all others; then all are shown."""
    o, made = t.open, dict[tuple[int, int, int], Any]()
    heard = t.options.guesses == "in_turn"
    for seat in t.seats:
        for other in t.seats:
            before: list[Any] = []
            for place in range(setup.per_seat if other != seat else 0):
                apart = None if setup.noted else [o.code[seat], *before]
                options = t.option(f"guess {other} {{code}}", code=setup.code_names, apart=apart)
                called = f"guess {place + 1} of {t.name(seat)} about {t.name(other)}"
                said = yield t.choose(seat, [options], EVERYBODY if heard else seat, name=called)
                before.append(said)
                made[seat, other, place] = said
    named = {key: said if heard else t.show(EVERYBODY, said) for key, said in made.items()}
    held = {seat: t.reveal(EVERYBODY, o.code[seat]) for seat in t.seats}
    wrong = dict.fromkeys(t.seats, 0)
    for (seat, other, _), said in named.items():
        wrong[seat] += said not in held[other]
    if setup.competitive:
        each = len(made) // len(t.seats)
        return [each - wrong[seat] + (0 if wrong[seat] else o.piles[seat]) for seat in t.seats]
    best = 3 if len(o.row) <= setup.quick else 2
    return [float({0: best, 1: 1}.get(sum(wrong.values()), 0))] * len(t.seats)
