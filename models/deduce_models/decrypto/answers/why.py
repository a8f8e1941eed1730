"""The answer to ``deduce why`` for records of Decrypto: the sheet's figure, and how the reading behind it came about."""

from __future__ import annotations

import re
from typing import Final

from deduce.ground.errors import RecordError, nearest
from deduce.ground.report import Report
from deduce.ground.wording import as_is, in_percent, passage, person, phrase, run, say
from deduce.rulebook.sheets import SheetReplay
from deduce_models.decrypto.advice.advice import claim, plan_line
from deduce_models.decrypto.answers.report import asked, read_now
from deduce_models.decrypto.knowledge.belief import another
from deduce_models.decrypto.knowledge.model import knowledge
from deduce_models.decrypto.knowledge.trust import trusted_codes, trusted_keywords
from deduce_models.decrypto.knowledge.understanding import Mind
from deduce_models.decrypto.rules.moves import read_code, write_code
from deduce_models.decrypto.rules.setup import TEAMS, TITLES
from deduce_models.decrypto.rules.views import View

_FACT: Final = re.compile(
    r"(white|black)\s+(code|digit|keyword)\s*(?:\[?\s*([1-4])\s*\]?)?\s*=\s*(.+)", re.IGNORECASE
)


def why(replay: SheetReplay, fact: str, *, seat: int | None = None) -> Report:
    """How likely a fact about a code, a digit or a keyword is, and how each statement moved the reading of it.

    The first figure is the one that ``deduce solve`` shows. The steps are those of the reading, in which each clue was
    chosen for its keyword alone; where the sheet does not believe it, both are said.

    Raises `RecordError` for what is no such fact.
    """
    view, mind = asked(replay, seat)
    found = _FACT.fullmatch(" ".join(fact.split()))
    if found is None:
        raise RecordError(
            say(
                "{fact} is no fact here: expected 'white code = 4-2-1', 'white digit 2 = 1' or 'black keyword 2 = piano'",
                fact=as_is(repr(fact)),
            )
        )
    known = knowledge(view, mind)
    team, kind = TEAMS.index(found[1].lower()), found[2].lower()
    name = f"{TEAMS[team]} {kind}" + (f"[{found[3]}]" if found[3] else "")
    variables = {variable.name: variable for variable in known.problem.scope}
    if name not in variables:
        raise RecordError(
            say(
                "{name} is not open for {who} here: {allowed}",
                name=as_is(repr(name)),
                who=person(view.seat),
                allowed=nearest(name, variables),
            )
        )
    variable = variables[name]
    text = found[4].strip().casefold()
    if kind == "code":
        text = write_code(read_code(text))
    values = {str(value): value for value in variable.domain}
    if text not in values:
        raise RecordError(
            say(
                "nothing is known of {value} as {name}: {allowed}",
                value=as_is(repr(text)),
                name=as_is(repr(name)),
                allowed=nearest(text, values),
            )
        )
    fact_of = variable == values[text]
    read = known.probability(fact_of)
    figure = _believed(view, mind, team, kind, int(found[3] or 0), text)
    chance = in_percent(read if figure is None else figure, 2)
    lines: list[str] = [
        phrase(
            f"{name} = {text}: {chance}",
            "{team}, {what} = {value}: {chance}",
            team=TITLES[team], what=_asked(kind, found[3]), value=as_is(text), chance=chance,
        )
    ]  # fmt: skip
    if figure is not None and abs(figure - read) > 5e-5:
        how = plan_line(view, team, mind) if kind == "keyword" else claim(view, team, mind)
        alone = say("if each clue was chosen for its keyword alone: {codes}", codes=in_percent(read, 2))
        lines += [run("(", how, ")"), alone]
    steps = known.ledger(fact_of)
    lines += [
        run(f"  {in_percent(step.before, 2):>7} -> {in_percent(step.after, 2):>7}  ", step.statement.text)
        for step in steps
        if abs(step.after - step.before) > 5e-5
    ]
    return Report(
        passage(lines),
        {
            "fact": f"{name} = {text}",
            "probability": read if figure is None else figure,
            "reading": read,
            "steps": [{"text": s.statement.text, "before": s.before, "after": s.after} for s in steps],
        },
    )


def _asked(kind: str, number: str | None) -> str:
    if kind == "code":
        return say("code")
    return say("digit {number}" if kind == "digit" else "keyword {number}", number=number)


def _believed(view: View, mind: Mind, team: int, kind: str, number: int, text: str) -> float | None:
    """What the sheet says of a value, where it says something of it."""
    if kind == "keyword":
        if view.keywords[team]:
            return None
        notes, chances, _ = trusted_keywords(view, team, mind)
        return float(chances[number - 1, [*notes.candidates, another(number)].index(text)])
    if team not in read_now(view):
        return None
    belief = trusted_codes(view, team, mind).belief
    if kind == "code":
        return belief.probability(read_code(text))
    return float(belief.digits[number - 1, int(text) - 1])
