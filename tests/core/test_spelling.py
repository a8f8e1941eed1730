"""What is most like what somebody typed is what `difflib` finds, which compares everything."""

import difflib

from hypothesis import example, given
from hypothesis import strategies as st

from deduce.ground.spelling import Typed, closest

TEXTS = st.text("abcd e", max_size=8)


@given(TEXTS, st.lists(TEXTS, max_size=12), st.sampled_from([0.0, 0.5, 0.6, 0.8, 1.0]))
@example("tide", ["diet", "tied", "edit"], 0.5)
@example("", ["", "a"], 0.5)
@example("ab", ["ba", "ab b", "a b"], 0.5)
def test_the_closest_name_is_that_of_difflib(typed, names, cutoff):
    theirs = difflib.get_close_matches(typed, names, n=1, cutoff=cutoff) if cutoff else None
    if theirs is None:
        ratios = [(difflib.SequenceMatcher(None, name, typed).ratio(), name) for name in names]
        theirs = [max(ratios)[1]] if ratios else []
    assert closest(typed, names, cutoff) == next(iter(theirs), None)


@given(TEXTS, TEXTS)
def test_no_ratio_is_above_its_bound(typed, other):
    text = Typed(typed)
    assert text.ratio(other) == difflib.SequenceMatcher(None, other, typed).ratio() <= text.most(other)
