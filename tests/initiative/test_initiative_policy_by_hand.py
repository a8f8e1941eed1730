"""What the policy weighs and what advice says, beside a second writing in plain words, at positions set by chance."""

import itertools
import random
import statistics
from dataclasses import replace
from types import SimpleNamespace

import pytest
from initiative_tools import dealt

from deduce.games.base import CHANCE
from deduce_models.initiative.advice import advice as advising
from deduce_models.initiative.advice import policy as policies
from deduce_models.initiative.advice import rollouts
from deduce_models.initiative.advice.policy import Prices, RatedAction, RolloutPolicy
from deduce_models.initiative.advice.rollouts import Trials, Weighed
from deduce_models.initiative.advice.threat import survive_playable, survive_turned, threat_of
from deduce_models.initiative.components.parts import ACTIONS
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.abilities import Escort, Reach, Reset, Scan
from deduce_models.initiative.rules.moves import Move

PRICES = Prices(claim=0.6, last=0.21, rest=0.4)
"""All different from each other, so that none stands for another."""
START = dealt(4)
SETUP = START.setup
VALUES = SETUP.deck.values


def positions(count, seed, **fields):
    """Positions at an action with anything anywhere, and weights of the tokens."""
    rng = random.Random(seed)
    rooms, kinds = range(len(SETUP.rooms)), range(len(SETUP.kinds))
    for number in range(count):
        cards = rng.sample(sorted(SETUP.deck.numbers), 24)
        piles = tuple(tuple(sorted(cards[4 + 3 * k : 4 + 3 * k + rng.choice((0, 1, 2))])) for k in range(4))
        yield (
            START._replace(
                phase=phases.MAIN,
                turn=number % 4 + 1,
                hands=tuple(tuple(sorted(cards[: rng.choice((1, 2, 3, 4))])) for _ in range(4)),
                piles=piles,
                blocks=tuple(rng.choice((0, 0, 1)) for _ in range(4)),
                hidden=tuple(rng.choice((0, 0, 1, 2, 9)) for _ in rooms),
                faceup=tuple(tuple(sorted(rng.choices(kinds, k=rng.choice((0, 1, 3))))) for _ in rooms),
                figures=tuple(rng.choice(rooms) for _ in range(4)),
                unseen=tuple(rng.choice((0, 1, 2)) for _ in kinds) if number % 5 else (0,) * len(kinds),
                acts=rng.choice((0, 0, 1)),
                threat=bool(rng.randrange(2)),
                used=(),
                **fields,
            ),
            [rng.choice((0.0, 0.0, 0.4, 1.0, 1.7)) for _ in kinds],
        )


def top(position, pile):
    return VALUES[position.piles[pile][-1]] if position.piles[pile] else 0


def hidden_worth(position, weights):
    tokens = [weights[kind] for kind, count in enumerate(position.unseen) for _ in range(count)]
    return sum(tokens) / len(tokens) if tokens else 0.0


def room_worth(position, weights, room, mover):
    """The best two tokens, a share of the next two; what others in the room would take first counts as mostly gone."""
    usual = hidden_worth(position, weights)
    better = sorted({(weights[kind], kind) for kind in position.faceup[room] if weights[kind] > usual})
    tokens = [worth for worth, _ in reversed(better)] + [usual] * min(position.hidden[room], 8) + [0.0] * 12
    others = sum(place == room for seat, place in enumerate(position.figures, 1) if seat != mover)

    def gather(rest):
        return rest[0] + rest[1] + PRICES.rest * (rest[2] + rest[3])

    return gather(tokens) + PRICES.claim * (gather(tokens[2 * others :]) - gather(tokens))


def relief(position, pile):
    return PRICES.relief[pile] * top(position, pile) + 0.3 * (position.blocks[pile] > 0 and pile > 0)


