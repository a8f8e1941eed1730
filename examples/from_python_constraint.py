"""A python-constraint problem brought in: counted, weighed, explained, and handed back.

Needs the extra `constraint`. Run it: python examples/from_python_constraint.py
"""

import constraint

from deduce import Knowledge, Problem
from deduce.puzzles import verify

# Somebody's existing code: five runners, five places, a few remarks.
race = constraint.Problem()
runners = ["Ada", "Ben", "Cyd", "Dan", "Eve"]
race.addVariables(runners, range(1, 6))
race.addConstraint(constraint.AllDifferentConstraint())
race.addConstraint(lambda ada, ben: ada < ben, ["Ada", "Ben"])
race.addConstraint(lambda cyd, dan: abs(cyd - dan) == 1, ["Cyd", "Dan"])
race.addConstraint(lambda eve, ada, ben: ada < eve < ben, ["Eve", "Ada", "Ben"])

problem = Problem.from_constraint(race)
k = Knowledge(problem)
print(f"{k.count()} finishing orders fit what is known")
for name in runners:
    chances = k.marginals(problem[name])
    print(f"  {name}  " + "  ".join(f"{place}: {chances.get(place, 0):4.0%}" for place in range(1, 6)))

k = k.observe(problem["Dan"] == 2, "Dan came second")
k = k.observe(problem["Cyd"] < problem["Dan"], "Cyd beat Dan")
verdict = verify(k)
print(f"\nTwo more remarks make it {verdict.status}:")
places = sorted((place, runner.name) for runner, place in verdict.solution.items())
print("  " + ", ".join(f"{place} {name}" for place, name in places))
print()
print(k.why(problem["Ada"] == 3))

handed_back = problem.to_constraint()
print(f"\npython-constraint finds {len(handed_back.getSolutions())} orders in what is handed back")
