"""Read one player's notes, and ask what the rivals' code is and why."""

from pathlib import Path

from deduce.games import read_record
from deduce_models.decrypto import built_in, contributions, mind_for, read_codes, read_view

view, notes = read_view(read_record(Path(__file__).with_name("intercept.txt")), built_in())
mind = mind_for(built_in())
belief = read_codes(view, 0, mind)
for code, chance in belief.ranked()[:3]:
    print(code, f"{chance:.1%}")
print("not used:", [f"{chance:.0%}" for chance in belief.absent])
for one in contributions(view, 0, mind, belief.best):
    print(f"{one.bits:+.2f} bits from {one.clue!r}")
