"""Does it help a learner to be shown what can be known? Entracte for two, by MaskablePPO, on one core in two minutes.

Both seats are played by one learner, each from its own view: the row's next card until the twelfth lies, then a guess
at the other's code. It is shown either the plain view (hashed to 512 numbers), or of `observation="marginals"` the exact
chance of each code that the other may have. The reward is the chance, by all that the seat can know, that its guess is
right; its mean is how often guesses are right. `stop` and `exchange` are kept from it: who cannot guess yet soon
learns to stop at once, and then never learns to guess (--stop lets it).

pip install 'deduce-games[learn]'
python learn_entracte.py                                            # one seed, two minutes
python learn_entracte.py --seeds 1 2 3 --json learned.json          # as in docs/bridges.md
python learn_entracte.py --draw learned.json curve.svg              # needs no learner
"""

import argparse
import json
import math
import statistics
import time
from pathlib import Path

import numpy as np

from deduce.show import svg
from deduce.show.curves import curves

VIEWS = ("marginals", "plain")
POINTS = 20
FRESH = 10**9


class Evening:
    """Games for two, one after another: what the seat to move sees, may do, and is rewarded for.

    What is said about the other is said alike by both seats.
    """

    def __init__(self, view, stop):
        from deduce.bridges.pettingzoo import raw_env

        self.view = view
        self.game = raw_env("entracte", players=2, observation=view)
        self.knower = raw_env("entracte", players=2, observation="marginals")
        start = self.game.game.new(players=2, seed=0).view(1)
        self.codes = list(self.game.game.knowledge(start).scope[0].domain)
        texts, mine = self.game.actions.texts, {f"guess {code}": None for code in self.codes}
        self.texts = [text for text in texts if not text.startswith("guess")] + list(mine)
        number = {text: place for place, text in enumerate(self.texts)}
        # `guess 1 CODE` and `guess 2 CODE` are one action: the other's code.
        self.own = [number.get(t, number.get("guess " + t.split(" ", 2)[-1])) for t in texts]
        self.left_out = {number["exchange"]} | (set() if stop else {number["stop"]})
        self.width = len(self.codes) if view == "marginals" else self.game.width
        self.deal, self.evenings = 0, []

    def begin(self):
        """The next deal; what its first seat sees."""
        self.deal += 1
        self.game.reset(seed=self.deal)
        self.rewards = []
        return self.seen()

    def seen(self):
        """What the seat to move sees, as numbers."""
        told = self.game.observe(self.game.agent_selection)
        legal = {self.own[action]: int(action) for action in told["action_mask"].nonzero()[0]}
        # Where nothing else is allowed, it is.
        self.legal = {a: legal[a] for a in legal if a not in self.left_out} or legal
        numbers = told["observation"]
        return self.of_other(numbers) if self.view == "marginals" else numbers

    def of_other(self, numbers):
        """The part of the numbers that is about the other seat."""
        size = len(self.codes)
        other = 2 - self.game.seats[self.game.agent_selection]
        return numbers[other * size : (other + 1) * size]

    def masks(self):
        """Which actions are allowed."""
        mask = np.zeros(len(self.texts), bool)
        mask[list(self.legal)] = True
        return mask

    def chances(self):
        """The exact chance of each code of the other, by what the seat to move knows."""
        seat = self.game.seats[self.game.agent_selection]
        return self.of_other(self.knower._observe(self.game.position.view(seat)))

    def act(self, action):
        """The reward of an action, and whether the evening is over."""
        reward, guess = 0.0, int(action) - (len(self.texts) - len(self.codes))
        if guess >= 0:
            chances = self.chances()
            reward = float(chances[guess])
            self.rewards.append((reward, float(chances.max())))
        self.game.step(self.legal[int(action)])
        scores = self.game.position.scores
        if scores is not None:
            parts = [statistics.fmean(part) for part in zip(*self.rewards, strict=True)]
            self.evenings.append((*parts, float(scores[0])))
        return reward, scores is not None


def tables(evening):
    """The environment for stable-baselines: the seats of an evening by turns."""
    import gymnasium

    class Table(gymnasium.Env):
        def __init__(self):
            self.action_space = gymnasium.spaces.Discrete(len(evening.texts))
            self.observation_space = gymnasium.spaces.Box(-99, 99, (evening.width,), np.float32)

        def reset(self, *, seed=None, options=None):
            return evening.begin(), {}

        def action_masks(self):
            return evening.masks()

        def step(self, action):
            reward, over = evening.act(action)
            return evening.seen(), reward, over, False, {}

    return Table()


