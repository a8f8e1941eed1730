"""Codes drawn by what evidence leaves, for those who imagine many games: without hands, which knowledge counts."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

from deduce_models.entracte.knowledge.belief import belief
from deduce_models.entracte.knowledge.evidence import Evidence


def code_sampler(told: Evidence) -> Callable[[random.Random], tuple[int, ...]]:
    """A function that draws a mask of codes for each seat, uniformly from what the evidence leaves.

    The evidence must leave something; draws from contradictory notes would never end.
    """
    if all(told.codes):
        return lambda _: told.codes
    if not told.setup.competitive:
        known = belief(told)
        return lambda rng: tuple(1 << code for code in known.sample(rng))
    candidates = pairs_of(told)

    def draw(rng: random.Random) -> tuple[int, ...]:
        while True:
            masks = [options[int(rng.random() * len(options))] for options in candidates]
            union = 0
            for mask in masks:
                if union & mask:
                    break
                union |= mask
            else:
                return tuple(masks)

    return draw


def pairs_of(told: Evidence) -> list[list[int]]:
    """For each seat the pairs of codes (as masks) that competitive evidence allows."""
    own = told.codes[told.me - 1] if told.me else 0
    codes = range(len(told.setup.parts.codes))
    pairs = [1 << a | 1 << b for a, b in itertools.combinations(codes, 2) if not (1 << a | 1 << b) & own]
    candidates = [pairs] * len(told.names)
    for step in told.steps:
        entry, fits = step.entry, step.matched | step.open
        if entry.kind == "play":
            candidates = [
                options
                if entry.unsure >> seat & 1
                else [pair for pair in options if pair & fits]
                if entry.tokens >> seat & 1
                else [pair for pair in options if not pair & step.matched]
                for seat, options in enumerate(candidates, 1)
            ]
    for entry in told.entries:
        for _, code in entry.guesses:
            candidates[entry.seat - 1] = [
                pair for pair in candidates[entry.seat - 1] if not pair >> code & 1
            ]
    if own:
        candidates[told.me - 1] = [own]
    return candidates
