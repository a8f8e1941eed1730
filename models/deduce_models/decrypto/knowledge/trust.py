"""How far the reading of rivals' clues can be trusted: a mixture over kinds of Encryptor, weighed by this game's past.

The reading p supposes that every clue was chosen for its keyword alone. Rivals may plan against that very reading: they
give clues under which their own code does not look likely. Three kinds of Encryptor stand side by side:

- plain ones, for whom the reading holds;
- planning ones: a code has weight ``p^a ((1 - p)^b + e)``, what looks sure is avoided and the next best is likelier,
  unless there is no other way;
- others, whose clues tell nothing.

Each code that was shown weighs the kinds by the chance they had given it (Bayes, the prequential way: every reading is
taken again as it was before its code was known). `RIVALS` is fitted to games of the strongest players. What rivals make
of the own clues is seen the same way from their side, one step behind: an Encryptor supposes readers of several kinds
(`SUPPOSED`), and who intercepts knows `RIVALS` who plan against all of these. The likeliest code of 24 is chosen for
being so and is a little less likely than the mixture says: its chances are flattened.

With the keywords behind a column it is the same: a planner gives away as little of them as can be, so with one clue shown
the likeliest word of the reading is nearly always wrong, with five it is mostly right (`Hiding`). Clues that name their
keyword as no planner would tell of a plain Encryptor, and those of the last round hide none: no later one can profit.

Of a team's own clues the reading is too unsure instead: the Encryptor took care to be understood. It is sharpened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from deduce_models.decrypto.knowledge.belief import CodeBelief
from deduce_models.decrypto.knowledge.calibration import numbers, raised
from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.knowledge.understanding import Mind, ScoreSheet, keyword_chances, read_codes
from deduce_models.decrypto.rules.setup import Half
from deduce_models.decrypto.rules.views import View, seen

MANY: Final = 12
"""More clues than this force no more."""

_FLOOR: Final = 1e-3


@dataclass(frozen=True)
class Kinds:
    """Kinds of Encryptor.

    Attributes:
        powers: For each kind (plain, planning, telling nothing) the powers of p and of 1 - p, and what is added to the
            second.
        prior: How likely each kind is before anything is known of the rivals.
    """

    powers: tuple[tuple[float, float, float], ...]
    prior: tuple[float, ...]


RIVALS: Final = Kinds(((1.0, 0.0, 0.0), (1.1, 4.6, 0.011), (0.0, 0.0, 0.0)), (0.15, 0.80, 0.05))
"""Whom an interceptor expects; fitted: ``python -m benchmarks.decrypto_calibration --fit``."""
SUPPOSED: Final = (
    Kinds(((1.0, 0.0, 0.0), (1.0, 2.0, 0.0), (0.0, 0.0, 0.0)), (0.5, 0.4, 0.1)),
    Kinds(((1.0, 0.0, 0.0), (1.56, 10.3, 0.0015), (0.0, 0.0, 0.0)), (0.36, 0.60, 0.04)),
)
"""What an Encryptor supposes that interceptors expect: some doubt a little, some know how Encryptors plan.

