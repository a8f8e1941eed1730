"""Declared games on the page: an evening of each by taps, in a real browser, and the form of a turn."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from amount import some
from composing import TOGETHER, extended, taps, values_of
from declared_games import IN_STEPS
from tapping import BROWSER, begin, kept, settled

from deduce.games.registry import game
from deduce.ground.errors import RecordError
from deduce.records.record import read_record

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
TAPS = 5
"""What happened is written with so many taps at most."""
DEALT = 14
"""And so many where a whole hand is dealt."""


def tapped(page, event, values):
    """Write a line by taps, as a person who looks for the next chip; how many it took."""
    before = kept(page, event_name(page))
    count = 0

    def tap(what):
        nonlocal count
        page.locator(f'[data-tap="{what}"]').first.click()
        count += 1

    chip = page.locator(f'[data-tap="event {event.name}"]').first
    chip.wait_for()
    if chip.get_attribute("aria-pressed") != "true":
        tap(f"event {event.name}")
    for field in event.fields:
        if kept(page, event_name(page)) != before:
            break
        words = values[field.name]
        if field.kind == "many" and not field.count and (len(field.words) <= TOGETHER or not words):
            tap(f"{field.name}={'+'.join(words)}")
            continue
        for word in words:
            if field.kind == "counts":  # one of it is a tap on its word, more a tap on the number beside it
                word = word.removesuffix(" 1")
            one = page.locator(f'[data-tap="{field.name}={word}"]').first
            if one.get_attribute("aria-pressed") != "true":
                tap(f"{field.name}={word}")
        if field.kind == "many" and not field.count:
            tap("write")
    page.wait_for_function(
        "([name, text]) => JSON.parse(localStorage.getItem('deduce/evening/' + name)).text !== text",
        arg=[event_name(page), before],
    )
    settled(page)
    return count


def event_name(page):
    """The evening that is open."""
    return page.evaluate("decodeURIComponent(location.hash.split('/').at(-1))")


def some_line(played, text, upcoming, rng):
    """An event and its values that a person's evening can have: the line is read, and contradicts nothing known."""
    replay = played.answers().read(read_record(text))
    told = replay.reader.pending
    if told is not None and told.kind == "which":
        world = replay.knowledge().sample(1, 5)[0]
        (field,) = upcoming.asked[0].fields
        keys = zip(field.words, told.about.values(), strict=True)
        return upcoming.asked[0], {field.name: tuple(key for key, fact in keys if fact.true_in(world))}
    ways = [(event, values) for event in upcoming.asked for values in islice(values_of(event), 300)]
    rng.shuffle(ways)
    for event, values in ways[:40]:
        try:
            replay = played.answers().read(read_record(extended(text, event, event.line(values))))
        except RecordError:
            raise AssertionError(
                f"{event.line(values)!r} can be composed and is not read: {text}"
            ) from None
        if replay.knowledge().is_consistent():
            return event, values
    return None


@pytest.mark.parametrize("name", some(IN_STEPS, 2))
def test_an_evening_by_taps(name, address, page):
    """What is tapped is what can come next, and every line is taken."""
    played = game(name)
    players = max(played.seats.start, min(3, played.seats.stop - 1))
    head = f"game: {name}\nplayers: {' '.join(NAMES[:players])}\nme: Ann\n\n"
    begin(page, address, name, head)
    rng = random.Random(3)
    written = 0
    for _ in range(5):
        text = kept(page, name)
        upcoming = played.upcoming(played.answers().read(read_record(text)))
        found = some_line(played, text, upcoming, rng)
        if found is None:
            break
        event, values = found
        count = tapped(page, event, values)
        assert kept(page, name) == extended(text, event, event.line(values))
        assert count == taps(event, values, event is upcoming.asked[0])
        assert count <= (TAPS if text.rstrip() != head.rstrip() else DEALT), event.line(values)
        written += 1
    assert written >= 2
    assert page.locator(".sheet, .answer").first.inner_text().strip()


def test_a_board_is_touched_where_it_is_played(address, page):
    page.goto(f"{address}#/play/minesweeper")
    page.locator("button.primary").first.click()
    page.locator('[data-tap="place c3"]').click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.square')].some(each => /[0-9]/.test(each.textContent))"
    )
    dug = page.locator('[data-tap="place c3"]')
    assert dug.is_disabled()
    assert dug.inner_text().isdigit()


def test_a_touched_place_fills_the_line(address, page):
    begin(page, address, "field", "game: minesweeper\nplayers: Ann\nme: Ann\n\n")
    page.locator('[data-tap="place c3"]').click()
    page.wait_for_function("() => document.querySelectorAll('.log .events li').length == 1")
    assert kept(page, "field").rstrip().endswith("Ann dig c3")


def test_what_goes_on_in_a_line_is_taken_back_alone(address, page):
    head = "game: guess_who\nplayers: Ann Bob\nme: Ann\n\nperson[Ann] is Finn\nAnn ask beard\n"
    begin(page, address, "asked", head)
    page.locator('[data-tap="which=yes"]').first.click()
    page.wait_for_function("() => document.querySelector('.latest code')?.textContent.endsWith('yes')")
    settled(page)
    asked = kept(page, "asked")
    assert asked == head.rstrip() + ", Bob's person: beard: yes\n"
    page.locator('[data-tap="change"]').click()
    settled(page)
    assert kept(page, "asked") == head
    page.locator('[data-tap="which=no"]').first.click()
    page.wait_for_function("() => document.querySelector('.latest code')?.textContent.endsWith('no')")
    assert kept(page, "asked") == asked.replace("yes", "no")
