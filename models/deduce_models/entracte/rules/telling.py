"""A view in plain text: the row, the tokens, one's own code, what was done last; not what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ground.wording import acts, listing, many, person, run, say, seated, typed
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.rules.setup import EntracteMove, Kind

if TYPE_CHECKING:
    from deduce_models.entracte.rules.views import EntracteView

RESULTS = ("no result: two guesses or more are wrong", "a fair result", "a win", "the best result")
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
    lines = [
        f"Row of {len(view.row)} (it ends at {setup.limit}), {many(view.deck_size, 'card')} in the deck:"
    ]
    width = max((len(setup.card_names[card]) for card in view.row), default=0) + 3
    for place, card in enumerate(view.row):
        by = f"seat {view.played[place]}" if view.played[place] else "start"
        tokens = [str(seat) for seat in bits(view.tokens[place])]
        under = f"tokens of {', '.join(tokens)}" if tokens else ""
        text = f"{place + 1:>4}  {by:<7} {setup.card_names[card]:<{width}}{under}"
        lines.append(text.rstrip())
    if view.code:
        lines.append(f"You hold {codes_text(view, view.code, ' and ')}.")
    if view.codes:
        everybody = [
            f"seat {seat} {codes_text(view, code, ' and ')}" for seat, code in enumerate(view.codes, 1)
        ]
        lines.append(f"The codes were: {'; '.join(everybody)}.")
        lines += _guesses(view)
    return "\n".join(lines)


def _guesses(view: EntracteView) -> list[str]:
    """Who guessed wrong, and what that makes of a cooperative game."""
    lines = []
    for seat, made in enumerate(view.guesses, 1):
        wrong = [guess for guess in made if not view.codes[guess.seat - 1] >> guess.item & 1]
        names = ", ".join(f"seat {guess.seat} {codes_text(view, 1 << guess.item, '')}" for guess in wrong)
        lines.append(
            f"Seat {seat} guessed wrong: {names}." if wrong else f"Seat {seat} guessed every code."
        )
    if not view.setup.competitive and view.scores:
        lines.append(f"That is {RESULTS[int(view.scores[0])]}.")
    return lines


def codes_text(view: EntracteView, mask: int, join: str) -> str:
    """The names of the codes of a mask."""
    return join.join(view.setup.parts.codes[code].name for code in bits(mask))


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
    code = view.setup.parts.codes[move.item].name
    return say("Seat {seat} guesses that seat {whom} holds {code}.", seat=seat, whom=move.seat, code=code)
