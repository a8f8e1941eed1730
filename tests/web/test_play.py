"""Games against the library: sealed, replayed from their seed, refused when changed, saved as records."""

import random

import pytest

from deduce.games import game, read_record
from deduce.web import answer

pytest.importorskip("cryptography", reason="games in progress are sealed with cryptography, extra web")

SECRET = b"0123456789abcdef0123456789abcdef"
GAMES = ["decrypto", "enigma", "entracte", "initiative", "shakespeare"]


def ask(**request):
    return answer({"time_limit": 20, **request}, secret=SECRET)


def began(name, seats, **more):
    found = ask(verb="play_new", game=name, seats=seats, seed=5, **more)
    assert found["ok"], found
    return found["data"]


@pytest.mark.parametrize("seed", [0, 1])
def test_a_set_up_is_dealt_before_anybody_is_asked_for_any_seed_from_nought_on(seed):
    found = ask(verb="play_new", game="kuhn", seats=["me", "random"], seed=seed)
    assert found["ok"], found
    kuhn = game("kuhn")
    assert found["text"].startswith(kuhn.show(kuhn.new(players=2, seed=seed).view(1)))


@pytest.mark.parametrize(("language", "said"), [("de", "Karte: Platz 1 = "), ("ru", "карта: Место 1 — ")])
def test_a_game_without_boards_is_told_and_drawn_in_the_language_from_its_first_deal_on(language, said):
    data = began("kuhn", ["me", "me"], language=language)
    while not data["over"]:
        found = ask(
            verb="play_move",
            token=data["token"],
            seat=data["actor"],
            move=data["moves"][0],
            language=language,
        )
        data = found["data"]
        assert "in_english" not in data
        for told in (found["text"], data["svg"], *data["happened"], *data.get("revealed", ())):
            assert not {"is", "What", "seat", "saw"} & set(told.split()), told
    assert said in found["text"] + " ".join(data["revealed"])


@pytest.mark.parametrize(("language", "seat"), [("en", "Seat"), ("de", "Platz"), ("ru", "Место")])
def test_who_has_no_name_is_called_a_seat_in_sentences_and_moves(language, seat):
    from deduce.web.play_verbs import _by_seats

    data = began("wild_place", ["me", "random", "random"], language=language)
    assert [data["texts"][language][f"P{number}"] for number in (1, 3)] == [f"{seat} 1", f"{seat} 3"]
    asked = next(each for each in data["moves"] if each.startswith("ask P2 "))
    found = ask(verb="play_move", token=data["token"], seat=1, move=asked, language=language)["data"]
    assert f"{seat} 2" in found["happened"][0]
    assert not any("P1" in each or "P2" in each for each in found["happened"])
    # A pink piece is nobody, and neither is somebody who does not play.
    told = {"happened": ["<P1> is P1's"], "advice": [{"reason": "P2, P3"}], "shared": {"happened": ["P2"]}}
    assert _by_seats(told, ["Seat 1", "Seat 2"]) == {
        "happened": ["<P1> is Seat 1's"], "advice": [{"reason": "Seat 2, P3"}], "shared": {"happened": ["Seat 2"]}
    }  # fmt: skip


