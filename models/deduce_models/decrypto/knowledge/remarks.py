"""What a record says beside the events (`View.remarks`), and a mind that heeds it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from deduce_models.decrypto.knowledge.similarity import Judgements
from deduce_models.decrypto.knowledge.understanding import Mind
from deduce_models.decrypto.rules.moves import Code

__all__ = ["Judged", "Refuted", "Remark", "heeding"]


class Judged(NamedTuple):
    """A remark of a record's view: how well a clue fits a column or a keyword, in a word of `STRENGTHS`."""

    clue: str
    target: str
    strength: str


class Refuted(NamedTuple):
    """A remark of a record's view: that a code is not the one of a round and team."""

    round: int
    team: int
    code: Code


Remark = Judged | Refuted


def heeding(mind: Mind, remarks: Iterable[tuple[int, Remark]]) -> Mind:
    """A mind that heeds what a record says beside the events (`View.remarks`)."""
    said = [remark for _, remark in remarks]
    judged = {(each.clue, each.target): each.strength for each in said if isinstance(each, Judged)}
    refuted = frozenset((each.round, each.team, each.code) for each in said if isinstance(each, Refuted))
    judgements = Judgements.of(judged) if judged else mind.judgements
    return replace(mind, judgements=judgements, refuted=mind.refuted | refuted) if said else mind
