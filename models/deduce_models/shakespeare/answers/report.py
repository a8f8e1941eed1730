"""Answers for the command line: a position in words, what is hidden in it, why a move is not allowed."""

from __future__ import annotations

from typing import Any, cast

from deduce.games.base import CHANCE
from deduce.ground.errors import MissingExtra, ProblemError, RecordError, nearest
from deduce.ground.report import Report
from deduce.ground.wording import as_is, listing, person, run, say, typed
from deduce.rulebook.answers import as_far_as_read
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.records.position import position_code
from deduce_models.shakespeare.records.reading import Replay
from deduce_models.shakespeare.records.words import parse_move
from deduce_models.shakespeare.rules import phases, refusals
from deduce_models.shakespeare.rules.faces import compact
from deduce_models.shakespeare.rules.listing import text as listing_text
from deduce_models.shakespeare.rules.scoring import final
from deduce_models.shakespeare.rules.state import State
from deduce_models.shakespeare.rules.views import View


def solve(replay: Replay, *, seat: int | None = None) -> Report:
    """The position, the last offer when it is certain, what is hidden, and the result if it ended now."""
    view, assumed = compact(replay.view(seat)), replay.assumed
    lines: list[str] = [listing_text(view), "", *assumed]
    # An assumed bag says nothing for certain.
    certain = {} if any(" bag " in each for each in assumed) else _last_offer(view)
    for kind, counts in certain.items():
        shown = [typed(f"{count} {word}") for word, count in counts.items()]
        told = listing(shown, ",") if shown else say("nothing")
        lines.append(
            say("the {kind} on the last day will offer: {elements}", kind=typed(kind), elements=told)
        )
    secrets = _secrets(view)
    hidden = 1
    if secrets:
        from deduce_models.shakespeare.knowledge.model import knowledge

        hidden = knowledge(view).count()
    if hidden > 1 and view.phase != phases.OVER:
        lines.append(
            say(
                "hidden from seat {seat}: {number} possibilities, about {secrets}",
                seat=view.seat, number=hidden, secrets=secrets,
            )
        )  # fmt: skip
    found: dict[str, Any] = {}
    mover = view.seat or view.turn
    if mover and view.phase in (phases.WAGER, phases.ACTION):
        best, found = _placements(view, mover)
        lines += ["", *best, ""]
    lines.append(say("the result so far:" if view.phase != phases.OVER else "the result:"))
    results = [_result(view, each) for each in view.setup.everybody]
    lines += [run("  ", row["text"]) for row in results]
    code = position_code(view) if view.phase in (phases.WAGER, phases.ACTION) else ""
    if code:
        lines += ["", say("position code {code}", code=as_is(code))]
    data: dict[str, Any] = {
        "day": view.day,
        "phase": phases.NAMES[view.phase],
        "turn": view.turn,
        "last offer": certain,
        "possibilities": hidden,
        "results": [{key: value for key, value in row.items() if key != "text"} for row in results],
        "assumed": list(assumed),
        **({"code": code} if code else {}),
        **found,
    }
    return as_far_as_read(replay, lines, data)


def _placements(view: View, seat: int) -> tuple[list[str], dict[str, Any]]:
    """The best work of each craft; without CP-SAT, which says whether a set can be finished, the extra it needs."""
    from deduce_models.shakespeare.answers import placements

    try:
        return placements.lines_and_data(view, seat)
    except MissingExtra as error:
        return [error.said], {}


def _secrets(view: View) -> str:
    """What is hidden from the seat, in words; empty when nothing is."""
    secrets: list[str] = []
    if any(choice < 0 for choice in view.choices):
        secrets.append(say("wagers" if view.phase == phases.WAGER else "who stays awake"))
    if any(dealing[0] != view.seat for dealing in view.dealings):
        secrets.append(say("objectives"))
    return listing(secrets, "and") if secrets else ""


