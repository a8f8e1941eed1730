"""Ask for three clues, with the dial for risk turned both ways."""

from pathlib import Path

from deduce.games import read_record
from deduce_models.decrypto import built_in, mind_for, rank_triples, read_view

view, notes = read_view(read_record(Path(__file__).with_name("encrypt.txt")), built_in())
for risk in (0.0, 1.0, 4.0):
    best = rank_triples(view, mind_for(built_in()), risk=risk)[0]
    print(f"risk {risk:g}: {', '.join(best.clues)}")
    print(f"  own team {best.decode:.0%}, rivals {best.intercept:.0%}, given away {max(best.leak):.0%}")
