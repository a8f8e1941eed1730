"""What the engine says at a position beside what the slow rules say: fields, views, texts, chances, refusals, the end."""

import pickle

import pytest
from slow_shakespeare import ACTS, COLOURS, CRAFTS, PRICE

from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.components import drawing
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.menus import draws_left
from deduce_models.shakespeare.rules.refusals import why
from deduce_models.shakespeare.rules.scoring import final, metrics
from deduce_models.shakespeare.rules.state import State
from deduce_models.shakespeare.rules.views import HIDDEN, NONE

CHANCES = {
    "the order of play is drawn",
    "elements of the set are drawn",
    "elements of costumes are drawn",
    "characters are dealt for the draft",
    "characters are displayed",
    "objectives are drawn",
}
WHITE = {"a white quill", "a white quill of the ambiance", "a white quill of a costume"}
CRAFT = "the work of a craft"


def pieces_of(setup, pieces):
    """A stage as the slow rules hold it: spots with a colour."""
    return {
        (cell.row, cell.column): COLOURS[colour - 1]
        for cell, colour in zip(setup.stage.cells, pieces, strict=True)
        if colour
    }


# What everybody sees.


def fields(state):
    """Every field of a position, in the terms of the slow rules."""
    setup = state.setup
    discs = {1: 1, 2: "neutral"} if setup.solo else {seat: seat for seat in setup.everybody}
    cards = setup.parts.codes
    return {
        "what": phases.NAMES[state.phase],
        "day": state.day,
        "order": list(state.order),
        "initiative": list(state.initiative),
        "turn": state.turn,
        "out": {seat for seat in range(1, 9) if state.out >> seat - 1 & 1},
        "display": [cards[card] for card in state.display],
        "deck": [cards[card] for card in state.deck],
        "discard": [cards[card] for card in state.discard],
        "offers": [list(state.set_offer), list(state.costume_offer)],
        "bags": [list(state.set_bag), list(state.costume_bag)],
        "ranking": [[discs[disc] for disc in order] for order in state.ranking],
        "spaces": [{discs[disc]: space for disc, space in enumerate(row, 1)} for row in state.spaces],
        "worker": None if state.worker == -1 else setup.codes[state.worker],
        "budget": state.budget,
        "before": pieces_of(setup, state.before) if state.before else {},
        "quills": state.quills,
        "need": state.need,
        "colour": state.colour,
        "boards": {seat: board_of(setup, board) for seat, board in enumerate(state.boards, 1)},
    }


def board_of(setup, board):
    people = [setup.codes[person] for person in board.troupe]
    return {
        "prestige": board.prestige,
        "pounds": board.pounds,
        "ambiance": board.ambiance,
        "tokens": board.tokens,
        "pieces": pieces_of(setup, board.stage),
        "people": people,
        "worn": [[COLOURS[colour - 1] for colour in worn] for worn in board.costumes],
        "cylinders": board.cylinders,
        "used": {person for place, person in enumerate(people) if board.used >> place & 1},
        "resting": {person for place, person in enumerate(people) if board.resting >> place & 1},
        "recruited": board.recruited,
    }


def told(slow):
    """The same of the slow rules."""
    drawn = slow.doing["what"] == "the order of play is drawn"

    def numbered(codes):
        return [code for code in slow.cards if code in codes]

    discs = [*slow.seats, *(["neutral"] if slow.solo else [])]
    return {
        **{key: value for key, value in slow.doing.items() if key != "chances"},
        "day": slow.day,
        "order": [] if drawn else slow.order,
        "initiative": [] if drawn else slow.initiative,
        "out": {seat for seat, board in slow.seats.items() if board.out},
        "display": numbered(slow.display),
        "deck": numbered(slow.deck),
        "discard": numbered(slow.discard),
        "offers": [list(slow.offers[kind].values()) for kind in ("set", "costume")],
        "bags": [list(slow.bags[kind].values()) for kind in ("set", "costume")],
        "ranking": [discs] * 3 if drawn else [slow.ranking(act) for act in range(3)],
        "spaces": [{disc: 1 if drawn else slow.space(act, disc) for disc in discs} for act in range(3)],
        "boards": {
            seat: {
                "prestige": board.prestige,
                "pounds": board.pounds,
                "ambiance": board.ambiance,
                "tokens": board.tokens,
                "pieces": board.pieces,
                "people": [code for code, _ in board.people],
                "worn": [sorted(board.worn[code], key=COLOURS.index) for code, _ in board.people],
                "cylinders": board.cylinders,
                "used": set(board.used),
                "resting": set(board.resting),
                "recruited": board.recruited,
            }
            for seat, board in slow.seats.items()
        },
    }


