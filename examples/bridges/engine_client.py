"""A client of the engine protocol, in thirty lines: one game of Entracte, every move asked from the engine.

Nothing of the library is imported: a program in any language does the same with its own means.
"""

import subprocess
import sys

engine = subprocess.Popen(
    [sys.executable, "-m", "deduce", "engine", "entracte"],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    text=True,
)


def ask(line):
    """Send a command, and return the last line of its answer."""
    engine.stdin.write(line + "\n")
    engine.stdin.flush()
    word = line.split()[0]
    for answer in engine.stdout:
        if answer.split()[0] in (word, "error"):
            return answer.strip()
    raise SystemExit("the engine has ended")


ask("new 2")
seed = 1
while True:
    actor = ask("actor")
    if actor.startswith("actor over"):
        break
    if actor == "actor chance":
        ask(f"deal {seed}")
        seed += 1
        continue
    choice = ask(f"choose greedy {seed}").partition(" ")[2]
    print(f"seat {actor.split()[1]}: {choice}")
    ask(f"play {choice}")
print(actor)
engine.stdin.close()