def worth_of_piles(position, weights):
    """What Intel, Run, Gather and Regroup are worth, and what each is for."""
    me, hand = position.turn, position.hands[position.turn - 1]
    here = position.figures[me - 1]
    rooms = [room_worth(position, weights, room, me) for room in range(len(SETUP.rooms))]
    reach = SETUP.distance[here]
    target = min((r for r in range(len(rooms)) if reach[r] <= 3), key=lambda r: (-rooms[r], reach[r], r))
    follows = not position.blocks[2] and any(VALUES[card] > top(position, 2) for card in hand)
    soon = position.acts == 0 and follows and len(hand) > 1
    relieved = max(range(3), key=lambda pile: relief(position, pile))
    return [
        (
            PRICES.look * 2 * hidden_worth(position, weights) if any(position.hidden) else -0.2,
            "two tokens more would be known",
        ),
        (
            (PRICES.soon if soon else PRICES.later) * rooms[target] - rooms[here],
            f"{SETUP.rooms[target]} promises {rooms[target]:.2f} glyphs a Gather",
        ),
        (rooms[here], f"{rooms[here]:.2f} useful glyphs are expected here"),
        (relief(position, relieved), f"{ACTIONS[relieved]} can start again from low cards"),
    ]


def near(position):
    here = position.figures[position.turn - 1]
    return (here, *SETUP.neighbours[here])


def in_reach(position, weights):
    return [
        (weights[kind], kind, room)
        for room in near(position)
        for kind in position.faceup[room]
        if weights[kind]
    ]


def special_worth(position, weights, piles):
    ability = SETUP.abilities[position.turn - 1]
    if isinstance(ability, Reset):
        return piles[3]
    if isinstance(ability, Escort):
        return 0.8 * piles[1][0], piles[1][1]
    if isinstance(ability, Reach):
        return max(
            (worth for worth, *_ in in_reach(position, weights)), default=0.0
        ), "a glyph lies in reach"
    assert isinstance(ability, Scan)
    count = sum(position.hidden[room] > 0 for room in near(position))
    word = "token" if count == 1 else "tokens"
    return 0.2 * hidden_worth(position, weights) * count, f"{count} {word} near would be known"


@pytest.mark.parametrize("seed", range(3))
def test_actions_are_worth_what_they_bring_less_what_they_cost(seed):
    policy, seen = RolloutPolicy(prices=PRICES), set()
    for position, weights in positions(30, seed):
        hand = position.hands[position.turn - 1]
        piles = worth_of_piles(position, weights)
        price = PRICES.last if position.threat else PRICES.card
        wanted = {}
        for pile, name in enumerate(ACTIONS):
            fits = {}
            for card in hand:
                if VALUES[card] > top(position, pile) and not position.blocks[pile]:
                    fits.setdefault(VALUES[card], card)
            below = [sorted(card for card in hand if VALUES[card] > top(position, pile))[:2]]
            for value, card in sorted(fits.items())[:2]:
                if card not in below[0]:
                    continue
                skipped = value - top(position, pile) - 1
                worth = piles[pile][0] - PRICES.skip[pile] * skipped - price
                wanted[Move("play", (SETUP.deck.codes[card], name))] = (worth, piles[pile][1])
        if len(hand) > 2 or (len(hand) == 2 and SETUP.options.special_last_two):
            worth, why = special_worth(position, weights, piles)
            words = tuple(SETUP.deck.codes[card] for card in sorted(hand)[-2:])
            wanted[Move("special", words)] = (worth - PRICES.pair, why)
        if position.acts:
            wanted[phases.STOP] = (0.0, "nothing useful is left to do this turn")
        found = policy.actions(position, hand, weights)
        if not wanted:
            assert found == [RatedAction(0.0, phases.SKIP, "no card fits any pile")]
            assert policy.choose(position, hand, weights) == phases.SKIP
            continue
        assert {each.move: each.why for each in found} == {move: why for move, (_, why) in wanted.items()}
        assert {each.move: each.value for each in found} == pytest.approx(
            {move: worth for move, (worth, _) in wanted.items()}
        )
        assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)
        assert policy.choose(position, hand, weights) == found[0].move
        assert policy.rooms(position, weights) == pytest.approx(
            [room_worth(position, weights, room, position.turn) for room in range(len(SETUP.rooms))]
        )
        seen |= {each.move.verb for each in found}
    assert seen == {"play", "special", "stop"}


