"""What a technique finds, in pieces with a reason of their own: what a step tells, and how much has to be seen for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from deduce.evidence import Statement
from deduce.ground.deadline import tick
from deduce.language.constraints import Constraint
from deduce.language.facts import Within
from deduce.puzzles.needed import Needed
from deduce.puzzles.structure import Structure, bits_of
from deduce.puzzles.techniques import Finding
from deduce.puzzles.walks import MOST, Masks, saying, things

_EXACT = ("given", "exclusion", "last place", "last places", "full")
"""What such findings name is all needed."""

OUTRIGHT = ("last place", "last places")
"""Such findings say which values are left."""

_PLACES = (*OUTRIGHT, "pointing", "counting")
"""For such findings one looks at all places of a set."""


_MANY = 9
"""More values of a variable than that are many."""


def _lowest(literals: int) -> int:
    return (literals & -literals).bit_length() - 1


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a finding, with a reason of its own: statements, and the literals known to be struck that it rests on.

    The statements of several findings `as_one` say the same of the same variables, each of another value.
    """

    finding: Finding
    struck: int
    sources: tuple[int, ...]
    uses: int
    as_one: bool = False


class Pieces:
    """Cuts findings on one structure; `needed` is asked what a finding cannot do without."""

    def __init__(self, structure: Structure, statements: Sequence[Statement], needed: Needed) -> None:
        self._s, self._statements, self._needed = structure, statements, needed

    def of(self, finding: Finding, before: int, struck: int, masks: Masks) -> Iterator[Piece]:
        """What a finding strikes of some literals, by their reasons; `masks` are the values left now."""
        tick()
        if not struck:
            return
        finding = replace(finding, strikes=struck)
        sources = tuple(sorted(finding.sources))
        gone = finding.uses & ~before
        if finding.propagator is not None and finding.sources == {finding.propagator.source}:
            for some, uses in finding.propagator.reasons(struck, before):
                yield Piece(finding, some, sources, uses)
        elif finding.name == "given":
            yield Piece(finding, struck, sources, 0)
        elif len(sources) <= 1 and (finding.name in _EXACT or not gone):
            alone = self._needed.alone(sources[0]) if sources and gone else 0
            for some, uses in ((struck & alone, 0), (struck & ~alone, gone)):
                if some:
                    yield Piece(finding, some, sources, uses)
        else:
            whole = Piece(finding, finding.strikes, *self._needed.of(sources, finding.strikes, gone))
            parts = self.by_variable(finding.strikes)
            if len(parts) == 1 or (self.size(whole, masks) <= MOST and len(parts) <= MOST):
                yield whole
                return
            joint: dict[tuple[tuple[int, ...], int], int] = {}
            for struck in parts:
                key = self._needed.of(sources, struck, gone)
                joint[key] = joint.get(key, 0) | struck
            for (used, uses), struck in joint.items():
                yield Piece(finding, struck, used, uses)

    def by_reason(self, pieces: Sequence[Piece]) -> list[Piece]:
        """The pieces, those with one reason as one: a rule at a place that says of several values what it says of one.

        They show something of the same variables, and rest on what is known of the same.
        """
        s, made = self._s, dict[object, Piece]()
        for piece in pieces:
            key: object = len(made)
            if len(piece.sources) == 1:
                said, name = self._statements[piece.sources[0]], piece.finding.name
                content = said.content
                scope = frozenset(content.scope) if isinstance(content, Constraint) else None
                about = [
                    frozenset(s.owner[x] for x in bits_of(some)) for some in (piece.struck, piece.uses)
                ]
                key = (name, said.text, said.kind, said.place, scope, *about)
            if (one := made.get(key)) is not None:
                sources = tuple(dict.fromkeys((*one.sources, *piece.sources)))
                piece = replace(
                    one,
                    struck=one.struck | piece.struck,
                    sources=sources,
                    uses=one.uses | piece.uses,
                    as_one=len(sources) > 1,
                )
            made[key] = piece
        return list(made.values())

    def alike(self, found: Sequence[Finding]) -> list[Finding]:
        """The findings, with what one sentence gives for several variables told together, as far as seen at once."""
        made: list[Finding] = []
        last: dict[str, int] = {}  # by sentence, where in `made` what it gives is gathered
        for finding in found:
            if finding.name != "given" or len(self.by_variable(finding.strikes)) > 1:
                made.append(finding)
                continue
            text = self._statements[min(finding.sources)].text
            at = last.get(text)
            if at is not None:
                both = made[at].strikes | finding.strikes
                sources = made[at].sources | finding.sources
                if len(sources) <= MOST and self._told_at_once(both):
                    made[at] = replace(made[at], strikes=both, sources=sources)
                    continue
            last[text] = len(made)
            made.append(finding)
        return made

    def _told_at_once(self, struck: int) -> bool:
        """Whether so much can be told in one step; what is left of many values takes longer to say."""
        s = self._s
        sizes = [s.own[s.owner[x]].bit_count() for x in map(_lowest, self.by_variable(struck))]
        return sum(2 if size > _MANY else 1 for size in sizes) <= MOST

    def by_variable(self, struck: int) -> list[int]:
        """Literals by the variable that they are about."""
        s = self._s
        return [struck & s.own[i] for i in dict.fromkeys(s.owner[x] for x in bits_of(struck))]

    def size(self, piece: Piece, masks: Masks) -> int:
        """How many things have to be seen at once for it."""
        return things(1 if piece.as_one else len(piece.sources), self.facts(piece, masks))

    def facts(self, piece: Piece, masks: Masks) -> list[Within]:
        """Struck literals as facts about their variables; a settled one is called by its value.

        But where the places of one value are looked at it is enough that they do not have it, and where those of several
        are, that they have none of these, as long as that is shorter than what is left.
        """
        s, uses = self._s, piece.uses
        places = piece.finding.name in _PLACES
        found = []
        for i in dict.fromkeys(s.owner[x] for x in bits_of(uses)):
            v = s.variables[i]
            mask = v.full_mask & ~s.values_of(i, uses)
            if masks[v] & (masks[v] - 1) == 0 and (not places or (piece.as_one and saying(v, mask)[0])):
                mask = masks[v]
            found.append(Within(v, mask))
        return found
