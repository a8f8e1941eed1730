"""How good was a solo game? All draws are fixed, a player plays them, and a bound says what nobody can beat."""

from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.bound.draws import play_script, solo_script
from deduce_models.shakespeare.bound.result import bound
from deduce_models.shakespeare.players.named import PLAYERS

setup = GAME.new(players=1).setup
script = solo_script(7, setup)
print("day 1 displays", ", ".join(setup.parts.codes[card] for card in script.displays[0]))

for name in ("random", "planner"):
    end = play_script(PLAYERS[name](), setup, script, seed=1)
    print(f"{name} ends with {end.boards[0].prestige} prestige")

# With more effort the bound comes down; 30 units (about a minute) are what the benchmark uses.
found = bound(setup, script, effort=1.0)
print("knowing all draws:", found)
