"""Read puzzles of three families, prove them unique, and write and draw their solutions."""

from pathlib import Path

from deduce.puzzles import verify
from deduce_models import pencil

text = Path(__file__).with_name("slitherlink.txt").read_text(encoding="utf-8")
for name, puzzle in (
    ("slitherlink", text),
    *((n, pencil.family(n).example) for n in ("masyu", "heyawake")),
):
    knowledge = pencil.read(name, puzzle)
    verdict = verify(knowledge)
    print(f"{pencil.family(name).title}: {verdict.status}")
    solution = pencil.show(knowledge, verdict.solution)
    print(solution)
    picture = pencil.draw(pencil.parse(name, puzzle), solution)
    print(f"a picture of {picture.count('<path')} paths\n")
