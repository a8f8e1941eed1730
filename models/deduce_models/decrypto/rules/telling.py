"""What is new between two views of one seat, in sentences: clues, guesses on paper, answers, tokens, names."""

from __future__ import annotations

from deduce.ground.wording import as_is, run, say, seated
from deduce_models.decrypto.rules.moves import write_code
from deduce_models.decrypto.rules.setup import TEAMS, Half
from deduce_models.decrypto.rules.views import View


def told(before: View, after: View, actor: int, move: object) -> list[str]:  # noqa: ARG001
    """Who did what, as far as the seat of both views sees it; `actor` made the move between them (0: chance)."""
    mine, who = actor == after.seat, seated(actor)
    said: list[str] = []
    for team in range(len(TEAMS)):
        name = _team(team)
        count = after.counts[team] - before.counts[team]
        if count > 0 and actor and not mine:
            said.append(
                say(
                    "{who} has written clue {number} of 3 for {team}.",
                    who=who,
                    number=after.counts[team],
                    team=name,
                )
            )
        shown = after.clues[team]
        if shown and shown != before.clues[team] and len(shown) == 3:
            said.append(say("{team}'s clues: {clues}.", team=name, clues=as_is("; ".join(shown))))
    for half in after.past[len(before.past) :]:
        said += _half(half)
    if actor and not mine and before.phase == "intercept" and after.phase == "answer":
        said.append(
            say("{who} has written down a code for the clues of {team}.", who=who, team=_team(before.turn))
        )
    if after.tokens != before.tokens:
        caught, missed, caught_too, missed_too = after.tokens
        said.append(
            say(
                "White has {won} and {lost}, Black {won_too} and {lost_too}.",
                won=say("{number:interception}", number=caught),
                lost=say("{number:miss}", number=missed),
                won_too=caught_too,
                lost_too=missed_too,
            )
        )
    if after.named > before.named and actor and not mine:
        shown_now = len(after.names) > len(before.names)
        name = run(": ", as_is(after.names[-1])) if shown_now else ""
        said.append(run(say("{who} has named a keyword of the rivals", who=who), name, "."))
    return said


def _team(team: int) -> str:
    return say(TEAMS[team].title())


def _half(half: Half) -> list[str]:
    rows: list[str] = [
        say(
            "{team}'s code was {code}; {team} answered {answer}, missed."
            if half.missed
            else "{team}'s code was {code}; {team} answered {answer}, right.",
            team=_team(half.team),
            code=write_code(half.code),
            answer=write_code(half.answer),
        )
    ]
    if half.interception is not None:
        rows.append(
            say(
                "{rivals} guessed {code} and intercepted it."
                if half.intercepted
                else "{rivals} guessed {code} and did not intercept it.",
                rivals=_team(1 - half.team),
                code=write_code(half.interception),
            )
        )
    return rows