# What each seat sees, and how it is written.


def seen(view):
    """The hidden part of a view: choices and objectives, "?" for what it may not see."""
    setup = view.setup

    def chosen(choice):
        if choice == HIDDEN:
            return "?"
        return choice if view.phase == phases.WAGER else setup.codes[choice - 1]

    def named(item):
        return {NONE: None, HIDDEN: "?"}[item] if item < 0 else setup.objective_codes[item]

    choices = {seat: chosen(choice) for seat, choice in enumerate(view.choices, 1) if choice}
    dealings = [
        {"seat": seat, "drawn": [*map(named, drawn)], "kept": named(kept), "under": [*map(named, under)]}
        for seat, drawn, kept, under in view.dealings
    ]
    return choices, dealings


def may_see(slow, seat):
    """The same of the slow rules."""
    open_rest = slow.doing["what"] == "who stays awake" and slow.rest == "strategic"
    choices = {
        owner: choice if owner == seat or open_rest else "?" for owner, choice in slow.chosen.items()
    }
    over = slow.doing["what"] == "the game is over"
    dealings = []
    for dealing in slow.dealings:
        hidden = dealing["seat"] != seat
        kept = dealing["kept"] if over or not hidden or dealing["kept"] is None else "?"
        masked = {
            what: ["?"] * len(dealing[what]) if hidden else dealing[what] for what in ("drawn", "under")
        }
        dealings.append({"seat": dealing["seat"], "kept": kept, **masked})
    return choices, dealings


MASKED = ("choices", "dealings", "looker")


def views_agree(state, slow):
    """What each seat may use, and that nothing else differs from the position."""
    position, state = state, state.face
    for seat in range(len(slow.seats) + 1):
        view = position.view(seat).face
        assert (view.seat, view.actor, view.seats) == (seat, state.actor, len(slow.seats))
        mine = seat > 0 and seat == state.actor
        assert list(view.moves) == (list(state.moves()) if mine else [])
        assert {name: getattr(view, name) for name in view._fields if name not in MASKED} == {
            name: getattr(state, name) for name in state._fields if name not in MASKED
        }
        assert seen(view) == may_see(slow, seat)
        assert view.board == state.boards[max(seat, 1) - 1]
        own = [state.setup.objective_codes[item] for item in view.objectives]
        assert own == (slow.seats[seat].objectives if seat else [])
        assert State.restored(view, state.choices, state.dealings) == state
        assert view.to_dict()["seat"] == seat
        assert str(view) == "\n".join(lines(state, slow, seat))
    assert str(state) == "\n".join(lines(state, slow, None))


def lines(state, slow, reader):
    """The position in words, as `reader` sees it (None: everything)."""
    what, setup = slow.doing["what"], state.setup
    over = what == "the game is over"
    days = slow.box["days"]
    head = "the end" if over else f"day {slow.day} of {days}" if slow.day else "the set-up"
    found = [f"Shakespeare, {head}"]

    def seats(those):
        return " ".join(str(seat) for seat in those)

    def elements(counts):
        return ", ".join(f"{count} {colour}" for colour, count in counts.items() if count) or "none"

    if what != "the order of play is drawn":
        found.append(f"order: {seats(slow.order)}; initiative: {seats(slow.initiative) or 'nobody yet'}")
    display = [code for code in slow.cards if code in slow.display]
    found.append(f"display: {', '.join(display) or 'nobody'}")
    found.append(f"  deck {len(slow.deck)}, discarded {len(slow.discard)}")
    for kind, word in (("set", "set"), ("costume", "costumes")):
        found.append(f"{word} on offer: {elements(slow.offers[kind])}  (bag: {elements(slow.bags[kind])})")
    both = told(slow)
    for act, order, row in zip(ACTS, both["ranking"], both["spaces"], strict=True):
        discs = [f"{disc if disc == 'neutral' else f'seat {disc}'} on {row[disc]}" for disc in order]
        found.append(f"act {act}: {', '.join(discs)}")
    for seat, me in slow.seats.items():
        found.append(
            f"seat {seat}: {me.prestige} prestige, {me.pounds} pound{'s' * (me.pounds != 1)}, ambiance {me.ambiance}, "
            f'{me.tokens} "+3", {me.cylinders} cylinders'
        )
        people = []
        for code, _ in me.people:
            marks = sorted(me.worn[code], key=COLOURS.index)
            marks += ["activated"] * (code in me.used) + ["resting"] * (code in me.resting)
            people.append(f"{code} ({' '.join(marks)})" if marks else code)
        found.append(f"  troupe: {', '.join(people)}")
        if me.pieces or reader in (None, seat):
            drawn = drawing.stage_text(setup.stage, state.boards[seat - 1].stage).split("\n\n")[0]
            found += [f"  {row}" for row in drawn.split("\n")]
        if me.objectives:
            shown = me.objectives if over or reader in (None, seat) else ["hidden"] * len(me.objectives)
            found.append(f"  objectives: {', '.join(shown)}")
    decides = f"seat {slow.doing['turn']} decides: {what}"
    if what == CRAFT:
        worker = slow.doing["worker"]
        jeweler = dict(slow.seats[slow.doing["turn"]].people)[worker]["kind"] == "jeweler"
        spend = "one yellow element" if jeweler else f"{slow.doing['budget']} to spend"
        decides = f"seat {slow.doing['turn']} decides: {worker} at work, {spend}"
    if what in CHANCES:
        decides = f"chance: {what}"
    return [*found, "", drawing.LEGEND, *drawing.STAGE_LEGEND, "", what if over else decides]


