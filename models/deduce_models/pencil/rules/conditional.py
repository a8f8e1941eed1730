"""A constraint that holds where a condition does."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from deduce.ground.compat import override
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact
from deduce.language.posting import Literal, Model
from deduce.language.variables import Variable
from deduce_models.pencil.rules.stated import Stated


class When(Stated):
    """If a fact is true, a constraint holds; any constraint that can be stated behind a literal."""

    __slots__ = ("condition", "content")

    def __init__(self, condition: Fact, content: Constraint) -> None:
        self.condition, self.content = condition, content
        self.scope = tuple(dict.fromkeys((*condition.scope, *content.scope)))

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        world = dict(zip(self.scope, values, strict=True))
        if not self.condition.true_in(world):
            return True
        return self.content.holds([world[v] for v in self.content.scope])

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        literal = self.condition.literal(model)
        self.content.post(model, literal if when is None else model.conjunction([literal, when]))

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> When:
        return When(self.condition.over(mapping), self.content.over(mapping))

    @override
    def sentence(self) -> str:
        return f"if {self.condition.sentence()}: {self.content.sentence()}"
