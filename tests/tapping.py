"""A hand that taps records together on the page, in a real browser, and counts. Shared by the tests of the page."""

import shutil

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Chromium without a window's frame first: a page of somebody new costs it a third of the work."""
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
PHONE = {"width": 390, "height": 844}


def settled(page):
    page.wait_for_selector('main[data-settled="yes"]')


def kept(page, name):
    return page.evaluate("name => JSON.parse(localStorage.getItem('deduce/evening/' + name)).text", name)


def begin(page, address, name, text, *, known=False):
    """An evening with this record, as if it had been opened from a file; `known`: with cards of the known deck alone."""
    page.goto(address)
    page.evaluate(
        "([name, text, known]) => localStorage.setItem("
        "'deduce/evening/' + name, JSON.stringify({ text, known, formKey: '' }))",
        [name, text, known],
    )
    page.goto(f"{address}#/evening/{name}")
    settled(page)


def hidden(field, values):
    """Whether another field says it already, such as what a card gives that was seen."""
    return any(set(values.get(name, ())) & set(words) for name, words in field.unless.items())


def shortest(form, line):
    """A line without what needs no saying."""
    name, actor, values = form.parse(line)
    kept = {
        each.name: values[each.name]
        for each in form.event(name).fields
        if each.name in values and not hidden(each, values)
    }
    return form.line(name, kept, actor=actor)


class Hand:
    """Taps an event together as a person would, and counts."""

    def __init__(self, page, form):
        self.page, self.form, self.taps, self.typed = page, form, [], []

    def chip(self, tap):
        chips = self.page.locator(f'[data-tap="{tap}"]')
        chips.first.wait_for()
        return chips.first

    def tap(self, tap, count=True):
        self.chip(tap).click()
        self.taps[-1] += count

    def pressed(self, tap):
        return self.chip(tap).get_attribute("aria-pressed") == "true"

    def there(self, tap):
        return self.page.locator(f'[data-tap="{tap}"]').count() > 0

    def line(self, text):
        """Write one line of a record by taps."""
        name, actor, values = self.form.parse(text)
        event = self.form.event(name)
        before = len(self.logged())
        self.taps.append(0)
        self.page.locator(".compose .chip").first.wait_for()
        if event.actor and not self.pressed(f"actor {actor}"):
            self.tap(f"actor {actor}")
        # What belongs to the game as a whole is asked for by team, where it is asked for.
        asked = f"{name} {values.get('team', ('',))[0]}"
        if self.there(f"event {asked}"):
            name = asked
            del values["team"]
        elif not self.there(f"event {name}"):
            self.tap("more")
        if not self.pressed(f"event {name}"):
            self.tap(f"event {name}")
        if self.page.locator('[data-tap^="word "]').count() and len(self.logged()) == before:
            self.onward(text, before)
        elif len(self.logged()) == before:
            self.fields(event, values, before)
        self.page.wait_for_function(
            "count => document.querySelectorAll('.log li').length >= count", arg=before + 1
        )
        settled(self.page)

    def onward(self, text, before):
        words = text.split()
        for word in words[1:]:
            if len(self.logged()) > before:
                return
            if self.there(f"word {word}"):
                self.tap(f"word {word}")
        if len(self.logged()) == before:
            self.tap("whole")

    def fields(self, event, values, before):
        whole = set()  # cards said by one tap
        for field in event.fields:
            if field.table and field.part in whole:
                continue
            value = values.get(field.name, ())
            plain = field.kind == "one" and len(field.words) == 1 and not field.optional
            if not value or field.kind == "number" or plain or hidden(field, values):
                continue
            if field.kind == "text":
                for place, word in enumerate(value):
                    if self.there(f"{field.name}={word}"):
                        self.tap(f"{field.name}={word}")
                        continue
                    self.chip(f"{field.name} {place}").fill(word)
                    self.typed.append((event.name, field.name))
                continue
            if field.name in {each.together for each in event.fields} and not self.there(
                f"{field.name}={value[0]}"
            ):
                continue  # said with the field it belongs to
            also = f":{values[field.together][0]}" if field.together and field.together in values else ""
            if field.kind == "many" and self.there(all_of := f"{field.name}={'+'.join(value)}{also}"):
                if not self.pressed(all_of):
                    self.tap(all_of)
                continue
            for word in value:
                tap, times = (f"{field.name}={word}", 1)
                if field.kind == "counts":
                    kind, number = word.split()
                    tap, times = f"{field.name}={kind}", int(number)
                    if self.there(at_once := f"{tap} {number}"):
                        tap, times = at_once, 1
                card = f"{field.part} {self.card(event, field, values)}" if field.table else ""
                if card and self.there(f"said {card}"):
                    continue
                row = f"row {card}" if card else ""
                if row and self.there(row) and self.pressed(row):
                    continue
                if row and not (self.there(tap) and self.pressed(tap)) and self.there(row):
                    self.tap(row)
                    whole.add(field.part)
                    continue
                if not self.there(tap):
                    key = f"{field.table}/{field.part}" if field.table else field.name
                    self.tap(f"open {key}")
                if not self.there(tap) or field.kind == "counts" or not self.pressed(tap):
                    for _ in range(times):
                        self.tap(tap)
        # A line that wrote itself with its last tap has left the next one on offer.
        if len(self.logged()) == before and self.there("write") and not self.chip("write").is_disabled():
            self.tap("write")

    def card(self, event, field, values):
        """The card of which this field is a part."""
        part = [each for each in event.fields if (each.table, each.part) == (field.table, field.part)]
        return " ".join(values[each.name][0] for each in part if each.name in values)

    def logged(self):
        return self.page.locator(".log li").all()
