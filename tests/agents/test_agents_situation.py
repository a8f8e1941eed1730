"""What situations answer in cases small enough to check by hand, and what they refuse."""

import pickle
import re
from operator import add

import pytest

from deduce import (
    AllDifferent,
    DeduceError,
    Exactly,
    Knowledge,
    Problem,
    ProblemError,
    Shuffle,
    Swap,
    Table,
    TooLarge,
    Transition,
    Variable,
)
from deduce.agents import (
    CommonKnowledge,
    DistributedKnowledge,
    EveryoneKnows,
    Impossible,
    Knows,
    KnowsValue,
    Possible,
    Situation,
)
from deduce.agents.formulas import AllOf, AnyOf


@pytest.fixture
def cards():
    """Three cards for A and B, one each, one on the table; each has looked at the own card."""
    problem = Problem("three cards")
    card = problem.variables("card", ["A", "B", "table"], ["red", "green", "blue"])
    problem.require(AllDifferent(card))
    return Situation(problem, {"A": card["A"], "B": card["B"]}), card


def test_own_cards_are_known_and_others_are_not(cards):
    s, card = cards
    assert s.count() == 6
    assert s.holds(Knows("A", card["A"])) is True
    assert s.holds(KnowsValue("A", card["B"])) is False
    assert s.holds(Knows("A", card["B"] != "red"), at={card["A"]: "red"}) is True
    assert s.holds(Knows("A", card["B"] != "red")) is None
    assert s.holds(Possible("B", card["A"] == "red"), at=card["B"] == "green") is True
    assert s.holds(CommonKnowledge(["A", "B"], Knows("A", card["A"]))) is True
    assert (
        s.holds(DistributedKnowledge(["A", "B"], card["table"] == "red"), at={card["table"]: "red"}) is True
    )
    assert s.holds(EveryoneKnows(["A", "B"], card["table"] != "red"), at={card["table"]: "green"}) is False


def test_a_look_is_private_but_that_it_happened_is_public(cards):
    s, card = cards
    after = s.look("A", card["B"])
    assert after.count() == 6
    assert after.holds(CommonKnowledge(["A", "B"], KnowsValue("A", card))) is True
    assert after.holds(KnowsValue("B", card["A"])) is False
    assert s.holds(KnowsValue("A", card["B"])) is False, "the old situation is as it was"


def test_announcements_and_observations_remove_worlds(cards):
    s, card = cards
    told = s.announce(Knows("A", card["B"] != "red"), "A has red or knows better")
    assert told.worlds.possible(card["A"]) == {"red"}
    assert told.log[-1].text == "A has red or knows better"
    assert [e.kind for e in told.log][-1] == "announcement"
    assert s.observe(card["table"] == "blue").count() == 2
    assert s.announce(card["B"] != "red", by="A").worlds.possible(card["A"]) == {"red"}
    assert s.announce(card["B"] != "red").worlds.possible(card["A"]) == {"red", "green", "blue"}


def test_a_truth_may_be_false_once_it_is_said(cards):
    s, card = cards
    moore = (card["A"] == "red") & ~Knows("B", card["A"] == "red")
    after = s.announce(moore)
    assert after.holds(moore) is False
    with pytest.raises(Impossible, match=r"nobody could truthfully say that: .* is false in all 2 worlds"):
        after.announce(moore)


def test_perfect_recall_after_changes(cards):
    s, card = cards
    shuffled = s.change(Shuffle(card["A"], card["table"]))
    assert shuffled.count() == 12, "six deals, each with what A had at first"
    assert shuffled.worlds.count() == 6
    assert shuffled.holds(KnowsValue("A", card["A"])) is False
    assert shuffled.holds(Knows("A", card["B"] != "red"), at=card["A"] == "red") is None, (
        "A may have had red"
    )
    assert shuffled.knowledge("A", seen={card["A"]: "red"}).possible(card["B"]) == {"green", "blue"}
    assert shuffled.knowledge("A", seen={card["A"]: "red"}).possible(card["A"]) == {"red", "green", "blue"}
    looked = shuffled.look("A", card["A"])
    assert [sight.text for sight in looked.sights("A")] == ["card[A]", "card[A] (look 2)"]
    thinks = looked.knowledge("A", seen={"card[A]": "red", "card[A] (look 2)": "green"})
    assert thinks.possible(card["B"]) == {"blue"}
    public = s.change(Shuffle(card["A"], card["table"]), seen_by=s.agents)
    assert public.holds(CommonKnowledge(s.agents, KnowsValue("A", card) & KnowsValue("B", card))) is True
    private = s.change(Shuffle(card["A"], card["table"]), seen_by="A")
    assert private.holds(CommonKnowledge(s.agents, KnowsValue("A", card))) is True
    assert private.holds(KnowsValue("B", card["A"])) is False