def phase_of(slow):
    """What is being decided, and whom each seat has used: what a move changes, for `telling_agrees`."""
    return slow.doing["what"], {seat: set(board.used) for seat, board in slow.seats.items()}


def telling_agrees(before, after, move, then, slow):
    """What each seat is told of a move; `then` is `phase_of` before it."""
    what, used = then
    over = slow.doing["what"] != what
    actor = 0 if before.actor is CHANCE else before.actor
    hidden = what in ("the wager", "which objective to keep", "which objective goes under the deck first")
    hidden = hidden or (what == "who stays awake" and slow.rest == "simultaneous")
    for seat in range(len(slow.seats) + 1):
        said = []
        if actor not in (0, seat):
            said = [f"Seat {actor} has moved." if hidden else f"Seat {actor}: {move}."]
        if what == "the wager" and over:
            bets = ", ".join(f"seat {each} {board.cylinders}" for each, board in slow.seats.items())
            said.append(f"The wagers are shown: {bets}. Order: {' '.join(map(str, slow.order))}.")
        if what == "who stays awake" and over:
            for each, board in slow.seats.items():
                awake = [code for code, _ in board.people if code in used[each] - set(board.resting)]
                who = "You keep" if each == seat else f"Seat {each} keeps"
                said += [f"{who} {', '.join(awake)} awake."] * bool(awake)
        assert list(GAME.happened(before.view(seat), after.view(seat), actor, move)) == said, move


def chances_agree(state, slow):
    """The probability of every chance move; at a seat's turn there is none."""
    found = {str(move): chance for move, chance in state.outcomes()}
    assert found == pytest.approx(slow.doing.get("chances", {}))
    assert (state.actor is CHANCE) == (slow.doing["what"] in CHANCES)


def ends_agree(state, slow):
    """If the game ended now: prestige, pounds, who is paid, what objectives are worth, and what they count."""
    for seat, me in slow.seats.items():
        end = final(state, seat)
        found = (end.prestige, end.pounds, end.paid, end.unpaid, end.yellow, list(end.objectives))
        assert found == slow.ended(me)
        paying = {"pounds after paying": end.pounds, "unpaid characters": end.unpaid}
        assert metrics(state, seat) | paying == slow.counts(seat, me, end.yellow, end.pounds, end.unpaid)
    least = 3 if slow.options.get("short_objectives") == "none" else 1
    assert draws_left(state) == sum(
        left >= least for left in range(1, len(slow.aims) - len(slow.dealings) + 1)
    )


# Why a move is not allowed.


