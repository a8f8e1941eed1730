"""What should this handyman build and sew? The best choice, proved, and what the next best would cost.

The stage has a blue piece without its mirror image, Falstaff has two elements, and there is a value of 5 to spend.
"""

from deduce_models.shakespeare.components.drawing import costumes_text, stage_text
from deduce_models.shakespeare.components.elements import BLUE, GREEN, PINK
from deduce_models.shakespeare.components.loading import components
from deduce_models.shakespeare.placement.activation import Activation, Worth
from deduce_models.shakespeare.placement.finishing import finishings
from deduce_models.shakespeare.placement.optimum import best_activation

parts = components()
stage = parts.stage
pieces = stage.empty
for space, colour in (("1C", GREEN), ("1L1", BLUE), ("2L1", PINK)):
    pieces = stage.put(pieces, stage.place(space), colour)

handyman = Activation(
    stage=stage,
    pieces=pieces,
    costumes=(b"", bytes([PINK, PINK])),  # the Author and Falstaff
    kind="handyman",
    budget=5,
    set_offer=(2, 2, 1, 2, 1, 1),
    costume_offer=(2, 1, 1, 1, 0, 1),
    sums=parts.costumes,
    ambiance=2,
    rivals=(3, 4),
)
found = best_activation(handyman, Worth(), alternatives=3)

print(f"best: {'; '.join(found.steps)}")
print(f"worth {found.gain:.2f} points; proved by {found.method}, certificate checked: {found.certified()}")
for other in found.others:
    print(f"  {other.behind:.2f} less: {'; '.join(handyman.steps(other.action)) or 'nothing'}")
print()
print(stage_text(stage, pieces, found.best.action.pieces))
print()
names = ("Author", "Falstaff")
print(costumes_text(parts, list(zip(names, found.best.outcome.costumes, strict=True))))
print()
left = (6, 6, 5, 3, 3, 4)
print(f"After it, {finishings(stage, found.best.outcome.pieces, left)}.")