def test_a_swap_carries_knowledge_with_the_card(cards):
    s, card = cards
    swapped = s.change(Swap(card["A"], card["B"]))
    assert swapped.holds(KnowsValue("A", card["B"])) is True
    assert swapped.holds(KnowsValue("A", card["A"])) is False
    one = s.change(Swap(card["A"], card["B"]), seen_by={"A": card["A"]})
    assert one.holds(KnowsValue("A", card)) is True
    assert one.holds(KnowsValue("B", card["B"])) is False


def test_chances_of_changes_weigh_what_an_agent_thinks(cards):
    s, card = cards
    after = s.change(Shuffle(card["A"], card["table"], weights={(0, 1): 3, (1, 0): 1}))
    thinks = after.knowledge("A", seen={card["A"]: "red"})
    assert thinks.probability(card["A"] == "red") == pytest.approx(0.75)


def test_rules_hold_after_a_change_too():
    problem = Problem()
    x, y = problem.variable("x", [1, 2, 3]), problem.variable("y", [1, 2, 3])
    problem.require(x != y)
    jump = Transition(lambda value: dict.fromkeys([1, 2, 3], 1 / 3), x)
    after = Situation(problem, ["A"]).look("A", y).change(jump)
    assert after.knowledge("A", seen={y: 2}).possible(x) == {1, 3}
    problem.require(x == 1)
    with pytest.raises(Impossible, match="cannot have happened"):
        Situation(problem, ["A"]).change(Transition(lambda _: {2: 1.0}, x))


def test_looks_at_facts_functions_formulas_and_groups():
    x, y = Variable("x", [1, 2, 3]), Variable("y", [1, 2, 3])
    table = Table.of([x, y], [{x: a, y: b} for a in (1, 2, 3) for b in (1, 2, 3)])
    s = Situation(table, ["S", "F", "G"]).look("S", add, x, y).look("F", x < y).look(["F", "G"], y)
    assert s.knowledge("S", seen={add: 4}).count() == 3
    assert s.knowledge("S", seen={"add(x, y)": 4}).count() == 3
    assert s.knowledge("F", seen={x < y: True, y: 3}).possible(x) == {1, 2}
    assert s.knowledge("G", seen={y: 1}).count() == 3
    g = s.look("G", KnowsValue("S", x), text="whether S knows x")
    assert g.knowledge("G", seen={y: 1, "whether S knows x": True}).possible(x) == {1}
    assert g.sights("G")[-1].to_dict() == {"agent": "G", "number": 1, "text": "whether S knows x"}
    assert g.log[-1].to_dict() == {"kind": "look", "text": "G looks at whether S knows x", "worlds": 9}


def test_knowledge_may_leave_out_what_follows(cards):
    s, card = cards
    s = s.look("A", card["B"], card["table"])
    assert s.knowledge("A", seen={card["A"]: "red", card["B"]: "blue"}).count() == 1
    assert s.knowledge("A", at={card["A"]: "red", card["B"]: "blue"}).count() == 1
    with pytest.raises(ProblemError, match=r"what A saw: card\[B\] \('green', 'blue'\); card\[table\]"):
        s.knowledge("A", seen={card["A"]: "red"})
    with pytest.raises(Impossible, match="in no world"):
        s.knowledge("A", seen={card["A"]: "red", card["B"]: "red"})


def test_seen_by_key_of_a_sight_survives_changes(cards):
    s, card = cards
    (sight,) = s.sights("B")
    after = s.change(Shuffle(card["A"], card["B"]))
    assert after.knowledge("B", seen={sight: "red"}).possible(card["table"]) == {"green", "blue"}


def test_public_knowledge_is_the_start():
    problem = Problem()
    x = problem.variables("x", range(3), [0, 1])
    problem.require(Exactly(1, x, 1))
    s = Situation(Knowledge(problem).observe(x[0] == 0), ["A", "B"])
    assert s.count() == 2
    assert s.holds(CommonKnowledge(["A", "B"], x[0] == 0)) is True
    assert Situation(problem.compile(), [1, 2]).holds(Knows(1, x[0])) is False


