"""How far the reading of rivals' clues can be trusted: a mixture over kinds of Encryptors, weighed by this game's past.

The reading supposes that every clue was chosen for its keyword alone. Rivals may instead plan against that very reading,
and then it tells nothing. Three kinds of Encryptor stand side by side: plain ones, for whom the reading holds; planning
ones, whose clues leave all codes equally likely; and between them those of whom the reading is half as sure (its square
root, normalised). Each code that was shown weighs the kinds by the chance they had given it (Bayes, the prequential way:
every reading is taken again as it was before its code was known).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from deduce_models.decrypto.knowledge.belief import CodeBelief
from deduce_models.decrypto.knowledge.reading import Mind, read_codes
from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.rules.moves import Code
from deduce_models.decrypto.rules.views import View

__all__ = ["PRIOR", "SHARPNESS", "Trusted", "trusted_codes"]

SHARPNESS: Final = (1.0, 0.5, 0.0)
"""To which power each kind takes the reading: plain, between, planned."""
PRIOR: Final = (0.35, 0.15, 0.5)
"""How likely each kind is before anything is known of the rivals: naive and planning ones in about equal parts."""


@dataclass(frozen=True)
class Trusted:
    """A reading and what is left of it.

    Attributes:
        reading: The posterior if each clue was chosen for its keyword alone.
        belief: The mixture over the kinds of Encryptor; ranks the codes like the reading.
        kinds: The probability of each kind (plain, between, planned) after the codes that were shown.
    """

    reading: CodeBelief
    belief: CodeBelief
    kinds: tuple[float, ...]


def trusted_codes(view: View, team: int, mind: Mind) -> Trusted:
    """What the seat of `view` should believe about the present code of `team`.

    For a team whose keywords or code it knows, the reading itself. One reading a past half: about 0.3 ms each.
    """
    reading = read_codes(view, team, mind)
    if view.keywords[team] or view.codes[team] is not None or len(view.clues[team]) < 3:
        return Trusted(reading, reading, (1.0, 0.0, 0.0))
    weights = np.array(PRIOR)
    for number, half in enumerate(view.past):
        if half.team == team:
            before = _before(view, number, mind)
            if before is not None:
                weights = weights * [_at(chances, half.code) for chances in _sharpened(before)]
                weights /= weights.sum()
    mixed: FloatArray = np.einsum(
        "k,kc->c", weights, np.array([b.probabilities for b in _sharpened(reading)])
    )
    return Trusted(reading, CodeBelief(mixed), tuple(float(weight) for weight in weights))


def _sharpened(reading: CodeBelief) -> list[CodeBelief]:
    """The reading to the power of each kind, over the codes that it leaves possible."""
    found = []
    for power in SHARPNESS:
        # Codes that cannot be stay so, whatever the rivals plan.
        raised = np.where(reading.probabilities > 0, reading.probabilities**power, 0.0)
        found.append(CodeBelief(raised / raised.sum()))
    return found


def _at(chances: CodeBelief, code: Code) -> float:
    # A code that the reading had excluded must not end the matter for ever.
    return max(chances.probability(code), 1e-3)


def _before(view: View, number: int, mind: Mind) -> CodeBelief | None:
    """The reading of the half `view.past[number]` when its code was not yet known; None where nothing had been shown."""
    half = view.past[number]
    if not any(old.team == half.team for old in view.past[:number]):
        return None
    clues = (half.clues, ()) if half.team == 0 else ((), half.clues)
    then = replace(
        view,
        past=view.past[:number],
        round=half.round,
        turn=half.team,
        phase="intercept",
        clues=clues,
        codes=(None, None),
    )
    return read_codes(then, half.team, mind)
