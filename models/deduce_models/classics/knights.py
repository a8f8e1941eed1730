"""Knights and knaves: knights always speak the truth, knaves never do; who is which?

After Raymond Smullyan, "What Is the Name of This Book?" (1978), where the island and its people come from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from deduce import Fact, Family, Knowledge, Problem

KNIGHT, KNAVE = "knight", "knave"


def puzzle(
    people: Iterable[str], said: Mapping[str, Callable[[Family[str]], Fact]], name: str = "island"
) -> Knowledge:
    """What follows from what was said.

    Args:
        people: Everybody there.
        said: For each speaker a function from the family of people (``who["A"]`` is ``"knight"`` or
            ``"knave"``) to the fact claimed, for example ``lambda who: who["B"] == "knave"``.
        name: What the puzzle is called.

    Returns:
        A log with one statement a speaker: the speaker is a knight exactly if the claim is true.
    """
    problem = Problem(name)
    who = problem.variables("who", people, [KNIGHT, KNAVE])
    k = Knowledge(problem)
    for speaker, claim in said.items():
        fact = claim(who)
        honest = (who[speaker] == KNIGHT) & fact
        lying = (who[speaker] == KNAVE) & ~fact
        k = k.observe(honest | lying, f"{speaker} says: {fact.sentence()}")
    return k
