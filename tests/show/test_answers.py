"""Reasons, open facts and contradictions in words: beside brute force, and what is said where a limit came first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_problems import brute_force, constraints, facts, problems

from deduce import AllDifferent, AtMost, GaveUp, Knowledge, Problem, ProblemError, TooLarge
from deduce.explain.reasons import Reason
from deduce.show import contradiction, explanation


@given(problems(max_variables=3, max_domain=3, max_constraints=2), st.data())
def test_explanations_say_what_brute_force_finds(small, data):
    evidence = data.draw(st.lists(constraints(small.variables), max_size=2))
    fact, meaning = data.draw(facts(small.variables))
    stated = [meant for _, meant in (*small.constraints, *evidence)]
    worlds = brute_force(small.variables, stated)
    knowledge = Knowledge(small.required())
    for constraint, _ in evidence:
        knowledge = knowledge.observe(constraint)
    report = explanation(knowledge, fact, claim="it is so", denial="it is not so", title="Notes")
    true = sum(map(meaning, worlds))
    if not worlds:
        assert report.status == 1
        assert report.text.startswith("Notes\n\nThe notes contradict each other.")
        assert report.data["conflict"]["because"]
        return
    assert report.status == 0
    if 0 < true < len(worlds):
        assert report.data["holds"] is None
        assert report.data["probability"] == pytest.approx(true / len(worlds))
        assert report.text.startswith("it is so: open, ")
        return
    assert report.data["holds"] is bool(true)
    assert report.data["checked"] is True
    assert report.text.startswith("yes: it is so" if true else "no: it is not so")
    assert report.text.endswith("checked independently)")
    for statement in report.data["because"]:
        assert statement["text"] in report.text


def puzzle():
    problem = Problem("seats")
    seat = problem.variables("seat", ["Ann", "Bob"], domain=[1, 2])
    problem.require(AllDifferent(seat), "one each")
    return seat, Knowledge(problem).observe(seat["Ann"] == 1, "Ann sits first", place="line 4")


def test_a_reason_that_could_not_be_checked_says_so(monkeypatch):
    seat, knowledge = puzzle()

    def check(self, *, max_nodes=1_000_000):
        raise GaveUp("the checker reached its limit; allow more with max_nodes")

    monkeypatch.setattr(Reason, "check", check)
    report = explanation(knowledge, seat["Bob"] == 2)
    assert report.text.splitlines() == [
        "yes: seat[Bob] is 2, because",
        "  one each",
        "  line 4: Ann sits first",
        "(the smallest reason; NOT checked independently: the checker reached its limit; allow more with max_nodes)",
    ]
    assert report.status == 0
    assert report.data["checked"] is None
    assert "limit" in report.data["unchecked"]


def test_a_reason_that_the_checker_refutes_fails_the_command(monkeypatch):
    seat, knowledge = puzzle()
    monkeypatch.setattr(Reason, "check", lambda self, *, max_nodes=0: False)
    report = explanation(knowledge, seat["Bob"] == 1)
    assert report.status == 1
    assert report.data["checked"] is False
    assert report.text.startswith("no: seat[Bob] is 2, because")
    assert report.text.endswith("the check FAILED)")


def test_what_chances_of_slips_leave_out_is_said(monkeypatch):
    """Of many repairs the first are listed; where one leaves too much to count, none is weighed by what it leaves."""
    many = Problem()
    values = [many.variable(f"x{number}", (0, 1)) for number in range(12)]
    many.require(AtMost(1, values, 1), "one at most")
    few = Knowledge(many).observe(values[0] == 1, "one").observe(values[1] == 1, "two")
    assert contradiction(few).data["reservations"] == []
    several = few
    for each in values[2:]:
        several = several.observe(each == 1, str(each.name))
    told = contradiction(several)
    assert len(told.data["repairs"]) == 10
    assert told.data["reservations"] == [told.text.splitlines()[-1]]
    assert "There may be others" in told.text
    whole, refused = few.repairs(), few.log[0]
    assert {repair.exact for repair in whole} == {True}
    taken = Knowledge.without
    monkeypatch.setattr(
        Knowledge, "without", lambda self, *gone: TOO_LARGE if refused in gone else taken(self, *gone)
    )
    rough = few.repairs()
    assert {repair.exact for repair in rough} == {False}
    assert [repair.chance for repair in rough] == pytest.approx([0.5, 0.5])
    assert "too much to count" in contradiction(few).text


class _TooLarge:
    @property
    def worlds(self):
        raise TooLarge("no room")


TOO_LARGE = _TooLarge()


def test_repairs_that_gave_up_are_not_mistaken_for_none(monkeypatch):
    seat, knowledge = puzzle()
    wrong = knowledge.observe(seat["Bob"] == 1, "Bob sits first", place="line 5")
    shown = contradiction(wrong, "Ann's notes")
    assert shown.text.startswith("Ann's notes\n\nThe notes contradict each other.")
    assert "Likeliest slips:\n  50%  line 4: Ann sits first" in shown.text

    def repairs(self, limit=10, *, time_limit=None):
        raise GaveUp("the time limit was reached after 0 repairs")

    monkeypatch.setattr(Knowledge, "repairs", repairs)
    limited = contradiction(wrong)
    assert "Likeliest slips: not found (the time limit was reached after 0 repairs)." in limited.text
    assert "No single set" not in limited.text
    with pytest.raises(ProblemError, match="do not contradict"):
        contradiction(knowledge)