Set by hand; how much they matter: ``python -m benchmarks.climb decrypto.supposed`` (docs/fitted.md).
"""


@dataclass(frozen=True)
class Hiding:
    """How planning Encryptors hide the keyword of a column: words have weights ``p^power ((1 - p)^avoiding + forced)``.

    Attributes:
        first: The two powers where one clue has been shown; nothing forces then.
        later: The same for more clues, and `forced` with three.
        growth: By how much that is multiplied with each clue more.
        last: How many clues more those of a last round are like.
        usual: What these weights sum to in most columns of planners, with one clue and with more: below it the clues give
            more away than planners do, and tell of another kind of Encryptor.
    """

    first: tuple[float, float]
    later: tuple[float, float, float]
    growth: float
    last: float
    usual: tuple[float, float]

    def weights(self, reading: FloatArray, clues: float) -> FloatArray:
        """The weights of the words of one column, whose reading these are, with so many clues shown."""
        if clues <= 1:
            (power, avoiding), forced = self.first, 0.0
        else:
            power, avoiding, forced = self.later
            forced *= self.growth ** (min(clues, MANY) - 3)
        found: FloatArray = reading**power * (np.maximum(1 - reading, _FLOOR) ** avoiding + forced)
        return found

    def mixed(self, reading: FloatArray, clues: float, kinds: tuple[float, ...]) -> FloatArray:
        """The chances of the words of one column, for Encryptors of these kinds (plain, planning, telling nothing)."""
        weights = self.weights(reading, clues)
        total = float(weights.sum())
        plain, planning, others = kinds
        planning *= min(1.0, total / self.usual[clues > 1])
        nothing = (reading > 0) / np.count_nonzero(reading)
        rows = plain * reading + planning * weights / max(total, 1e-300) + others * nothing
        found: FloatArray = rows / (plain + planning + others)
        return found


@dataclass(frozen=True)
class Trusted:
    """A reading and what is left of it.

    Attributes:
        reading: The posterior if each clue was chosen for its keyword alone.
        belief: The mixture over the kinds of Encryptor, flattened; for the own team's code the reading, sharpened.
        kinds: The probability of each kind after the codes that were shown.
    """

    reading: CodeBelief
    belief: CodeBelief
    kinds: tuple[float, ...]


def trusted_codes(view: View, team: int, mind: Mind) -> Trusted:
    """What the seat of `view` should believe about the present code of `team`.

    For a team whose code it knows, the reading itself; for one whose keywords it knows, the same sharpened. One reading
    a past half: about 0.3 ms each.
    """
    reading = read_codes(view, team, mind)
    if view.codes[team] is not None or len(view.clues[team]) < 3:
        return Trusted(reading, reading, (1.0, 0.0, 0.0))
    if view.keywords[team]:
        return Trusted(reading, CodeBelief(raised("own", reading.probabilities)), (1.0, 0.0, 0.0))
    kinds = weighed_kinds(view, team, mind, expected(team, mind))
    belief = mixed(reading, kinds, RIVALS)
    return Trusted(reading, CodeBelief(raised("rivals", belief.probabilities)), kinds)


def trusted_keywords(view: View, team: int, mind: Mind) -> tuple[ScoreSheet, FloatArray, tuple[float, ...]]:
    """A team's sheet, what to believe of its columns' keywords, shape (4, n + 1), and the kinds of Encryptor.

    Columns in which no clue has been shown are as they are read.
    """
    notes, reading = keyword_chances(view, team, mind)
    kinds = weighed_kinds(view, team, mind, expected(team, mind))
    hiding = _hiding()
    last = {
        digit - 1 for half in view.history(team) if half.round >= view.setup.rounds for digit in half.code
    }
    found = reading.copy()
    for slot, column in enumerate(view.columns(team)):
        if column:
            clues = len(column) + hiding.last * (slot in last)
            found[slot] = hiding.mixed(reading[slot], clues, kinds)
    return notes, found, kinds


def expected(team: int, mind: Mind) -> Kinds:
    """Whom a mind expects to give clues for a team: people in general, or those who are known."""
    known = mind.styles[team] if mind.styles else None
    return RIVALS if known is None else replace(RIVALS, prior=known)


def outsider(view: View) -> View:
    """The view of somebody who knows what is public in `view`: no keywords, no codes."""
    return replace(seen(view), seat=0, keywords=tuple(() for _ in view.keywords), codes=(None, None))


def weighed_kinds(view: View, team: int, mind: Mind, kinds: Kinds) -> tuple[float, ...]:
    """The probability of each kind for the Encryptors of `team`, after the codes they have shown.

    By the sheet of that team alone, whoever asks: so the kinds were fitted.
    """
    weights = np.array(kinds.prior)
    for _, chances in kind_chances(view, team, mind, kinds):
        weights = weights * chances
        weights /= weights.sum()
    return tuple(float(weight) for weight in weights)


def kind_chances(view: View, team: int, mind: Mind, kinds: Kinds) -> Iterator[tuple[Half, FloatArray]]:
    """For every half of `team` whose clues could be held against earlier ones, what chance each kind gave its code."""
    for number, half in enumerate(view.past):
        if half.team != team or not any(old.team == team for old in view.past[:number]):
            continue
        clues = (half.clues, ()) if team == 0 else ((), half.clues)
        then = replace(
            seen(view),
            past=view.past[:number],
            round=half.round,
            turn=team,
            phase="intercept",
            clues=clues,
            codes=(None, None),
        )
        # A code that a kind had excluded must not end the matter for ever.
        then_read = _by_kind(read_codes(then, team, mind, alone=True), kinds)
        yield half, np.array([max(each.probability(half.code), _FLOOR) for each in then_read])


def mixed(reading: CodeBelief, weights: tuple[float, ...], kinds: Kinds) -> CodeBelief:
    """The mixture, with these weights, of what a reading means for each kind."""
    rows = np.array([each.probabilities for each in _by_kind(reading, kinds)])
    found: FloatArray = np.einsum("k,kc->c", np.array(weights), rows)
    return CodeBelief(found)


def _by_kind(reading: CodeBelief, kinds: Kinds) -> list[CodeBelief]:
    """What the reading means for each kind, over the codes that it leaves possible."""
    chances = reading.probabilities
    possible = chances > 0
    found = []
    for power, avoiding, forced in kinds.powers:
        # Never quite 1: even a planner may have had no other clue.
        avoided = np.maximum(1 - chances, _FLOOR) ** avoiding + forced
        weights = np.where(possible, chances**power * avoided, 0.0)
        found.append(CodeBelief(weights / weights.sum()))
    return found


def _hiding() -> Hiding:
    row = numbers("hiding")
    return Hiding(
        tuple(row["first"]),
        tuple(row["later"]),
        row["growth"],
        row["last"],
        tuple(row["usual"]),
    )
