"""Amounts of cards compared with numbers and with each other, as whole numbers compare."""

import operator
from types import SimpleNamespace

import pytest

from deduce.rulebook.zones import Amount, Compared


def amount(number):
    """So many cards of one kind, nothing unknown among them."""
    return Amount([(1, SimpleNamespace(terms=(), fixed={"card": number}), {"card": 1})])


@pytest.mark.parametrize("sign", ["lt", "le", "eq", "ne", "ge", "gt"])
def test_amounts_compare_as_their_numbers_do(sign):
    compare = getattr(operator, sign)
    for left in range(4):
        for right in range(4):
            for other in (right, amount(right), amount(right + 2) - 2, 1 + amount(right) - 1):
                fact = compare(amount(left), other)
                assert fact.truth(REAL) == compare(left, right)
                assert (~fact).truth(REAL) == (not compare(left, right))


class _Real:
    """A table that knows what there is."""

    def value(self, fact):
        return fact.truth(self)


REAL = _Real()


def test_an_amount_within_bounds_is_said_of_its_number():
    assert [bool(Compared(amount(n), 1, None).says(n)) for n in range(3)] == [False, True, True]
    assert [bool(Compared(amount(n), None, 1).says(n)) for n in range(3)] == [True, True, False]
    assert Compared(amount(0), None, None).says(7) is True
