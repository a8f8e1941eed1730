"""Advice for The Initiative: evaluation, search and opponent model; ranked moves with reasons."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce_models.initiative.advice.advice import duties, turn_plan

__all__ = ["duties", "turn_plan"]

__getattr__, __dir__ = exports(__name__, {"deduce_models.initiative.advice.advice": "duties turn_plan"})