def test_formulas_read_as_sentences(cards):
    _, card = cards
    red = card["A"] == "red"
    inner = ~Knows("B", red) & (red | Possible("B", card["table"] == "blue"))
    assert Knows("A", inner).sentence() == (
        "A knows that (B does not know that card[A] is red and "
        "(card[A] is red or B thinks it possible that card[table] is blue))"
    )
    assert (~Knows("A", card["B"])).sentence() == "A does not know card[B]"
    assert CommonKnowledge(["A", "B"], red).sentence() == (
        "it is common knowledge among A and B that card[A] is red"
    )
    assert str(~Possible("A", red)) == "it is not so that A thinks it possible that card[A] is red"
    assert repr(~Knows("A", red)) == "~Knows('A', card[A].is_in(['red']))"
    assert str(~(red & Knows("A", red))).startswith("it is not so that (card[A] is red and ")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda s, c: s.holds(Knows("a", c["B"])), "no agent 'a': did you mean 'A'"),
        (lambda s, c: s.look("C", c["B"]), "no agent 'C'"),
        (lambda s, c: s.sights("C"), "no agent 'C'"),
        (lambda s, c: s.announce(c["A"] == "red", by="Z"), "no agent 'Z'"),
        (lambda s, c: s.look("A"), "needs something to look at"),
        (lambda s, c: s.look("A", add), "needs variables"),
        (lambda s, c: s.look("A", lambda v: [v], c["A"]), "must be hashable"),
        (lambda s, c: s.look("A", c["A"], c["B"], text="both"), "one by one"),
        (lambda s, c: s.look("A", Variable("other", [1])), "other is no variable of this situation"),
        (lambda s, c: s.holds(Variable("other", [1]) == 1), "other is no variable of this situation"),
        (lambda s, c: s.holds(c["A"]), "say what of it"),
        (lambda s, c: s.holds(True), "Python truth value"),
        (lambda s, c: s.announce("red"), "expects a formula or a fact"),
        (lambda s, c: s.observe(Knows("A", c["A"])), "formulas are announced"),
        (lambda s, c: s.holds(c["A"] == "red", at={"A": "red"}), "gives values to variables"),
        (lambda s, c: s.holds(c["A"] == "red", at=3), "at expects a world"),
        (lambda s, c: s.holds(c["A"] == "red", at={c["A"]: "red", c["B"]: "red"}), "not among those"),
        (lambda s, c: s.knowledge("A", seen={c["A"]: "rad"}), "did you mean 'red'"),
        (lambda s, c: s.knowledge("A", seen={c["B"]: "red"}), r"A has not seen card\[B\]"),
        (lambda s, c: s.change("shuffle"), "expected a change"),
        (lambda s, c: s.change(Swap(c["A"], c["B"]), seen_by="Z"), "no agent 'Z'"),
        (lambda s, c: CommonKnowledge([], c["A"] == "red"), "at least one agent"),
        (lambda s, c: EveryoneKnows(3.5, c["A"] == "red"), "agent's name"),
        (lambda s, c: KnowsValue("A"), "at least one variable"),
        (lambda s, c: Situation(s.table, []), "at least one agent"),
        (lambda s, c: Situation("worlds", ["A"]), "is made of a Problem"),
        (lambda s, c: s.observe((c["A"] == "red") & (c["B"] == "red")), "nobody can have seen that"),
        (lambda s, c: s.announce(c["B"] == "red", by="A"), "A could not truthfully say that"),
    ],
)
def test_errors_name_what_was_wrong(cards, wrong, message):
    with pytest.raises(ProblemError, match=message):
        wrong(*cards)


def test_no_world_and_too_many_worlds():
    problem = Problem()
    x = problem.variables("x", range(30), [0, 1])
    with pytest.raises(TooLarge):
        Situation(problem, ["A"])
    problem.require((x[0] == 0) & (x[0] == 1))
    with pytest.raises(Impossible, match="at least one possible world"):
        Situation(problem, ["A"])


def test_formulas_have_no_truth_of_their_own(cards):
    _, card = cards
    with pytest.raises(TypeError, match="holds"):
        bool(Knows("A", card["A"]))
    assert issubclass(Impossible, DeduceError)
    assert pickle.loads(pickle.dumps(Impossible("so"))).args == ("so",)


def test_twice_the_same_look_teaches_nothing(cards):
    s, card = cards
    again = s.look("A", card["A"])
    assert again.sights("A") == s.sights("A")
    two = s.change(Shuffle(card["A"], card["B"])).look("A", card["A"])
    with pytest.raises(ProblemError, match="more than once"):
        two.knowledge("A", seen={card["A"]: "red"})


def test_one_string_is_one_agent_and_names_are_unique():
    problem = Problem("coin")
    problem.variable("coin", ["heads", "tails"])
    assert tuple(Situation(problem, "ABC").agents) == ("ABC",)
    assert tuple(Situation(problem, (name for name in "AB")).agents) == ("A", "B")
    with pytest.raises(ProblemError, match="name twice"):
        Situation(problem, ["A", "A"])