def test_steps_lead_to_the_room_that_is_worth_most_after_the_way():
    policy, seen = RolloutPolicy(prices=PRICES), set()
    for position, weights in positions(60, 7, spent=0):
        for spent in (0, 2):
            now = position._replace(phase=phases.RUNNING, spent=spent)
            here = now.figures[now.turn - 1]
            reach = SETUP.distance[here]
            target = min(
                (room for room in range(len(SETUP.rooms)) if reach[room] <= 3 - spent),
                key=lambda room: (
                    PRICES.far * reach[room] - room_worth(now, weights, room, now.turn),
                    room,
                ),
            )
            move = policy.choose(now, (), weights)
            seen.add(move.verb)
            if target == here:
                assert move == phases.DONE
            else:
                step = SETUP.room_ids[move.words[0]]
                assert step in SETUP.neighbours[here]
                assert SETUP.distance[step][target] == reach[target] - 1
    assert seen == {"move", "done"}


@pytest.mark.parametrize("mix", [False, True])
def test_a_gather_takes_the_best_glyph_that_lies_open_and_turns_what_may_be_useful(mix):
    policy, seen = RolloutPolicy(prices=PRICES), set()
    setup = replace(SETUP, options=replace(SETUP.options, gather_mix=mix))
    for position, weights in positions(40, 11):
        now = position._replace(phase=phases.GATHERING, setup=setup)
        room = now.figures[now.turn - 1]
        for used in ((), (0,), (1,)):
            move = policy.choose(now._replace(used=used), (), weights)
            useful = [weights[kind] for kind in now.faceup[room] if weights[kind]]
            may_take, may_turn = mix or used in ((), (1,)), mix or used in ((), (0,))
            seen.add(move.verb)
            if useful and may_take:
                assert move.verb == "take"
                assert weights[SETUP.ids[move.words[0]]] == max(useful)
            elif now.hidden[room] and hidden_worth(now, weights) > 0 and may_turn:
                assert move == phases.TURN
            else:
                assert move == phases.DONE
    assert seen == {"take", "turn", "done"}


def test_a_card_is_drawn_while_few_enough_are_deadly():
    times = SETUP.deck.times
    for size in range(len(times) + 1):
        for gone in itertools.combinations(times, size):
            shown = sum(SETUP.deck.symbols[card] for card in gone)
            deadly = [
                card
                for card in times
                if card not in gone and shown + SETUP.deck.symbols[card] >= SETUP.deck.loss
            ]
            for cards in (8, 20):
                deck = (*[card for card in times if card not in gone], *sorted(SETUP.deck.numbers)[:cards])
                now = START._replace(phase=phases.REFILL, discard=gone, deck=deck)
                share = len(deadly) / now.left
                for risk in (share, share - 0.001, share + 0.001):
                    move = RolloutPolicy(risk=risk).choose(now, (), ())
                    assert (
                        move == (phases.DRAW if deadly == [] or share <= risk else phases.DONE) or risk < 0
                    )


def test_intel_looks_where_a_figure_is_near_and_the_stack_is_tall():
    policy = RolloutPolicy(prices=PRICES)
    for position, weights in positions(30, 13):
        now = position._replace(phase=phases.INTEL_ROOM)
        able = [room for room, stack in enumerate(now.hidden) if stack]
        costs = {
            room: min(SETUP.distance[figure][room] for figure in now.figures)
            - (2 if now.hidden[room] > 1 else 1)
            for room in able
        }
        first = min(able, key=lambda room: (costs[room], room))
        assert policy.choose(now, (), weights) == Move("room", (SETUP.rooms[first],))
    nothing = now._replace(hidden=(0,) * len(SETUP.rooms))
    assert policy.choose(nothing, (), weights) == phases.DONE


