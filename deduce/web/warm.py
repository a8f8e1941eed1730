"""What every worker has imported before it is forked: the games, their answers, the solvers.

Importing this module is the work. The fork server does it once, so that a worker that was killed is replaced in
milliseconds, by one that has read nothing of anybody's.
"""

from __future__ import annotations

import gc
from contextlib import suppress
from dataclasses import fields

from deduce.games.registry import game as registered
from deduce.web.answering import answer


def _warm() -> None:
    games = answer({"verb": "games"})["data"]["games"]
    for game in games:
        # The first answer imports whatever is imported late; a game that cannot say anything yet says so.
        begun = answer({"verb": "new", "game": game["name"], "count": game["seats"][0]})
        if begun["ok"]:
            answer({"verb": "solve", "record": begun["data"]["record"]})
            answer({"verb": "form", "record": begun["data"]["record"]})
        answers = registered(game["name"]).answers()
        for late in filter(
            None, (getattr(getattr(answers, each.name), "load", None) for each in fields(answers))
        ):
            late()
    answer({"verb": "unique", "puzzle": '[variables]\nx = ["a", "b"]\n[[clue]]\nsays = "x == a"\n'})


with suppress(Exception):
    _warm()
# What is shared by all workers stays out of their collectors, so that its pages stay shared.
gc.freeze()
