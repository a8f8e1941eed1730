"""A view in plain text: the row, the tokens, one's own code, what was done last; not what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ground.wording import acts, listing, passage, person, run, say, seated, table, typed
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.rules.setup import EntracteMove, Kind

if TYPE_CHECKING:
    from deduce_models.entracte.rules.views import EntracteView

RESULTS = (
    say("no result: two guesses or more are wrong"),
    say("a fair result"),
    say("a win"),
    say("the best result"),
)
"""The result of a cooperative game by its score."""

_DOES = {
    Kind.PASS: "pass",
    Kind.EXCHANGE: "exchange the hand",
    Kind.STOP: "propose to stop and guess",
    Kind.AGREE: "agree to stop",
    Kind.REFUSE: "refuse to stop",
    Kind.DECLARE: "declare to know every code",
}


def position_text(view: EntracteView) -> str:
    """What lies on the table and in the hand of the seat; in the end what everybody held and guessed."""
    setup = view.setup
    cards, limit = len(view.row), setup.limit
    head = say(
        "Row of {cards} (it ends at {limit}), {number:card} in the deck:",
        cards=cards, limit=limit, number=view.deck_size,
    )  # fmt: skip
    if setup.noted:  # whether a card was drawn in a turn that nobody noted is not known either
        head = say("Row of {cards} (it ends at {limit}):", cards=cards, limit=limit)
    lines: list[str] = [head]
    rows = []
    for place, card in enumerate(view.row):
        by: str = person(view.played[place]) if view.played[place] else say("start")
        tokens = ", ".join(map(str, bits(view.tokens[place])))
        under = run("   ", say("tokens of {seats}", seats=tokens)) if tokens else ""
        played = run(f"{place + 1:>4}  ", by, " " * (8 - len(by)), typed(setup.card_names[card]))
        rows.append((played, under))
    if rows:
        lines.append(table(rows))
    if view.code:
        lines.append(say("You hold {codes}.", codes=codes_text(view, view.code, "and")))
    if view.codes:
        everybody = [
            run(person(seat), " ", codes_text(view, code, "and")) for seat, code in enumerate(view.codes, 1)
        ]
        lines.append(say("The codes were: {codes}.", codes=listing(everybody, ";")))
        lines += _guesses(view)
    return passage(lines)


def _guesses(view: EntracteView) -> list[str]:
    """Who guessed wrong, and what that makes of a cooperative game."""
    lines: list[str] = []
    for seat, made in enumerate(view.guesses, 1):
        wrong = [guess for guess in made if not view.codes[guess.seat - 1] >> guess.item & 1]
        names = [run(person(guess.seat), " ", codes_text(view, 1 << guess.item, ",")) for guess in wrong]
        lines.append(
            say("{who} guessed wrong: {codes}.", who=seated(seat), codes=listing(names, ","))
            if wrong
            else say("{who} guessed every code.", who=seated(seat))
        )
    if not view.setup.competitive and view.scores:
        lines.append(say("That is {result}.", result=RESULTS[int(view.scores[0])]))
    return lines


def codes_text(view: EntracteView, mask: int, joint: str) -> str:
    """The names of the codes of a mask."""
    return listing([typed(view.setup.parts.codes[code].name) for code in bits(mask)], joint)


def told(before: EntracteView, after: EntracteView, actor: int, move: object) -> list[str]:  # noqa: ARG001
    """What is new in the log between two views of one seat: a sentence for each thing done, with the tokens."""
    said = [
        _guess_told(after, seat, move)
        for (seat, move), (_, covered) in zip(after.log, before.log, strict=False)
        if covered.hidden and covered.kind is Kind.GUESS and not move.hidden
    ]
    plays = sum(move.kind is Kind.PLAY for _, move in before.log)
    cards = after.setup.card_names
    for seat, move in after.log[len(before.log) :]:
        mine = seat == after.seat and seat
        who = "" if mine else seated(seat)
        if move.kind is Kind.PLAY:
            plays += 1
            others = [person(other) for other in bits(after.tokens[plays])]
            tokens = (
                say("Tokens: {seats}.", seats=listing(others, ","))
                if others
                else say("Nobody puts a token.")
            )
            said.append(run(acts(who, "play {card}", card=typed(cards[move.item])), ". ", tokens))
        elif move.kind is Kind.DRAW and mine:
            said.append(run(acts("", "draw {card}", card=typed(cards[move.item])), "."))
        elif move.kind is Kind.PILE:
            said.append(run(acts(who, "put a card on the pile"), say(", unseen"), "."))
        elif move.kind is Kind.GUESS and not move.hidden and not mine:
            said.append(_guess_told(after, seat, move))
        elif move.kind is Kind.GUESS and any(
            other == seat and told.kind is Kind.GUESS for other, told in before.log
        ):
            continue  # all of a seat's guesses are told once they are shown; that it makes them is told once
        elif move.kind is Kind.GUESS and not mine:
            said.append(say("{who} has made a guess.", who=who))
        elif move.kind in _DOES:
            said.append(run(acts(who, _DOES[move.kind]), "."))
    return said


def _guess_told(view: EntracteView, seat: int, move: EntracteMove) -> str:
    code = codes_text(view, 1 << move.item, ",")
    return say(
        "{who} guesses that {whom} holds {code}.", who=seated(seat), whom=person(move.seat), code=code
    )