def test_special_actions_and_regroups_do_what_they_were_taken_for():
    policy, seen = RolloutPolicy(prices=PRICES), set()
    for position, weights in positions(40, 17):
        most = ACTIONS[max(range(3), key=lambda pile: relief(position, pile))]
        assert policy.choose(position._replace(phase=phases.REGROUPING), (), weights) == Move(
            "clear", (most,)
        )
        now = position._replace(phase=phases.SPECIAL)
        move, ability = policy.choose(now, (), weights), SETUP.abilities[now.turn - 1]
        seen.add((type(ability), move.verb))
        if isinstance(ability, Reset):
            assert move == Move("clear", (most,))
        elif isinstance(ability, Escort):
            assert move == Move("figure", (str(now.turn),))
            begun = now._replace(used=(now.turn,))
            running = now._replace(phase=phases.RUNNING, spent=phases.STEPS - ability.steps)
            assert policy.choose(begun, (), weights) == policy.choose(running, (), weights)
        elif isinstance(ability, Reach):
            found = in_reach(now, weights)
            if found:
                _, kind, room = max(found)
                assert move == Move("take", (SETUP.kinds[kind], SETUP.rooms[room]))
            else:
                assert move == phases.DONE
        else:
            able = [room for room in near(now) if now.hidden[room]]
            assert move == (Move("room", (SETUP.rooms[able[0]],)) if able else phases.DONE)
            if able:
                rest = policy.choose(now._replace(used=(able[0],)), (), weights)
                assert rest == (Move("room", (SETUP.rooms[able[1]],)) if len(able) > 1 else phases.DONE)
    assert {kind for kind, _ in seen} == {Reset, Escort, Reach, Scan}
    for phase, move in (
        (phases.COLLECT, phases.TAKEN),
        (phases.KEEP, phases.REMOVE),
        (phases.MORE, phases.MORE_MOVE),
    ):
        assert policy.choose(START._replace(phase=phase), (), ()) == move


def test_glyphs_weigh_what_they_tell(monkeypatch):
    view = START.view(1)
    on_card = [kind for kind, wanted in enumerate(SETUP.on_card) if wanted]
    plain = policies.plain_weights(view)
    assert plain == tuple(float(kind in on_card) for kind in range(len(SETUP.kinds)))
    opened = policies.plain_weights(view._replace(opened=1 << on_card[0]))
    assert opened == tuple(float(kind in on_card[1:]) for kind in range(len(SETUP.kinds)))
    names = [SETUP.kinds[kind] for kind in on_card[:3]]
    for bits in ((1.0, 2.0, 3.0), (9.0, 0.5, 0.5), (0.0, 0.0, 0.0)):
        found = SimpleNamespace(worth=dict(zip(names, bits, strict=True)))
        monkeypatch.setattr(policies, "read_windows", lambda _, found=found: found)
        weights = policies.telling_weights(view)
        if not sum(bits):
            assert weights == plain
            continue
        mean = sum(bits) / 3
        wanted = {SETUP.ids[name]: min(2.0, worth / mean) for name, worth in zip(names, bits, strict=True)}
        assert weights == pytest.approx([wanted.get(kind, 0.0) for kind in range(len(SETUP.kinds))])


# Roll-outs.


