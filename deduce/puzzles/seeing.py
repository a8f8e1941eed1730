"""What has to be seen for a finding, and how usual its kind is: what grades add up.

Counted are the things that any way of telling it names: the rules at their places, and looks at what is known (the same
of several places is one look). Nothing here depends on how rules are cut, on names or on the order of anything.
"""

from __future__ import annotations

from deduce.puzzles.structure import Structure, bits_of
from deduce.puzzles.techniques import Finding
from deduce.puzzles.walks import saying

_RULES = {"given": 1, "exclusion": 1, "last place": 1, "last places": 1, "full": 1, "pointing": 2, "counting": 2,
          "two counts": 2, "three counts": 3, "four counts": 4, "five counts": 5, "pair": 4, "triple": 6}  # fmt: skip
"""Rules at a place of findings that are not of one rule: of a pair two sets within two sets, and so on."""

_CASES = 2 * (1 + 2 * 16)
"""Cases are counted like two trials of sixteen rounds each: what they take is not looked for."""

_RARITY = {
    "exclusion": 1.4, "given": 2.9, "pointing": 3.6, "last place": 3.7, "a line with two ends": 3.9,
    "trial": 4.1, "one rule": 4.2, "counting": 4.3, "last places": 5.3,
    "bridge": 5.5, "full": 5.7, "sum": 6.6, "pair": 7.5, "early closure": 7.7, "cases": 8.3,
    "cut off": 9.4, "triple": 10.0, "a whole rule": 10.3,
}  # fmt: skip
"""Bits: minus the binary logarithm of the share of a technique in the steps of puzzles as published.

Measured on 148 puzzles of twenty families, each family counted alike (`python -m benchmarks.pencil_techniques`)."""

_UNKNOWN = 4.0
"""Of a technique that those families hardly know, about the mean of the others."""


def rarity(finding: Finding) -> float:
    """How unusual the kind of a finding is, in bits; at least 0."""
    return _RARITY.get(finding.name, _UNKNOWN)


def seen(finding: Finding, s: Structure, alive: int) -> int:
    """How many things have to be seen at least, where the literals `alive` are left; at least 1.

    Of a rule asked by itself those are the rule and all that is known of its variables there; of a trial what is
    supposed, and a rule and a look for each round.
    """
    if finding.name == "cases":
        return _CASES
    if finding.depth:
        return 1 + 2 * finding.depth
    if finding.propagator is None and finding.name in _RULES:
        return _RULES[finding.name] + (finding.name != "given")
    gone = finding.uses & ~alive
    owners = dict.fromkeys(s.owner[x] for x in bits_of(gone))
    return 1 + len({saying(s.variables[i], s.values_of(i, alive)) for i in owners})
