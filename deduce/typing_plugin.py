"""For mypy: ``sum(variables) == 7`` is a `Fact`.

In pyproject.toml, under ``[tool.mypy]``: ``plugins = ["deduce.typing_plugin"]``.

Python's `sum` of nothing is the number 0, so to mypy a sum of variables may be one, and comparing it a bool. The plugin
takes a list of variables, facts or expressions for one that is not empty. `deduce.sum_` needs no plugin: its sum of
nothing is an expression.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.plugin import FunctionContext, Plugin
from mypy.types import CallableType, Instance, Type, UnionType, get_proper_type


def _summed(context: FunctionContext) -> Type:
    found = get_proper_type(context.default_return_type)
    for kind in found.items if isinstance(found, UnionType) else [found]:
        kind = get_proper_type(kind)
        if isinstance(kind, Instance) and kind.type.has_base("deduce.language.operators.Calculable"):
            added = kind.type.get_method("__radd__")
            made = None if added is None else get_proper_type(added.type)
            if isinstance(made, CallableType):
                return made.ret_type  # 0 + the first: an expression
    return context.default_return_type


class _Sums(Plugin):
    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        return _summed if fullname == "builtins.sum" else None


def plugin(_version: str) -> type[Plugin]:
    """What mypy asks for."""
    return _Sums