def seats_of(name):
    least = game(name).seats.start
    return (
        ["me", *["random"] * (max(2, least) - 1)]
        if name != "decrypto"
        else ["me", "random", "random", "random"]
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_person_plays_against_the_library(name):
    data = began(name, seats_of(name))
    rng = random.Random(1)
    for _ in range(8):
        if data["over"]:
            break
        if data["waits"]:
            found = ask(verb="play_move", token=data["token"], seat=1)
        else:
            assert data["actor"] == data["seat"] == 1
            assert data["moves"]
            found = ask(verb="play_move", token=data["token"], seat=1, move=rng.choice(data["moves"]))
        assert found["ok"], found
        data = found["data"]
    assert data["svg"].startswith("<svg")
    saved = ask(verb="play_save", token=data["token"], seat=1)
    assert saved["ok"], saved
    record = read_record(saved["data"]["record"])
    replay = game(name).answers().read(record)
    assert replay.me == 1


@pytest.mark.parametrize("name", ["enigma", "entracte"])
def test_a_finished_game_is_saved_whole_and_walked_through(name):
    data = began(name, ["random", "random"] if name == "enigma" else ["random"] * 2)
    for _ in range(300):
        if data["over"]:
            break
        data = ask(verb="play_move", token=data["token"], seat=1)["data"]
    assert data["over"]
    assert len(data["scores"]) == 2
    saved = ask(verb="play_save", token=data["token"])
    assert saved["ok"], saved
    replay = game(name).answers().read(read_record(saved["data"]["record"]))
    assert replay.me is None
    walked = ask(verb="play_walk", token=data["token"])
    assert walked["ok"], walked
    first = walked["data"]
    assert first["played"]
    assert first["best"]["move"]
    other = ask(verb="play_walk", token=data["token"], made=first["decisions"][1], seat=2)["data"]
    assert other["made"] == first["decisions"][1]


def test_a_changed_state_is_refused():
    data = began("enigma", ["me", "random"])
    token = data["token"]
    middle = len(token) // 2
    for changed in (
        token[:middle] + ("A" if token[middle] != "A" else "B") + token[middle + 1 :],
        token[:-5],
        "",
        "x" * 500,
    ):
        found = ask(verb="play_view", token=changed, seat=1)
        assert not found["ok"]
        assert "changed on its way" in found["error"]
    other = answer(
        {"verb": "play_view", "token": token, "seat": 1}, secret=b"another server's key, 32 bytes!!"
    )
    assert "changed on its way" in other["error"]
    assert "deduce serve" in answer({"verb": "play_view", "token": token, "seat": 1})["error"]


def test_hidden_information_stays_sealed():
    data = began("enigma", ["me", "random", "random"])
    assert not ask(verb="play_view", token=data["token"], seat=2)["ok"]
    assert not ask(verb="play_save", token=data["token"])["ok"]
    assert not ask(verb="play_save", token=data["token"], seat=2)["ok"]
    assert not ask(verb="play_walk", token=data["token"])["ok"]
    assert not ask(verb="play_advise", token=data["token"], seat=2)["ok"]
    for plain in (b"seed", b"moves", b"peek"):
        assert plain.decode() not in data["token"]


def test_taking_back_changes_no_chance():
    data = began("entracte", ["me", "random"])
    move = data["moves"][0]
    one, two = (ask(verb="play_move", token=data["token"], seat=1, move=move)["data"] for _ in range(2))
    assert one["svg"] == two["svg"]
    assert one["happened"] == two["happened"]


def test_moves_of_others_and_no_moves_are_refused():
    data = began("enigma", ["me", "random"])
    for fields in (
        {"seat": 2, "move": data["moves"][0]},
        {"seat": 1, "move": "fly away"},
        {"seat": 1, "move": ""},
    ):
        found = ask(verb="play_move", token=data["token"], **fields)
        assert not found["ok"]
        assert found["kind"] != "Fault"


@pytest.mark.parametrize(
    "request_",
    [
        {"game": "enigma", "seats": ["me"]},
        {"game": "enigma", "seats": ["me", "deep blue"]},
        {"game": "enigma", "seats": ["me", "random"], "options": {"data": "x.toml"}},
        {"game": "initiative", "seats": ["me", "random"], "options": {"lexicon": "/etc/passwd.txt"}},
    ],
)
def test_what_cannot_be_dealt_is_said(request_):
    found = ask(verb="play_new", **request_)
    assert not found["ok"]
    assert found["kind"] == "ProblemError"


def test_several_people_share_one_page():
    data = began("entracte", ["me", "me"])
    assert data["seat"] == 1
    found = ask(verb="play_move", token=data["token"], seat=1, move=data["moves"][0])["data"]
    assert found["seat"] == found["actor"]
    assert ask(verb="play_view", token=found["token"], seat=1)["ok"]


def test_the_shared_screen_tells_what_all_know_and_the_end_everything():
    """Each is told what that seat heard, all what a bystander heard, and at the end everything."""
    data = began("enigma", ["me", "me", "me"])
    private = 0
    while not data["over"]:
        seat = data["seat"]
        assert seat == data["actor"]
        bystander = ask(verb="play_view", token=data["token"], seat=0)
        assert data["shared"]["text"] == bystander["text"]
        assert data["shared"]["boards"] == bystander["data"]["boards"]
        assert not any("see" in each or "You " in each for each in data["shared"]["happened"])
        private += any("You look at" in each for each in data["happened"])
        found = ask(verb="play_move", token=data["token"], seat=seat, move=data["moves"][0])
        assert found["ok"], found
        data = found["data"]
    assert private
    assert "shared" not in data
    told = "\n".join(data["revealed"])
    assert all(f"What seat {seat} saw:" in told for seat in (1, 2, 3) if f"seat {seat} is the" in told)
    assert told.count(" is the ") >= 3