def reason(slow, text):
    """Words of the rule that forbids a move which is not legal now."""
    verb, *rest = text.split()
    what, seat = slow.doing["what"], slow.doing["turn"]
    if what == "the game is over":
        return what
    if what in CHANCES:
        return "is not possible"
    wanted = {
        "draft": ({"the draft"}, "the draft is over"),
        "wager": ({"the wager"}, "no wager is made now"),
        "recruit": ({"an action"}, "nobody is recruited now"),
        "activate": ({"an action"}, "nobody is activated now"),
        "pass": ({"an action"}, "nobody can pass now"),
        "set": ({CRAFT}, "no piece is placed now"),
        "costume": ({CRAFT}, "no element is placed now"),
        "done": ({CRAFT}, "no craft is at work"),
        "quill": (WHITE, "there is no white quill to use"),
        "back": ({"a grey quill of the ambiance"}, "there is no grey quill to use"),
        "keep": ({"which objective to keep"}, "no objective is kept now"),
        "under": ({"which objective goes under the deck first"}, "no objective goes under the deck now"),
        "awake": ({"who stays awake"}, "nobody rests now"),
    }.get(verb, (set(), "nothing is drawn"))
    if what not in wanted[0]:
        return f"{wanted[1]}; now to be decided: {what}"
    me = slow.seats[seat]
    if verb in ("draft", "recruit"):
        if verb == "recruit" and me.recruited:
            return "only one card is recruited a day"
        return (
            f"{rest[0]} is not on display"
            if rest[0] not in slow.display
            else "no Extra is taken in the draft"
        )
    if verb == "activate":
        return not_activated(slow, me, seat, *rest)
    if verb in ("set", "costume"):
        return not_placed(slow, me, seat, verb, *rest)
    return {
        "wager": f"a wager is 1 to {slow.box['cylinders']} cylinders",
        "pass": "every player recruits once a day, before passing",
        "back": f"the disc of act {rest and rest[0]} cannot go back",
        "keep": "this objective was not drawn",
        "under": "this objective is not among those",
        "awake": f"{rest and rest[0]} was not activated today",
    }[verb]


def not_activated(slow, me, seat, code, how=""):
    people = dict(me.people)
    if code not in people:
        return f"{code} is not in the troupe of seat {seat}"
    kind = people[code]["kind"]
    if kind in ("extra", "assistant"):
        return "an Extra or an Assistant is never activated"
    if not me.cylinders:
        return "no cylinder is left"
    if code in me.used:
        return f"{code} has been activated today"
    if code in me.resting:
        return f"{code} has a Rest token"
    if how == "+3":
        if kind in CRAFTS:
            return 'there is no "+3" token'
        return 'a "+3" token helps a mistress, a dresser or a handyman only'
    if kind == "queen":
        return "say which" if not how else "too few objectives are left in the deck"
    return "only the Queen brings pounds or objectives"


def not_placed(slow, me, seat, verb, colour, where):
    people = dict(me.people)
    who, kind = slow.doing["worker"], people[slow.doing["worker"]]["kind"]
    if kind == "actor" and {"set": "costume", "costume": "set"}[verb] in people[who]["activation"]:
        return f"{who} takes elements of {'costumes' if verb == 'set' else 'the set'} only"
    if kind == {"set": "mistress", "costume": "dresser"}[verb]:
        return f"a {kind} takes elements of {'costumes' if verb == 'set' else 'the set'} only"
    if kind == "jeweler" and colour != "yellow":
        return "the Jeweler takes a yellow element"
    if kind != "jeweler" and colour == "yellow":
        return "only the Jeweler takes yellow elements"
    budget = slow.doing["budget"]
    if kind != "jeweler" and PRICE[colour] > budget:
        return f"{colour} costs {PRICE[colour]}, and {budget} is left to spend"
    if not slow.offers[verb][colour]:
        return f"no {colour} element of the {'set' if verb == 'set' else 'costumes'} is on offer"
    if verb == "costume":
        if where not in people:
            return f"{where} is not in the troupe of seat {seat}"
        if people[where]["kind"] not in ("actor", "extra"):
            return f"{where} wears no costume"
        return f"the costume of {where} is complete"
    spot = next(spot for spot, name in slow.stage.name.items() if name == where)
    if spot in me.pieces:
        return f"space {where} is filled"
    if not slow.stage.allowed({}, spot, colour, me.pieces):
        return f"space {where} needs a piece on"
    if not slow.stage.allowed(me.pieces, spot, colour, me.pieces):
        return f"space {where} mirrors"
    return f"space {where} stands on a piece of this activation"


def refusals_agree(state, slow, legal, moves):
    """Of these moves the legal ones can be played, and the others are refused by the rule that forbids them."""
    for move in moves:
        if str(move) in legal:
            assert why(state.face, move) == ""
            state.play(move)
            continue
        with pytest.raises(IllegalMove) as caught:
            state.play(move)
        assert reason(slow, str(move)) in str(caught.value), str(move)


def values_hold(state, move):
    """A position is a value: equal to itself pickled, and to what its text says."""
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert hash(again.setup) == hash(state.setup)
    assert again.play(GAME.parse(str(move), again)) == state.play(move)
