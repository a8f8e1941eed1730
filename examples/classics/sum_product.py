"""Sum and product: how four remarks leave one pair out of 2,352."""

from deduce.agents import KnowsValue
from deduce_models.classics import sum_product

REMARKS = [
    "1 < x < y and x + y <= 100. S has the sum, P the product.",
    "P: I do not know the numbers.",
    "S: I knew that you did not.",
    "P: now I know them.",
    "S: now I know them too.",
]

situations, x, y = sum_product.conversation()
for remark, minds in zip(REMARKS, situations, strict=True):
    pairs = minds.worlds.count()
    knowing = [minds.worlds_where(KnowsValue(mind, x, y)).count() for mind in "PS"]
    print(f"{remark:60} {pairs:5} pairs; P would know in {knowing[0]:4}, S in {knowing[1]:3}")

sums = sorted({world[x] + world[y] for world in situations[2].worlds})
print(f"\nAfter S's first remark the sum is one of {', '.join(map(str, sums))}.")
answer = next(iter(situations[-1].worlds))
print(f"The numbers are {answer[x]} and {answer[y]}.")