def learn(view, seed, steps, stop):
    """One run: its curve, the processor time it took, and how it plays deals that it never saw."""
    import torch
    from sb3_contrib import MaskablePPO

    torch.set_num_threads(1)
    evening = Evening(view, stop)
    evening.deal, table = seed * 10**6, tables(evening)
    model = MaskablePPO(
        "MlpPolicy", table, seed=seed, n_steps=512, batch_size=128, gamma=0.9, clip_range=0.3,
        learning_rate=lambda left: 0.005 + 0.025 * left, policy_kwargs={"net_arch": {"pi": [], "vf": [64]}},
    )  # fmt: skip
    begun = time.process_time()
    model.learn(steps)
    seconds, played = time.process_time() - begun, evening.evenings
    curve = [statistics.fmean(row[0] for row in part) for part in parts_of(played, POINTS)]
    evening.deal, evening.evenings = FRESH, []
    while len(evening.evenings) < 200:
        seen, over = table.reset()[0], False
        while not over:
            action, _ = model.predict(seen, action_masks=evening.masks(), deterministic=True)
            seen, _, over, _, _ = table.step(action)
    right, known, scores = zip(*evening.evenings, strict=True)
    return {
        "view": view, "seed": seed, "steps": steps, "seconds": round(seconds), "evenings": len(played),
        "curve": [round(value, 4) for value in curve],
        "fresh": {"right": mean(right), "known": mean(known), "score": mean(scores)},
    }  # fmt: skip


def parts_of(rows, many):
    """Rows in so many stretches of about equal length."""
    return [
        rows[len(rows) * part // many : max(len(rows) * (part + 1) // many, len(rows) * part // many + 1)]
        for part in range(many)
    ]


def mean(values):
    """A mean and half the width of its 95% interval."""
    return [
        round(statistics.fmean(values), 4),
        round(1.96 * statistics.stdev(values) / math.sqrt(len(values)), 4),
    ]


def told(runs):
    """The runs as lines, then each view over its seeds."""
    for run in runs:
        right, known, score = (run["fresh"][key] for key in ("right", "known", "score"))
        yield (
            f"{run['view']:9} seed {run['seed']}: {run['steps']} steps, {run['evenings']} evenings, {run['seconds']} s; "
            f"fresh deals: right {right[0]:.3f} +- {right[1]:.3f} of {known[0]:.3f} that can be known, "
            f"score {score[0]:.2f} +- {score[1]:.2f}"
        )
    for view in VIEWS:
        ends = [run["fresh"]["right"][0] for run in runs if run["view"] == view]
        if ends:
            yield f"{view}: right in {statistics.fmean(ends):.3f} (seeds from {min(ends):.3f} to {max(ends):.3f})"


def drawn(runs):
    """The learning curves as SVG."""
    groups = {view: [run["curve"] for run in runs if run["view"] == view] for view in VIEWS}
    known = statistics.fmean(run["fresh"]["known"][0] for run in runs)
    chart = curves(
        {view: found for view, found in groups.items() if found},
        top=1.0,
        across=f"{runs[0]['steps']} steps",
        levels={"the likeliest code": known},
    )
    return svg.document(
        "Entracte for two: how often guesses are right", [chart], note="a thin line a seed, thick the mean"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--steps", type=int, default=20_000, help="of each run; 512 is the least")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--views", nargs="+", choices=VIEWS, default=VIEWS)
    parser.add_argument("--stop", action="store_true", help="it may propose to stop early")
    parser.add_argument("--json", help="keep the figures in this file, run by run")
    parser.add_argument(
        "--draw", nargs=2, metavar=("JSON", "SVG"), help="draw the figures kept, learn nothing"
    )
    given = parser.parse_args()
    if given.draw:
        runs = json.loads(Path(given.draw[0]).read_text(encoding="utf-8"))
        Path(given.draw[1]).write_text(drawn(runs) + "\n", encoding="utf-8")
        print("\n".join(told(runs)))
        return
    try:
        import sb3_contrib  # noqa: F401
    except ImportError:
        print("The learner is not installed: pip install 'deduce-games[learn]'")
        return
    runs = []
    for seed in given.seeds:
        for view in given.views:
            runs.append(learn(view, seed, given.steps, given.stop))
            print(next(told(runs[-1:])), flush=True)
            if given.json:
                Path(given.json).write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")
    print("\n".join(list(told(runs))[len(runs) :]))


if __name__ == "__main__":
    main()
