"""Ask for the best move of a position, the plan of the turn, and who should do what."""

from deduce_models.initiative import GAME
from deduce_models.initiative.advice.advice import duties, turn_plan

state = GAME.new(players=3, mission="m1_parcel", seed=4)
view = state.view(1)
print(view)
for advice in GAME.advise(view)[:3]:
    print(f"{advice.move}: {advice.reason}")
print("plan:", ", ".join(map(str, turn_plan(view))))
for duty in duties(view):
    print(duty.text)
