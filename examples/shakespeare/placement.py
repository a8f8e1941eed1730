"""What should this dresser build? The best now and for the rest of the evening, with reasons, and what else would do.

The position is typed (position.txt): day 3 of a game for four, seat 2 to move.
"""

from pathlib import Path

from deduce.records.record import read_record
from deduce_models.shakespeare.advice.placing import best_works
from deduce_models.shakespeare.components.drawing import stage_text
from deduce_models.shakespeare.placement.finishing import finishings
from deduce_models.shakespeare.records.reading import read
from deduce_models.shakespeare.rules.moves import SET

view = read(read_record(Path(__file__).with_name("position.txt"))).state.view(2)
setup, board = view.setup, view.boards[1]

work = best_works(view, 2, alternatives=3)[0]
best, *others = work.steps
print(f"{setup.codes[work.person]} now: {'; '.join(move.text for move in best.moves)}")
print(f"worth {work.gains[0]:.2f} prestige, the best of all {work.looked} works: {dict(work.reasons)}")
for other, gain in zip(others, work.gains[1:], strict=True):
    print(f"  {work.gains[0] - gain:.2f} less: {'; '.join(move.text for move in other.moves[1:])}")

evening = best_works(view, 2, horizon="evening")[0]
print(f"for the evening: {'; '.join(move.text for move in evening.steps[0].moves)}")
print(f"worth {evening.gains[0]:.2f}; then {', '.join(action[0].text for action in evening.after)}")
print()
print(stage_text(setup.stage, board.stage, [(m.place, m.item) for m in best.moves if m.kind == SET]))
print()
left = [offer + bag for offer, bag in zip(best.end.set_offer, best.end.set_bag, strict=True)]
print(f"After it, {finishings(setup.stage, best.board.stage, left)}.")