def test_trials_are_weighed_against_the_usual_move():
    moves = [RatedAction(0.0, Move("room", (name,)), name) for name in ("a", "b", "c")]
    trials = Trials(START.view(1), moves)
    trials.values = [[0.2, 0.4, 0.9], [0.3, 0.6, 0.9], [0.0, 0.0, 0.1]]
    trials.known = [[0.3, 0.4, 0.5], [0.5, 0.5, 0.8], [0.0, 0.0, 0.3]]
    for each, (move, values, known) in zip(
        trials.weighed(), zip(moves, trials.values, trials.known, strict=True), strict=True
    ):
        gains = [a - b for a, b in zip(values, trials.values[0], strict=True)]
        assert (each.move, each.why) == (move.move, move.why)
        assert each.value == pytest.approx(statistics.mean(values))
        alike = 1 / 8  # the error of three values that are all alike
        assert each.error == pytest.approx(max(alike, statistics.stdev(values) / 3**0.5))
        assert each.gain == pytest.approx(statistics.mean(gains) - statistics.stdev(gains) / 3**0.5)
        assert each.known == pytest.approx(statistics.mean(known))
    now = (Move("answer", ("UNDER",)), 0.7)
    told = trials.answering(now)
    assert (told.move, told.value, told.error, told.why) == (now[0], 0.7, 0.0, "the most probable answer")
    gains = [0.7 - value for value in trials.values[0]]
    assert told.gain == pytest.approx(statistics.mean(gains) - min(0.01, statistics.stdev(gains) / 3**0.5))
    trials.values[0] = [0.5, 0.5, 0.503]
    gains = [0.7 - value for value in trials.values[0]]
    doubt = statistics.stdev(gains) / 3**0.5
    assert doubt < 0.01
    assert trials.answering(now).gain == pytest.approx(statistics.mean(gains) - doubt)


@pytest.mark.parametrize("share", [rollouts.OFFERED, rollouts.OFFERED - 0.001, 0.9])
def test_an_answer_is_proposed_where_it_is_likely_enough_and_may_be_given(share, monkeypatch):
    moves = (Move("answer", ("UNDER", "IT")), phases.SKIP)
    for texts, refused, able in itertools.product(
        (["UNDER IT"], ["NOT IT", "UNDER IT"], []), (False, True), (moves, moves[1:])
    ):
        found = SimpleNamespace(answers=[SimpleNamespace(text=text, probability=share) for text in texts])
        monkeypatch.setattr(rollouts, "read_windows", lambda _, found=found: found)
        now = SimpleNamespace(refused=refused, moves=able)
        may = texts[:1] == ["UNDER IT"] and not refused and able == moves and share >= rollouts.OFFERED
        assert rollouts.answer(now) == ((moves[0], share) if may else None)


def test_waiting_with_an_answer_may_cost_where_a_camera_watches_or_the_round_is_idle():
    seats, camera = SETUP.seats, SETUP.camera
    for phase, threat, watched, idle, active, skip in itertools.product(
        (phases.MAIN, phases.REFILL, phases.RUNNING), (False, True), (False, True), (0, seats - 2, seats - 1),
        (False, True), (False, True),
    ):  # fmt: skip
        view = SimpleNamespace(
            phase=phase, threat=threat, idle=idle, active=active, setup=SETUP, turn=2, figures=(0, 1, 0, 0),
            faceup=((camera,), (camera,) if watched else (camera + 1,)), moves=(phases.SKIP,) if skip else (),
        )  # fmt: skip
        last = idle == seats - 1 and not active
        wanted = (
            last
            if phase == phases.REFILL
            else phase == phases.MAIN and ((threat and watched) or (last and skip))
        )
        assert rollouts.may_answer(view) == wanted


# What is said.


