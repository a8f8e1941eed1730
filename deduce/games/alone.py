"""What goes wrong in an evening of everybody and only one person can see: it is told to that one alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from deduce.games.base import Game
from deduce.ground.errors import DeduceError
from deduce.ground.report import Report
from deduce.ground.wording import passage, say
from deduce.records.record import Record


def told_alone(
    report: Report,
    game: Game[Any, Any, Any],
    who: str,
    public: Record,
    until: str | None = None,
) -> Report:
    """The answer to ``deduce solve`` for one of several, with a word where nobody else is told what is wrong.

    Args:
        report: The answer.
        game: The game.
        who: For whom it is.
        public: What all saw of the same evening.
        until: As far as both are read.

    A signal token that was forgotten contradicts what its player alone knows; what all read may well be so.
    """
    if report.status != 1:
        return report
    try:
        alone = game.solve(public, until=until).status == 0
    except DeduceError:  # what all read cannot be read: that is told to all
        return report
    if not alone:
        return replace(report, data={**report.data, "alone": False})
    said = say(
        "Told to {who} alone: what all read does not contradict itself. If a token or an answer was forgotten, "
        "say so aloud, and mend the line of all.",
        who=who,
    )
    return Report(passage([report.text, "", said]), {**report.data, "alone": True}, report.status)
