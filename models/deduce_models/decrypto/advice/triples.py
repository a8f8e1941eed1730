"""Three clues and what is expected of them, exactly: by readers of different kinds, by rivals, and for later rounds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from deduce_models.decrypto.advice.audience import Audience
from deduce_models.decrypto.knowledge.calibration import happening, straightened
from deduce_models.decrypto.knowledge.reader import Reader
from deduce_models.decrypto.knowledge.strangers import StrangeRival
from deduce_models.decrypto.knowledge.trust import SUPPOSED, mixed, outsider, weighed_kinds
from deduce_models.decrypto.knowledge.understanding import Mind, sheet
from deduce_models.decrypto.rules.moves import Code
from deduce_models.decrypto.rules.views import View

ABOUT: Final = 0.35
"""A clue is about its keyword where readers who hear it alone find it among the four with this chance, on average."""


@dataclass(frozen=True)
class Triple:
    """Three clues with what is expected of them.

    `decode` and `intercept` are the probabilities that the own team and the rivals find the code, as it happens among
    those whom the clues are for (the strongest players, or strangers who had no part in choosing); `leak` holds for each
    clue the probability that rivals can name its column's keyword afterwards, and `before` the same as it stands now;
    `value` is the balance they are ranked by. For strangers it weighs `decode` and `intercept`. For players it weighs
    `feared`, how likely an interception is by what an Encryptor knows of rivals (`intercept` rises with it), and
    `understood`, the mean of `readers`, which has for each reader by name the probability that he decodes: people read in
    many ways. `strangers` is how often a reader decodes who had no part in choosing. `heard` has for each
    clue the chance that readers who hear it alone find its keyword among the four. Only where all clues are `ABOUT`
    their keywords do balances compare: what nobody understands gives nothing away either.
    """

    clues: tuple[str, str, str]
    decode: float
    intercept: float
    leak: tuple[float, float, float]
    before: tuple[float, float, float]
    value: float
    understood: float
    feared: float
    heard: tuple[float, float, float]
    strangers: float
    readers: tuple[tuple[str, float], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "clues": list(self.clues),
            "decode": self.decode,
            "intercept": self.intercept,
            "feared": self.feared,
            "leak": list(self.leak),
            "leak_before": list(self.before),
            "value": self.value,
            "understood": self.understood,
            "strangers": self.strangers,
            "heard": list(self.heard),
            "readers": dict(self.readers),
        }


class Weighing:
    """Weighs triples for the code that the Encryptor of `view` holds.

    Args:
        view, mind, code: His view, how clues are read, his code.
        before: For each place of the code the probability of its keyword as the rivals' sheet stands.
        intercepted: Whether the rivals may intercept in this round.
        dials: What an interception and what giving a column away weigh now.
    """

    def __init__(
        self,
        view: View,
        mind: Mind,
        code: Code,
        before: tuple[float, float, float],
        *,
        intercepted: bool,
        dials: tuple[float, float],
    ) -> None:
        self.view, self.mind, self.code, self.before = view, mind, code, before
        self.risk, self.secrecy = dials
        self.team = view.team or 0
        self.audience = Audience(view, mind)
        self._mates = Audience(view, replace(mind, strangers=True))
        self.notes = sheet(view, self.team, mind, secret=False)
        # The rival of a table of strangers, where the reader has the voices he goes by.
        self.stranger = None
        if intercepted and mind.strangers and isinstance(mind.similarity, Reader):
            self.stranger = StrangeRival(view.columns(self.team), mind.similarity.near)
        public = outsider(view)
        # Rivals who weigh how far the clues can be trusted: whom they expect, and how likely by the past.
        self.rivals = [
            (kinds, weighed_kinds(public, self.team, mind, kinds)) for kinds in SUPPOSED if intercepted
        ]

    def triple(self, clues: tuple[str, str, str], leak: tuple[float, float, float]) -> Triple:
        """These clues weighed; `leak` is what rivals can tell of their columns afterwards."""
        chances = self.audience.decoding(clues, self.code).tolist()
        by_reader = tuple(zip(self.audience.names, chances, strict=True))
        read = sum(chances) / len(chances)
        feared = self._feared(clues)
        gained = sum(max(after - now, 0.0) for after, now in zip(leak, self.before, strict=True))
        decode = straightened(self.audience.about, read)
        strangers = decode if self.mind.strangers else self._outsiders(clues)
        caught = feared if self.mind.strangers else happening("feared", feared)
        balance = decode if self.mind.strangers else read
        value = balance - self.risk * feared - self.secrecy * gained / 3
        return Triple(
            clues,
            decode,
            intercept=caught,
            leak=leak,
            before=self.before,
            value=value,
            understood=read,
            feared=feared,
            heard=self.audience.heard(clues, self.code),
            strangers=strangers,
            readers=by_reader,
        )

    def _outsiders(self, clues: tuple[str, str, str]) -> float:
        """How often a stranger decodes clues that were not chosen for him."""
        (read,) = self._mates.decoding(clues, self.code).tolist()
        return straightened("outsiders", read)

    def _feared(self, clues: tuple[str, str, str]) -> float:
        if self.stranger is not None:
            return straightened("overheard", self.stranger.finds(clues, self.code))
        if not self.rivals:
            return 0.0
        reading = self.notes.read(clues, self.view.setup.words, self.mind.similarity)
        beliefs = [reading, *(mixed(reading, weights, kinds) for kinds, weights in self.rivals)]
        caught = sum(belief.probability(self.code) for belief in beliefs) / len(beliefs)
        return straightened("intercept", caught)
