"""An evening of everybody on the page: behind the curtain of one nothing of another, and at the end everything."""

import json
from pathlib import Path

import pytest
from tapping import BROWSER, begin, kept, settled

from deduce.web import answer

RECORD = (Path(__file__).parents[2] / "examples/entracte/forgotten_alone.txt").read_text(encoding="utf-8")
SECRETS = {
    "Ann": ("annsecret", "draws up spring Mon"),
    "Bob": ("bobsecret", "code: both on"),
    "Cid": ("cidsecret", "code: type7 repeat"),
}
EVENING = (
    RECORD.replace("@Bob code", "@Cid code: type7 repeat  # cidsecret\n@Bob code")
    .replace("light alternate\n", "light alternate  # annsecret\n")
    .replace("both on\n", "both on  # bobsecret\n")
)


def asked(**fields):
    return answer({"verb": "everybody", **fields})


def test_the_verb_gives_what_one_may_see():
    for who, secrets in SECRETS.items():
        found = asked(record=EVENING, who=who)
        assert found["ok"]
        assert found["data"]["names"] == ["Ann", "Bob", "Cid"]
        notes = found["data"]["notes"]
        assert all(secret in notes for secret in secrets)
        assert not any(secret in notes for name in SECRETS for secret in SECRETS[name] if name != who)
        rows = notes.split("\n")
        assert all(any(secret in rows[number - 1] for secret in secrets) for number in found["data"]["own"])
        assert len(found["data"]["own"]) == (2 if who == "Ann" else 1)
    for_all = asked(record=EVENING)["data"]
    assert for_all["own"] == []
    assert not any(secret in for_all["notes"] for each in SECRETS.values() for secret in each)
    assert asked(record=EVENING.replace("everybody", "Ann").replace("@", "# "))["data"] == {"shared": False}


def test_the_verb_writes_what_one_has_written():
    notes = asked(record=EVENING, who="Bob")["data"]["notes"]
    found = asked(record=EVENING, who="Bob", notes=f"{notes}judge secret\n")["data"]
    assert found["record"] == f"{EVENING}@Bob judge secret\n"
    assert asked(record=found["record"])["data"]["notes"] == asked(record=EVENING)["data"]["notes"]
    for fields, said in (
        ({"who": "Zoe"}, "'Zoe' does not play"),
        ({"who": "Bob", "notes": notes.replace("nobody", "tokens Cid")}, "leaves nothing out"),
        ({"notes": "game: entracte\n"}, "keeps its line"),
    ):
        refused = asked(record=EVENING, **fields)
        assert not refused["ok"]
        assert said in refused["error"]


def test_the_other_verbs_see_what_all_see():
    for verb in ("solve", "words", "check", "form", "upcoming", "board"):
        found = answer({"verb": verb, "record": EVENING})
        assert found["ok"], verb
        for secret in ("@Ann", "@Bob", "@Cid", *(secret for each in SECRETS.values() for secret in each)):
            assert secret not in json.dumps(found), (verb, secret)


def shown(page):
    """All that the page holds at this moment: elements, what stands in fields, the address, the title, settings."""
    return page.evaluate(
        """() => [document.documentElement.outerHTML,
            ...[...document.querySelectorAll('input, textarea, select')].map((each) => each.value),
            location.href, document.title, history.length ? JSON.stringify(history.state) : '',
            ...Object.keys(sessionStorage).map((key) => sessionStorage[key]),
            ...Object.keys(localStorage).filter((key) => !key.startsWith('deduce/evening/'))
                .map((key) => localStorage[key])].join('\\n')"""
    )


