"""Our puzzles as a data set of the library ``reasoning-gym``: every item has one solution, proved.

``register()`` makes ``reasoning_gym.create_dataset("deduce", family="skyscraper", size=500, seed=1)`` work.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from deduce.ground.errors import MissingExtra
from deduce.puzzles.datasets import Dataset, dataset

__all__ = ["NAME", "Config", "register"]

NAME = "deduce"
"""The name under which the data set is registered."""
ANY = 1_000_000
"""No puzzle is harder."""


@dataclass
class Config:
    """What a data set of our puzzles is made of; `size` is the number of items, as reasoning-gym has it.

    `family` is a family of the shelf or a puzzle file; `rows` and `columns` are those of a family's puzzles; the grade
    of an item (1 to 10) is from `low` to `high`, where these are given.
    """

    family: str = "skyscraper"
    rows: int = 4
    columns: int = 4
    low: int | None = None
    high: int | None = None
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Raises `ProblemError` for an unknown family or a faulty number."""
        self.items(self.seed or 0)

    def items(self, seed: int) -> Dataset:
        """The items for a seed."""
        ends = self.low or 0, ANY if self.high is None else self.high
        wish = None if self.low is None and self.high is None else ends
        return dataset(self.family, self.size, seed=seed, difficulty=wish, size=(self.rows, self.columns))


def register(name: str = NAME) -> None:
    """Announce our puzzles to reasoning-gym under `name`; once is enough. Raises `MissingExtra` without it."""
    try:
        gym: Any = import_module("reasoning_gym.dataset")
        factory: Any = import_module("reasoning_gym.factory")
    except ImportError as error:
        raise MissingExtra("reasoning-gym", "reasoning", "a data set of reasoning-gym") from error
    if name in factory.DATASETS:
        return

    class Puzzles(gym.ProceduralDataset):  # type: ignore[misc]
        """Items as reasoning-gym wants them: question, answer, metadata."""

        def __init__(self, config: Config) -> None:
            super().__init__(config=config, seed=config.seed, size=config.size)
            self._items = config.items(self.seed)

        def __getitem__(self, idx: int) -> dict[str, Any]:
            told = self._items[idx].to_dict()
            metadata = {"source_dataset": name, "source_index": idx, **told}
            return {"question": told["question"], "answer": told["answer"], "metadata": metadata}

        def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
            """1 for the solution, 0 for anything else."""
            item = self._items[entry["metadata"]["source_index"]]
            return item.score(answer) if isinstance(answer, str) else 0.0

    factory.register_dataset(name, Puzzles, Config)
