"""Sheets of knowledge: text and HTML, and what they say when there is nothing to show."""

from xml.etree import ElementTree

from deduce import AllDifferent, Knowledge, Problem
from deduce.show import knowledge_html, knowledge_text


def dinner():
    problem = Problem("dinner")
    seat = problem.variables("seat", ["Ann", "<Bob>", "Cid"], domain=[1, 2, "a & b"])
    problem.require(AllDifferent(seat), "one guest a chair")
    return seat, Knowledge(problem)


def test_text_shows_certain_impossible_and_open_values():
    seat, k = dinner()
    k = k.observe(seat["Ann"] == 1)
    assert knowledge_text(k).splitlines() == [
        "                 1      2  a & b",
        "seat[Ann]      yes      -      -",
        "seat[<Bob>]      -    50%    50%",
        "seat[Cid]        -    50%    50%",
        "2 worlds left (1.0 bits)",
    ]
    assert str(k) == knowledge_text(k)
    assert "<Bob>" not in knowledge_text(k, [seat["Cid"]])


def test_html_is_well_formed_and_escaped():
    _, k = dinner()
    table = ElementTree.fromstring(knowledge_html(k))
    assert [cell.text for cell in table.iter("th")][1:4] == ["1", "2", "a & b"]
    assert len(list(table.iter("td"))) == 9
    assert k._repr_html_() == knowledge_html(k)


def test_contradictions_and_long_lists_are_told():
    seat, k = dinner()
    k = k.observe(seat["Ann"] == seat["Cid"], "they share a chair")
    assert "cannot all be true" in knowledge_text(k)
    assert "they share a chair" in knowledge_html(k)
    many = Problem("many")
    many.variables("x", range(70), domain=[0, 1])
    assert "... and 10 more variables" in knowledge_text(Knowledge(many))


def test_values_of_other_variables_leave_a_gap():
    problem = Problem("two kinds")
    problem.variable("day", ["Mon", "Tue"])
    problem.variable("number", [1])
    assert knowledge_text(Knowledge(problem)).splitlines()[2] == "number" + " " * 18 + "yes"