@pytest.mark.skipif(BROWSER is None, reason="browser tests need Chromium: apt-get install chromium")
def test_one_phone_for_all(page, address, tmp_path):
    """Each looks alone, who forgot a token is told alone; a reload, taking back, another look show nothing."""
    requests = []

    def sent(request):
        requests.append(request)

    page.on("request", sent)
    begin(page, address, "Sunday", EVENING)

    def look(name):
        page.locator(f'[data-tap="seat {name}"]').click()
        assert f"{name}" in page.locator(".curtain h1").text_content()
        nothing_of(None)
        page.locator('[data-tap="look"]').click()
        page.locator(".whose.mine").wait_for()
        settled(page)

    def hide():
        page.locator('[data-tap="hide"]').click()
        page.locator('[data-tap="seat Ann"]').wait_for()
        settled(page)

    def nothing_of(who):
        """Nothing of anybody but `who` is on the page, nor in what was asked, but for whose lines are whose."""
        held = shown(page)
        for name, secrets in SECRETS.items():
            if name != who:
                assert not [secret for secret in secrets if secret in held]
        for request in requests:
            data = request.post_data or ""
            assert '"verb":"everybody"' in data or "@" not in data
            assert all(each not in request.url for each in ("alternate", "spring", "secret"))

    nothing_of(None)
    assert not page.locator(".conflict").count()
    page.screenshot(path=str(tmp_path / "all.png"))
    look("Bob")
    nothing_of("Bob")
    assert not page.locator(".conflict").count()
    page.screenshot(path=str(tmp_path / "bob.png"))
    hide()
    nothing_of(None)
    look("Ann")
    page.locator(".conflict .alone").wait_for()
    nothing_of("Ann")
    page.screenshot(path=str(tmp_path / "ann.png"))
    # What Ann writes is hers; taken back by nobody else, and gone from the screen with her.
    row = page.locator(".log li button.text").filter(has_text="code: light alternate")
    page.locator(".log summary").click()
    row.click()
    page.locator(".edit input").fill("code: light alternate  # annsecret again")
    page.locator(".edit .primary").click()
    page.locator(".log").get_by_text("annsecret again").wait_for(state="attached")
    settled(page)
    page.locator(".log .events button.text").last.click()
    page.locator(".edit input").fill("Bob passes")
    page.locator(".edit .primary").click()
    page.locator(".bad").filter(has_text="leaves nothing out").wait_for()
    hide()
    nothing_of(None)
    assert "@Ann code: light alternate  # annsecret again" in kept(page, "Sunday")
    look("Cid")
    nothing_of("Cid")
    before = kept(page, "Sunday")
    page.locator('[data-tap="undo"]').click()
    page.locator(".bad").filter(has_text="before the eyes of all").wait_for()
    assert kept(page, "Sunday") == before
    page.reload()
    settled(page)
    page.locator('[data-tap="seat Ann"]').wait_for()
    nothing_of(None)
    # Away from the device: whoever looked is done.
    look("Ann")
    page.evaluate(
        """() => {
            Object.defineProperty(document, 'hidden', { value: true, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        }"""
    )
    page.locator('[data-tap="seat Ann"]').wait_for()
    settled(page)
    nothing_of(None)
    page.evaluate("delete document.hidden")
    # The story is told when everything is open.
    page.goto(f"{address}#/story/Sunday")
    page.locator('[data-tap="seat Ann"]').wait_for()
    settled(page)
    nothing_of(None)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator(".menu summary").click()
    page.locator('[data-tap="open everything"]').click()
    page.locator(".revealed li").first.wait_for()
    settled(page)
    page.screenshot(path=str(tmp_path / "open.png"))
    hidden = page.locator(".revealed").text_content()
    assert all(
        secret in hidden for secret in ("light alternate", "both on", "type7 repeat", "draws up spring")
    )
    page.locator('[data-tap="seat Bob"]').click()
    page.locator('[data-tap="seat Bob"].on').wait_for()
    settled(page)
    assert page.locator(".curtain").count() == 0
    wide, inner = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide <= inner
    page.locator(".menu summary").click()
    page.locator('[data-tap="story"]').click()
    page.locator(".time li").first.wait_for()
    page.locator('[data-tap^="moment "]').first.click()
    page.locator(".then .touch, .then pre").first.wait_for()