def test_advice_says_its_chance_and_what_a_card_is_survived_with():
    view = next(position for position, _ in positions(1, 3)).view(1)
    plain = advising._advice(view, Weighed(Move("stop"), 0.4, 0.061, "because"), 0.37)
    assert (plain.value, plain.error, plain.kind, plain.unit) == (0.37, 0.061, "sampled", "win")
    assert plain.reason == "because; wins 37% (+-6%) in roll-outs"
    for verb in ("answer", "agree"):
        sure = advising._advice(view, Weighed(Move(verb), 0.625, 0.2, "because"), 0.625)
        assert (sure.value, sure.error, sure.kind) == (0.625, 0.0, "exact")
        assert sure.reason == (
            "right with probability 0.625, if the words are drawn from the lexicon; wins 62%"
        )
    deck = (*SETUP.deck.times, *sorted(SETUP.deck.numbers)[:6])
    under = START._replace(phase=phases.REFILL, threat=True, deck=deck, discard=()).view(1)
    drawn = advising._advice(under, Weighed(phases.DRAW, 0.4, 0.05, "because"), 0.4)
    one, playable = survive_turned(threat_of(under), 1), survive_playable(threat_of(under), 1)
    assert drawn.details == {"survive_card": float(one), "survive_playable": float(playable)}
    assert drawn.reason == (
        f"because: the next card is survived with probability {one}, until a playable one with {playable}; "
        "wins 40% (+-5%) in roll-outs"
    )
    assert (
        advising._advice(under._replace(threat=False), Weighed(phases.DRAW, 0.4, 0.05, "b"), 0.4).details
        == {}
    )


def test_small_moves_say_how_likely_a_token_is_useful(monkeypatch):
    view = START.view(1)
    names = [kind for kind in SETUP.kinds if SETUP.on_card[SETUP.ids[kind]]][:2]
    shares = {names[0]: 0.25, names[1]: 0.125, SETUP.kinds[SETUP.camera]: 0.5}
    weights = [float(name == names[0]) * 1.5 for name in SETUP.kinds]
    monkeypatch.setattr(advising, "token_chances", lambda _: shares)
    monkeypatch.setattr(advising, "telling_weights", lambda _: weights)
    said = {
        verb: advising._small_reason(view, Move(verb)) for verb in ("room", "more", "turn", "move", "keep")
    }
    assert said == {
        "room": "a hidden token there is a useful glyph with probability 0.25",
        "more": "the next token is a useful glyph with probability 0.25",
        "turn": "the top token is a useful glyph with probability 0.25",
        "move": "on the way to more tokens",
        "keep": "nothing is gained by keeping it",
    }


def advised(view, chosen, weighed, monkeypatch, now=None):
    """Advice on candidates whose roll-outs came out so."""
    trials = SimpleNamespace(weighed=lambda: list(weighed))
    monkeypatch.setattr(advising, "decide", lambda *_, **__: (chosen, trials))
    monkeypatch.setattr(advising, "answer", lambda _: now)
    return advising.advise(view)


def test_no_move_is_shown_above_the_one_decided(monkeypatch):
    state = START
    rng = random.Random(1)
    while state.actor is CHANCE:
        state = state.play(state.draw(rng))
    view = state.view(state.actor)
    stop, skip, play = Move("stop"), Move("skip"), Move("play", ("g1", "Run"))
    weighed = [Weighed(stop, 0.3, 0.1, "s"), Weighed(skip, 0.5, 0.1, "k"), Weighed(play, 0.2, 0.1, "p")]
    found = advised(view, stop, weighed, monkeypatch)
    assert [(item.move, item.value) for item in found] == [(stop, 0.3), (skip, 0.3), (play, 0.2)]
    assert "wins 30%" in found[1].reason
    # An answer that waits is worth what it is: then going on is worth as much.
    answer = Move("answer", ("UNDER",))
    found = advised(view, stop, weighed, monkeypatch, (answer, 0.6))
    assert [(item.move, item.value) for item in found] == [
        (stop, 0.6),
        (answer, 0.6),
        (skip, 0.5),
        (play, 0.2),
    ]
    found = advised(view, answer, [*weighed, Weighed(answer, 0.4, 0.0, "")], monkeypatch, (answer, 0.4))
    assert [(item.move, item.value) for item in found] == [
        (answer, 0.4),
        (skip, 0.4),
        (stop, 0.3),
        (play, 0.2),
    ]
