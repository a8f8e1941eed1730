"""Steps on the shelf: few things each, every reason proved, and what large rules come to at a place really follows."""

import pytest

from deduce.backends.live import solver_for
from deduce.language.constraints import Constraint
from deduce.puzzles import hint, steps, verify
from deduce.puzzles.atoms import at_place, readable
from deduce.puzzles.rounds import Rounds
from deduce.puzzles.structure import bits_of
from deduce.puzzles.trials import Trial
from deduce.puzzles.walks import MOST, things
from deduce_models import pencil
from deduce_models.pencil.words.naming import labels, listed
from deduce_models.pencil.words.telling import tell

LETTERS = 400


def follows(statement, place):
    """Whether a statement implies what it is said to come to at a place, asked of a solver."""
    with solver_for([statement.content, place.content]) as solver:
        solver.add(statement.content)
        wrong = solver.fresh()
        solver.add(~place.content, wrong)
        return not solver.satisfiable([wrong])


SOME = ("akari", "battleship", "chocona", "fillomino", "galaxies", "gokigennaname", "hashi", "heyawake", "kakuro",
        "kurotto", "lits", "masyu", "nurikabe", "shakashaka", "shikaku", "slitherlink", "snake", "sudoku", "tatamibari",
        "yajilin")  # fmt: skip


@pytest.mark.parametrize("name", SOME)
def test_every_step_is_seen_at_once_and_proved(name):
    knowledge = pencil.read(name, pencil.family(name).example)
    walk = steps(knowledge)
    verdict = verify(knowledge)
    assert walk.solved == verdict.unique
    assert all(verdict.solution[v] == value for v, value in walk.solution.items())
    asked = 0
    for step in walk.steps:
        known = step.facts
        assert len(step.conclusions) <= MOST
        assert step.reason.check()
        lines = tell(step)
        if step.chain is None:
            assert len(step.reason.because) == things(len(step.reason.because) - len(step.known), known)
            assert len(step.reason.because) <= MOST
            assert len("; ".join(lines)) <= LETTERS
        places = [(step.statements, step.conclusions, known)] if step.chain is None else []
        for link in step.chain.every if step.chain else ():
            assert link.size <= MOST
            assert len(link.shown) <= MOST
            places.append((link.statements, link.shown, link.known))
        assert max(map(len, lines)) <= LETTERS
        for statements, shown, facts in places:
            if len(statements) == 1 and not readable(statements[0].content) and asked < 15:
                assert isinstance(statements[0].content, Constraint)
                assert follows(statements[0], at_place(statements[0], shown, facts))
                asked += 1


def test_what_a_large_rule_does_not_imply_does_not_follow():
    """The test above can fail."""
    knowledge = pencil.read("fillomino", pencil.family("fillomino").example)
    step = next(
        s
        for s in steps(knowledge).steps
        if s.known and not readable(s.statements[0].content) and not s.chain
    )
    known = list(step.facts)
    assert follows(step.statements[0], at_place(step.statements[0], step.conclusions, known))
    fewer = [known[:i] + known[i + 1 :] for i in range(len(known))]
    assert not all(
        follows(step.statements[0], at_place(step.statements[0], step.conclusions, some)) for some in fewer
    )


def test_where_no_trial_helps_cases_are_told():
    knowledge = pencil.read("chocona", pencil.family("chocona").example)
    told = [step for step in steps(knowledge).steps if step.technique == "cases"]
    assert told
    for step in told:
        lines = tell(step)
        assert lines[1].startswith("by contradiction (in cases): suppose ")
        assert any(line.startswith("case 1: ") for line in lines)
        # Every case ends where something cannot be kept.
        assert sum(line.startswith("but then") for line in lines) == len(
            [c for c in step.chain.within if not c.cases]
        )


def test_cells_side_by_side_are_told_by_their_ends_and_sentences_once():
    knowledge = pencil.read("akari", pencil.family("akari").example)
    cell = knowledge.problem.cell
    rows = sorted(cell)
    run = [at for at in rows if at[0] == rows[-1][0]]
    if len(run) >= 3:
        assert listed([cell[at] for at in run]).endswith(f"r{run[-1][0]}c{run[-1][1]}")
    same = [s for s in knowledge.rules if s.text == knowledge.rules[0].text]
    assert len(same) > 1
    assert len(labels(same)) == 1


def test_a_wrong_entry_is_named_with_why_and_a_puzzle_without_solution_says_so():
    knowledge = pencil.read("slitherlink", pencil.family("slitherlink").example)
    solution = verify(knowledge).solution
    side = next(v for v, value in solution.items() if value == "line")
    found = hint(knowledge, {side: "none"}, strength=3)
    assert found.mistake is not None
    assert found.mistake.why.check()


@pytest.mark.parametrize("name", ["heyawake", "nurikabe", "slitherlink", "yajilin"])
def test_rules_asked_later_show_the_same(name):
    rounds = Rounds(pencil.read(name, pencil.family(name).example), {})
    s, quick = rounds.structure, rounds.techniques.quick
    assert quick
    true = rounds.techniques.settled(rounds.alive)
    ended = set()
    for x in bits_of(rounds.alive & ~true):
        one = Trial(s, quick, rounds.alive, true, x)
        other = Trial(s, (), rounds.alive, true, x, quick)
        assert one.go(None) == other.go(None)
        ended.add(one.refuted)
        if not one.refuted:
            assert (one.left, one.true) == (other.left, other.true)
    assert False in ended


@pytest.mark.parametrize(
    "name", ["circlesquare", "fillomino", "lits", "news", "numberlink", "squarejam", "wittgen"]
)
def test_what_a_rule_says_of_several_values_of_a_cell_is_one_step(name):
    """Found by hand: "r1c1 is not 6", "r1c1 is not 7" and so on, each a step, by the same neighbours."""
    walk = steps(pencil.read(name, pencil.family(name).example))
    one_rule = [s for s in walk.steps if len(s.statements) == 1 and s.chain is None]

    def reason(step):
        (rule,) = step.statements
        about = (frozenset(fact.scope[0] for fact in facts) for facts in (step.conclusions, step.facts))
        return step.technique, rule.text, rule.place, frozenset(rule.content.scope), *about

    for i, first in enumerate(one_rule):
        for later in one_rule[i + 1 :]:
            known_then = max(later.builds_on, default=0) < first.number
            assert not (known_then and reason(first) == reason(later)), (first.sentence, later.sentence)
    assert all(step.reason.check() for step in one_rule)
