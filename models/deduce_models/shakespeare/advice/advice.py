"""What to do now, with the worth of each move (alone: expected final prestige), its error and a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deduce.games.base import Advice, chance_from
from deduce.ground.deadline import checked_limit
from deduce.ground.errors import ProblemError
from deduce.ground.wording import listing, person, run, say, typed
from deduce_models.shakespeare.advice import flat
from deduce_models.shakespeare.advice.decisions import ACTING
from deduce_models.shakespeare.advice.learned import learned
from deduce_models.shakespeare.advice.planning import Planner
from deduce_models.shakespeare.advice.rated import RatedMove
from deduce_models.shakespeare.advice.wagering import first_chance
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.views import View

MANY = 40
"""The most next days sampled when there is a time limit."""


def advise(view: View, *, rng: int = 0, time_limit: float | None = None) -> list[Advice[Move]]:
    """The moves worth looking at, best first.

    It is the decision of the player `planner`, at the same seed: `PlannerPlayer.choose` names the first of them. With
    a `time_limit` up to 40 next days are sampled until it is up. Alone, values are expected final prestige (see
    `learned`); among rivals they only compare moves (see `rated.RatedMove.value`). Raises `ProblemError` when the seat of
    the view is not to move.
    """
    ranked = _ranked(view, rng, time_limit)
    return [
        _advice(view, choice, ranked[1 if number == 0 else 0] if len(ranked) > 1 else None)
        for number, choice in enumerate(ranked)
    ]


def _ranked(view: View, rng: int, time_limit: float | None) -> list[RatedMove]:
    if view.actor != view.seat:
        raise ProblemError(
            say("{who} is not to move: {now}", who=person(view.seat), now=phases.NAMES[view.phase])
        )
    if checked_limit(time_limit) == 0:
        raise ProblemError(f"time_limit must be above 0 seconds, not {time_limit}")
    planner = Planner() if time_limit is None else Planner(samples=MANY)
    return planner.rank(view, chance_from(rng).getrandbits(32), time_limit=time_limit)


def _advice(view: View, choice: RatedMove, other: RatedMove | None) -> Advice[Move]:
    """A choice with its reason; `other` is what it is held against: the second best, or the best."""
    details: dict[str, object] = {"samples": choice.sampled}
    if choice.plan is not None:
        details["plan"] = [[move.text for move in action] for action in choice.actions]
        if view.phase in ACTING:
            details["parts"] = {part: round(value, 3) for part, value in _parts(view, choice).items()}
    if choice.wagers is not None:
        details["wagers"] = [[round(chance, 4) for chance in row] for row in choice.wagers.mixtures]
    return Advice(
        choice.move,
        choice.value,
        run(_reason(view, choice), _against(view, choice, other)),
        error=choice.error,
        kind="sampled" if choice.sampled > 1 else "heuristic",
        details=details,
        unit="prestige" if view.setup.solo else "compared",
    )


def _parts(view: View, choice: RatedMove) -> dict[str, float]:
    """What a choice is worth in parts that add up to it: what its plan leaves, the days ahead, and the rivals' turns."""
    if choice.plan is None:
        return {}
    parts, more = dict(choice.plan.parts), choice.value - choice.plan.value
    if view.setup.solo:
        return parts | {"days ahead": parts.get("days ahead", 0.0) + more}
    return parts | {"rivals": more}


def _now(view: View) -> dict[str, float]:
    """The parts of what the position is worth if the seat does nothing more today."""
    value, at = learned(view.setup), flat.position(view, view.seat)
    return value.parts(at[flat.LEFT], *value.worth(at))


def _against(view: View, choice: RatedMove, other: RatedMove | None) -> str:
    """Why this and not the other, as the end of a sentence; empty when there is no other."""
    if other is None:
        return ""
    lead = choice.value - other.value
    key = (
        "; {lead} behind {choice}"
        if lead < 0
        else "; {lead} ahead of {choice}"
        if lead >= 0.005
        else "; level with {choice}"
    )
    said = say(key, lead=f"{abs(lead):.2f}", choice=typed(other.move))
    differs = _differences(view, choice, other)
    return run(said, ": ", differs) if differs else said


def _differences(view: View, choice: RatedMove, other: RatedMove) -> str:
    """Where the plans behind two choices differ most, and what the next days and the rivals make of them."""
    if view.phase not in ACTING or not (choice.actions or other.actions):
        return ""
    mine, theirs = _parts(view, choice), _parts(view, other)
    if mine == theirs:
        return say("the same plan in another order")
    changes = {part: mine.get(part, 0.0) - theirs.get(part, 0.0) for part in mine | theirs}
    largest = sorted(changes.items(), key=lambda each: -abs(each[1]))[:3]
    return _changes(largest)


def _changes(changes: Iterable[tuple[str, float]]) -> str:
    """Parts of a value, each with how it changes, those left out that hardly do."""
    parts = [run(say(part), f" {change:+.1f}") for part, change in changes if abs(change) >= 0.05]
    return listing(parts, ",") if parts else ""


def _reason(view: View, choice: RatedMove) -> str:
    """One sentence for a move."""
    if view.phase in ACTING:
        return _plan_reason(view, choice)
    if view.phase == phases.WAGER and choice.wagers is not None:
        first = first_chance(view, view.seat, choice.move.item, choice.wagers)
        key = "against the rivals' likely wagers; first with probability {chance}"
        return say(key, chance=f"{first:.2f}")
    if view.phase == phases.WAGER:
        return say("as many as can be used (no kernels, so nothing is played out)")
    if view.phase == phases.REST:
        does = _summary(choice.actions) or "nothing better"
        return say("tomorrow, with the offers known: {does}", does=does)
    if view.phase == phases.KEEP:
        return say("what the position is worth with this objective held")
    if view.phase == phases.UNDER:
        return say("what goes under the deck first is drawn first")
    if view.phase == phases.DRAFT:
        return say("what the character will do and wear, less its pay")
    return say("by the acts at the rehearsals ahead")


def _plan_reason(view: View, choice: RatedMove) -> str:
    if not choice.actions:
        return say("nothing more today is worth its rest")
    before, after = _now(view), _parts(view, choice)
    # What rivals can do counts against every plan alike: it is no loss by this one (`_differences` compares it).
    own = (before | after).keys() - {"rivals"}
    changes = sorted(((after.get(part, 0.0) - before.get(part, 0.0), part) for part in own), reverse=True)
    gains = [(part, change) for change, part in changes[:2] if change > 0]
    losses = [(part, change) for change, part in changes[-1:] if change < 0]
    words = _changes(gains + losses) or "hardly anything"
    rest = _summary(choice.actions[1:])
    said = say("today's plan brings {parts}", parts=words)
    return run(said, say("; then {rest}", rest=rest)) if rest else said


def _summary(actions: Sequence[tuple[Move, ...]]) -> str:
    """The heads of actions."""
    return listing([typed(action[0].text) for action in actions], ",") if actions else ""