def test_formulas_in_words_and_as_they_are_written(cards):
    s, card = cards
    red, green = card["A"] == "red", card["A"] == "green"
    assert [str(AllOf()), str(AnyOf())] == ["nothing is claimed", "this cannot be"]
    assert [s.holds(AllOf()), s.holds(AnyOf())] == [True, False]
    for formula, words in [
        (Knows("A", red), "A knows that card[A] is red"),
        (~Knows("A", red), "A does not know that card[A] is red"),
        (Knows("A", card["B"]), "A knows card[B]"),
        (~Knows("A", card["B"]), "A does not know card[B]"),
        (Knows("A", KnowsValue("B", card["B"])), "A knows that B knows card[B]"),
        (~KnowsValue("B", card["A"], card["B"]), "B does not know card[A], card[B]"),
        (Possible("A", red), "A thinks it possible that card[A] is red"),
        (
            Knows("A", red) & Possible("B", green),
            "A knows that card[A] is red and B thinks it possible that card[A] is green",
        ),
        (
            Knows("A", Knows("A", red) | Possible("B", green)),
            "A knows that (A knows that card[A] is red or B thinks it possible that card[A] is green)",
        ),
        (EveryoneKnows(["A", "B"], red), "each of A and B knows that card[A] is red"),
        (
            CommonKnowledge(["A", "B", "C"], red),
            "it is common knowledge among A, B and C that card[A] is red",
        ),
        (DistributedKnowledge("A", red), "A know together that card[A] is red"),
    ]:
        assert str(formula) == words
    assert (
        repr(AnyOf(Knows("A", red), Possible("B", green)))
        == f"AnyOf(Knows('A', {red!r}), Possible('B', {green!r}))"
    )
    assert repr(AllOf()) == "AllOf()"
    assert repr(~Possible("A", red)) == f"~Possible('A', {red!r})"
    assert repr(KnowsValue("A", card["A"], card["B"])) == "KnowsValue('A', card[A], card[B])"
    assert repr(CommonKnowledge(("A", "B"), red)) == f"CommonKnowledge(['A', 'B'], {red!r})"
    assert repr(s) == "<Situation: 2 agents, 6 worlds, 0 events>"
    assert repr(s.observe(red)) == "<Situation: 2 agents, 2 worlds, 1 event>"


def test_double_negation_and_nesting_fall_flat(cards):
    s, card = cards
    a, b, c = (Knows("A", card["A"] == value) for value in ("red", "green", "blue"))
    assert ~~a is a
    assert (a & b & c).parts == (a, b, c)
    assert (a | (b | c)).parts == (a, b, c)
    assert len(((a | b) & c).parts) == 2
    assert s.holds(~(a & b)) is True
    assert s.holds(a | b | c) is True
    fact = card["A"] == "red"
    assert [type(each).__name__ for each in (fact & a).parts] == ["Plain", "Knows"]
    assert [type(each).__name__ for each in (fact | a).parts] == ["Plain", "Knows"]


def test_groups_are_names_without_repeats(cards):
    _, card = cards
    fact = card["A"] == "red"
    assert CommonKnowledge("A", fact).group == ("A",)
    assert CommonKnowledge(1, fact).group == (1,)
    assert CommonKnowledge(["B", "A", "B"], fact).group == ("B", "A")
    assert CommonKnowledge({"B", "A"}, fact).group == ("A", "B")
    for group, said in [
        (2.5, "CommonKnowledge expects an agent's name or several, not 2.5"),
        (["A", 2.5], "expects agents' names (strings or whole numbers), not 2.5"),
        ([], "CommonKnowledge needs at least one agent"),
    ]:
        with pytest.raises(ProblemError, match=re.escape(said)):
            CommonKnowledge(group, fact)
    with pytest.raises(ProblemError, match="needs at least one variable"):
        KnowsValue("A")


def test_a_second_look_at_the_same_has_a_name_of_its_own(cards):
    s, card = cards
    red = card["B"] == "red"
    s = s.look("A", red).look("A", red).look("A", red, text="so")
    assert [sight.text for sight in s.sights("A")][1:] == [
        "card[B] is red",
        "card[B] is red (look 2)",
        "so",
    ]
    both = s.look(["A", "B"], max, card["A"], card["B"])
    assert both.log[-1].text == "A and B look at max(card[A], card[B])"
    assert both.look("A", lambda a: a, card["A"]).log[-1].text == "A looks at a function(card[A])"


def test_what_happened_is_logged_in_the_words_given_or_its_own(cards):
    s, card = cards
    swap = Swap(card["A"], card["B"])
    after = s.change(swap).change(swap, text="Ann took Bob's").announce(card["A"] != "red")
    assert [(event.kind, event.text) for event in after.log[len(s.log) :]][:2] == [
        ("change", swap.sentence()),
        ("change", "Ann took Bob's"),
    ]
    assert [event.worlds for event in after.log[len(s.log) :]] == [6, 6, 4]
    assert repr(after) == f"<Situation: 2 agents, 4 worlds, {len(s.log) + 3} events>"
    never = Transition(lambda old: {}, card["A"])
    for text, said in (("", "cannot have happened"), ("the card burned", "'the card burned' cannot have")):
        with pytest.raises(Impossible, match=said):
            s.change(never, text=text)
