"""What is new between two views of one seat, in sentences: clues, guesses on paper, answers, tokens, names."""

from __future__ import annotations

from deduce_models.decrypto.rules.moves import write_code
from deduce_models.decrypto.rules.setup import TEAMS, Half
from deduce_models.decrypto.rules.views import View

__all__ = ["told"]


def told(before: View, after: View, actor: int, move: object) -> list[str]:  # noqa: ARG001
    """Who did what, as far as the seat of both views sees it; `actor` made the move between them (0: chance)."""
    who = "You" if actor == after.seat and actor else f"Seat {actor}"
    said = []
    for team, name in enumerate(TEAMS):
        count = after.counts[team] - before.counts[team]
        if count > 0 and actor and who != "You":
            said.append(f"{who} has written clue {after.counts[team]} of 3 for {name.title()}.")
        shown = after.clues[team]
        if shown and shown != before.clues[team] and len(shown) == 3:
            said.append(f"{name.title()}'s clues: {'; '.join(shown)}.")
    for half in after.past[len(before.past) :]:
        said += _half(half)
    if actor and who != "You" and before.phase == "intercept" and after.phase == "answer":
        said.append(f"{who} has written down a code for the clues of {TEAMS[before.turn].title()}.")
    if after.tokens != before.tokens:
        caught, missed, caught_too, missed_too = after.tokens
        won, lost = _number(caught, "interception", "s"), _number(missed, "miss", "es")
        said.append(f"White has {won} and {lost}, Black {caught_too} and {missed_too}.")
    if after.named > before.named and actor and who != "You":
        name = f": {after.names[-1]}" if len(after.names) > len(before.names) else ""
        said.append(f"{who} has named a keyword of the rivals{name}.")
    return said


def _number(count: int, word: str, ending: str) -> str:
    return f"{count} {word if count == 1 else word + ending}"


def _half(half: Half) -> list[str]:
    team, rivals = TEAMS[half.team].title(), TEAMS[1 - half.team].title()
    result = "missed" if half.missed else "right"
    rows = [
        f"{team}'s code was {write_code(half.code)}; {team} answered {write_code(half.answer)}, {result}."
    ]
    if half.interception is not None:
        verb = "intercepted it" if half.intercepted else "did not intercept it"
        rows.append(f"{rivals} guessed {write_code(half.interception)} and {verb}.")
    return rows
