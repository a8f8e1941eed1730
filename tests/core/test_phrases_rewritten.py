"""A change of the words of a phrase, in it and in everything that it was made of."""

import copy
import pickle

from deduce.ground.wording import Phrase, as_is, listing, run, say


def changed(text):
    return text.replace("r1c1", "Ann's cell")


def test_a_change_reaches_the_text_the_slots_and_what_they_are_made_of():
    """A rewritten phrase is the one that is made of rewritten parts; numbers and keys stay."""

    def made(cell):
        inner = say("{cell} is {value}", cell=as_is(cell), value=3)
        listed = listing([inner, say("{cell} is open", cell=cell), "r2c2"], ",")
        return run(say("{number:cell} left: {which}", number=2, which=listed), "; ", inner)

    before, wanted = made("r1c1"), made("Ann's cell")
    after = before.rewritten(changed)
    assert str(after) == str(wanted) != str(before)
    assert told(after) == told(wanted)
    assert told(before) == told(made("r1c1"))  # phrases are values
    for again in (copy.deepcopy(after), pickle.loads(pickle.dumps(after))):
        assert told(again) == told(after)


def told(value):
    """A phrase as plain values, all of it."""
    if isinstance(value, Phrase):
        return str(value), value.key, {name: told(each) for name, each in value.slots.items()}
    return tuple(map(told, value)) if isinstance(value, tuple) else value
