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

Of a team's own clues the reading is too unsure instead: the Encryptor took care to be understood. It is sharpened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from deduce_models.decrypto.knowledge.belief import CodeBelief
from deduce_models.decrypto.knowledge.calibration import raised
from deduce_models.decrypto.knowledge.reading import Mind, read_codes
from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.rules.views import View

__all__ = ["RIVALS", "SUPPOSED", "Kinds", "Trusted", "mixed", "outsider", "trusted_codes", "weighed_kinds"]

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
"""Whom an interceptor expects."""
SUPPOSED: Final = (
    Kinds(((1.0, 0.0, 0.0), (1.0, 2.0, 0.0), (0.0, 0.0, 0.0)), (0.5, 0.4, 0.1)),
    Kinds(((1.0, 0.0, 0.0), (1.56, 10.3, 0.0015), (0.0, 0.0, 0.0)), (0.36, 0.60, 0.04)),
)
"""What an Encryptor supposes that interceptors expect: some doubt a little, some know how Encryptors plan."""


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
    kinds = weighed_kinds(view, team, mind, RIVALS)
    belief = mixed(reading, kinds, RIVALS)
    return Trusted(reading, CodeBelief(raised("rivals", belief.probabilities)), kinds)


def outsider(view: View) -> View:
    """The view of somebody who knows what is public in `view`: no keywords, no codes."""
    return replace(view, seat=0, keywords=tuple(() for _ in view.keywords), codes=(None, None))


def weighed_kinds(view: View, team: int, mind: Mind, kinds: Kinds) -> tuple[float, ...]:
    """The probability of each kind for the Encryptors of `team`, after the codes they have shown."""
    weights = np.array(kinds.prior)
    for number, half in enumerate(view.past):
        if half.team != team or not any(old.team == team for old in view.past[:number]):
            continue
        clues = (half.clues, ()) if team == 0 else ((), half.clues)
        then = replace(
            view,
            past=view.past[:number],
            round=half.round,
            turn=team,
            phase="intercept",
            clues=clues,
            codes=(None, None),
        )
        # A code that a kind had excluded must not end the matter for ever.
        then_read = _by_kind(read_codes(then, team, mind), kinds)
        chances = [max(each.probability(half.code), _FLOOR) for each in then_read]
        weights = weights * chances
        weights /= weights.sum()
    return tuple(float(weight) for weight in weights)


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