def _last_offer(view: View) -> dict[str, dict[str, int]]:
    """The offers of the last day by kind, on the day before it: the bags will be emptied."""
    if view.day != view.setup.parts.days - 1:
        return {}
    bags = {"set": view.set_bag, "costumes": view.costume_bag}
    return {
        kind: {word: count for word, count in zip(COLOURS, bag, strict=True) if count}
        for kind, bag in bags.items()
        if sum(bag) <= view.setup.drawn
    }


def _result(view: View, seat: int) -> dict[str, Any]:
    board = view.boards[seat - 1]
    if view.phase == phases.OVER:
        text: str = say(
            "seat {seat}: {prestige} prestige, {number:pound}",
            seat=seat, prestige=board.prestige, number=board.pounds,
        )  # fmt: skip
        return {"seat": seat, "prestige": board.prestige, "pounds": board.pounds, "text": text}
    end = final(view, seat)
    text = say(
        "seat {seat}: {prestige} prestige, {number:pound} if the game ended now ({board} on the board, {objectives} for "
        "objectives known, {yellow} for yellow; {paid} paid, {unpaid} not)",
        seat=seat, prestige=end.prestige, number=end.pounds, board=board.prestige,
        objectives=sum(end.objectives), yellow=end.yellow, paid=end.paid, unpaid=end.unpaid,
    )  # fmt: skip
    return {
        "seat": seat,
        "prestige": end.prestige,
        "pounds": end.pounds,
        "unpaid": end.unpaid,
        "text": text,
    }


def why(replay: Replay, fact: str, *, seat: int | None = None) -> Report:
    """Why a move cannot be played now, or a smallest reason for a fact about something hidden.

    `fact` is the text of a move, or ``NAME = VALUE`` with a variable of `Game.knowledge`. Raises `ProblemError`
    saying what can be asked.
    """
    from deduce.show import explanation
    from deduce_models.shakespeare.knowledge.model import knowledge

    view = compact(replay.view(seat))
    name, equals, value = (part.strip() for part in fact.partition("="))
    if not equals:
        return _why_move(view, fact)
    known = knowledge(view)
    variables = {
        variable.name: variable for variable in known.scope if not variable.name.startswith("way[")
    }
    if not variables:
        hidden = "{move}: nothing is hidden from {who}; ask about a move instead"
        raise ProblemError(say(hidden, move=as_is(repr(fact)), who=person(view.seat)))
    if name not in variables:
        raise ProblemError(run(as_is(repr(fact)), ": ", nearest(name, variables)))
    values = {str(each): each for each in variables[name].domain}
    if value not in values:
        raise ProblemError(run(as_is(repr(fact)), ": ", nearest(value, values)))
    title = say("hidden from seat {seat}", seat=view.seat)
    slots = {"what": typed(name), "value": typed(value)}
    claim, denial = say("{what} is {value}", **slots), say("{what} is not {value}", **slots)
    return explanation(known, variables[name] == values[value], claim=claim, denial=denial, title=title)


def _why_move(view: View, text: str) -> Report:
    """Whether the seat whose turn it is could play the move written `text`, and which rule forbids it."""
    try:
        move = parse_move(text, view._replace(looker=0))
    except RecordError as error:
        wrong = "{move} is neither a move nor NAME = VALUE: {why}"
        raise ProblemError(say(wrong, move=as_is(repr(text)), why=error.said)) from error
    if view.actor is None or view.actor is CHANCE:
        reason: str = run(say("no seat moves"), ": ", phases.NAMES[view.phase])
    else:
        # A view has the fields of the state that a refusal asks for.
        reason = refusals.why(cast("State", view), move)
    verdict = (
        run(say("not now"), ": ", reason) if reason else say("seat {seat} may play it", seat=view.turn)
    )
    return Report(
        run(typed(move), ": ", verdict), {"move": str(move), "legal": not reason, "reason": reason}
    )
