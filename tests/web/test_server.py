"""HTTP around the pure function: what it refuses, what it says, what it sends with every answer."""

import json
from pathlib import Path

import pytest

from deduce.web import answer
from deduce.web.limiting import Shares

RECORD = (Path(__file__).parents[2] / "examples" / "enigma" / "evening.txt").read_text(encoding="utf-8")


def test_an_answer_is_the_pure_functions(client):
    request = {"verb": "solve", "record": RECORD}
    response = client.post("/api", json=request)
    assert response.status_code == 200
    assert response.json() == json.loads(json.dumps(answer(request)))
    assert response.headers["server-timing"].startswith("answer;dur=")


def test_every_answer_carries_the_policy(client):
    for response in (client.post("/api", json={"verb": "words", "record": RECORD}), client.get("/nothing"),
                     client.get("/api"), client.get("/", headers={"host": "evil.example"})):  # fmt: skip
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        assert "server" not in response.headers


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 403),
        ({"host": "127.0.0.1.evil.example:8765"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "http://127.0.0.1:8765", "sec-fetch-site": "same-origin"}, 200),
    ],
)
def test_only_pages_of_this_server_may_ask(client, headers, status):
    response = client.post("/api", json={"verb": "families"}, headers=headers)
    assert response.status_code == status
    assert response.json()["ok"] is (status == 200)


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{}", "text/plain", 415),
        (b"{}", "application/x-www-form-urlencoded", 415),
        (b"[]", "application/json", 400),
        (b"{", "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b'"' + b"x" * 600_000 + b'"', "application/json", 413),
        (b'{"verb": "solve"}', "application/json", 200),
    ],
)
def test_what_is_no_question_is_refused_with_a_sentence(client, body, kind, status):
    response = client.post("/api", content=body, headers={"content-type": kind})
    assert response.status_code == status
    assert response.json()["ok"] is False
    assert " " in response.json()["error"]


OUTSIDE = ["/../server.py", "/%2e%2e/server.py", "/..%2fserver.py", "/static/", "/%00", "//etc/passwd"]


@pytest.mark.parametrize("path", [*OUTSIDE, "/style.css/%2e%2e/%2e%2e/server.py", "/style.css/x"])
def test_no_file_outside_the_page_is_served(client, path):
    assert client.get(path).status_code in (400, 404)


@pytest.mark.parametrize(
    "path", ["/style.css/", "/style.css/%2e%2e", "/style.css/%2e%2e/", "/texts/%2e%2e/"]
)
def test_a_way_through_a_file_leads_into_the_page_or_nowhere(client, path):
    answer = client.get(path)
    assert answer.status_code in (200, 400, 404)
    assert answer.status_code != 200 or answer.text in [client.get(own).text for own in ("/", "/style.css")]


def test_one_client_does_not_starve_others():
    now = [0.0]
    shares = Shares(rate=1.0, burst=3.0, together=2, waiting=3, clock=lambda: now[0])
    assert [shares.enter("a"), shares.enter("a")] == ["", ""]
    assert "still being answered" in shares.enter("a")
    shares.leave("a")
    assert shares.enter("a") == ""
    shares.leave("a")
    assert "wait a moment" in shares.enter("a")
    assert [shares.enter("b"), shares.enter("b")] == ["", ""]
    assert "too many people" in shares.enter("c")
    now[0] = 10.0
    shares.leave("b")
    assert shares.enter("a") == ""


def test_clients_are_forgotten_not_collected():
    shares = Shares()
    for number in range(10_000):
        assert shares.enter(str(number)) == ""
        shares.leave(str(number))
    assert len(shares.clients) <= 4_096
    assert shares.asking == 0


def test_too_many_questions_are_refused_by_status(lanes):
    from starlette.testclient import TestClient

    from deduce.web.server import make_app

    app = make_app(*lanes, hosts={"127.0.0.1"}, shares=Shares(rate=0.001, burst=2))
    client = TestClient(app, base_url="http://127.0.0.1")
    found = [client.post("/api", json={"verb": "families"}).status_code for _ in range(4)]
    assert found == [200, 200, 429, 429]


def test_nothing_is_kept_or_logged_but_counts(client, caplog, capfd):
    caplog.set_level("DEBUG")
    record = "game: enigma\nplayers: Zaphod Trillian\nme: Zaphod\n\nZaphod peeks 1 =Tome\n"
    assert client.post("/api", json={"verb": "check", "record": record}).json()["ok"]
    assert not client.post("/api", json={"verb": "Zaphod"}).json()["ok"]
    counts = client.app.app.state.asking.counts
    assert counts["check"] == 1
    assert set(counts) <= {"check", "unknown"}
    told = caplog.text + "".join(capfd.readouterr())
    assert "Zaphod" not in told
    assert "Trillian" not in told
