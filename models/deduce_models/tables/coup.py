"""Coup: two hidden roles each, and every claim may be a bluff, until somebody doubts it.

Fifteen cards, three of each of five roles (Rikki Tahta, 2012). A role shown is shuffled in and replaced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from deduce.games import Option
from deduce.ground.compat import override
from deduce.rulebook import Rulebook, State, Table, worded
from deduce.rulebook.sayings import Saying

if TYPE_CHECKING:
    from deduce.games.story import Lie

ROLES = {"duke": 3, "assassin": 3, "captain": 3, "ambassador": 3, "contessa": 3}
CLAIMS = {"tax": "duke", "assassinate": "assassin", "steal": "captain", "exchange": "ambassador"}
BLOCKS = {"foreign aid": ("duke",), "assassinate": ("contessa",), "steal": ("captain", "ambassador")}


class Coup(Rulebook):
    """Two to six seats; the last one with a role wins."""

    name, title, seats = "coup", "Coup", range(2, 7)
    texts = worded({
        "block as {role}": ("blockt als {role}", "блокирует: {role}"), "coins": ("Münzen", "монеты"),
        "income": ("Einkommen", "доход"), "foreign aid": ("Entwicklungshilfe", "помощь"),
        "foreign": ("Entwicklungshilfe", "помощь"), "tax": ("Steuern", "налог"),
        "exchange": ("exchanges", "tauscht", "обмен"), "steal": ("steals from", "stiehlt von", "крадёт у"),
        "assassinate": ("assassinates", "lässt ermorden", "устраняет"),
        "coup": ("coup against", "stürzt", "переворот против"), "allow": ("allows", "lässt es zu", "не мешает"),
        "block as": ("blocks as", "blockt als", "мешает как"), "believe": ("believes", "glaubt", "верит"),
        "doubt": ("doubts", "zweifelt", "сомневается"), "show": ("shows", "zeigt", "показывает"),
        "give in": ("gives in", "gibt nach", "уступает"), "return": ("returns", "legt zurück", "возвращает"),
        "lose": ("loses", "verliert", "теряет"), "role": ("Rolle", "роль"), "duke": ("Herzog", "герцог"),
        "assassin": ("Attentäter", "убийца"), "captain": ("Hauptmann", "капитан"),
        "ambassador": ("Botschafter", "посол"), "contessa": ("Gräfin", "графиня"), "court": ("Hof", "двор"),
        "hand of {who}": ("Hand von {who}", "рука: {who}"),
    })  # fmt: skip
    words: ClassVar[Mapping[str, Sequence[str]]] = {"": ["take", "claim", "from"], "believe": ["accept"]}
    said: ClassVar[Sequence[Saying]] = (
        (r"\b(?:nobody|no[- ]?one) (?:doubts|challenges|calls)\b(?: (?:it|him|her|me))?", "all believe"),
        (r"\b(?:nobody|no[- ]?one) blocks\b(?: (?:it|him|her|me))?", "all allow"),
        (r"\bclaims? (?:the )?duke for tax\b", "tax"),
        (r"(?<=\w) \+1\b", " income"),
    )
    options: Mapping[str, Option] = {
        "first_coins": Option(1, (1, 2), "with two players, coins of who begins"),
        "turns": Option(60, (20, 60, 200), "turns after which nobody wins; the rules know no end", "house"),
    }

    @override
    def rules(self, t: Table) -> Any:
        o = t.open
        o.court = t.deck("court", ROLES)
        o.hand = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}
        o.coins = dict.fromkeys(t.seats, 2)
        if len(t.seats) == 2:
            o.coins[1] = t.options.first_coins
        o.lost = {seat: [] for seat in t.seats}
        for seat in t.seats:
            yield t.draw(o.court, to=o.hand[seat])
            yield t.draw(o.court, to=o.hand[seat])
        o.turn, o.turns = 1, 0
        return self.one_turn

    def one_turn(self, t: Table) -> Any:
        """A seat takes an action, unless it is doubted or blocked."""
        o = t.open
        me = o.turn
        others = [seat for seat in self.clockwise(t, me) if o.hand[seat]]
        coups = {f"coup {t.name(s)}": ("coup", s) for s in others} if o.coins[me] >= 7 else {}
        plain = {"income": ("income", 0), "foreign aid": ("foreign aid", 0), "tax": ("tax", 0)}
        plain["exchange"] = ("exchange", 0)
        plain |= {f"steal {t.name(s)}": ("steal", s) for s in others}
        if o.coins[me] >= 3:
            plain |= {f"assassinate {t.name(s)}": ("assassinate", s) for s in others}
        action, target = yield t.choose(me, coups if o.coins[me] >= 10 else {**plain, **coups})
        if (yield self.goes_through(t, me, action, target)):
            yield self.effect(t, me, action, target)
        o.turns += 1
        left = [seat for seat in t.seats if o.hand[seat]]
        if len(left) == 1 or o.turns == t.options.turns:
            return [float(left == [seat]) for seat in t.seats]
        o.turn = next(seat for seat in self.clockwise(t, me) if o.hand[seat])
        return self.one_turn

    @staticmethod
    def clockwise(t: Table, me: int) -> list[int]:
        """The other seats, from the left of one."""
        return [(me + step - 1) % len(t.seats) + 1 for step in range(1, len(t.seats))]

    def goes_through(self, t: Table, me: int, action: str, target: int) -> Any:
        """Whether an action is neither doubted rightly nor blocked."""
        o = t.open
        if action in CLAIMS and not (yield self.believed(t, me, CLAIMS[action])):
            return False
        if action == "assassinate":
            o.coins[me] -= 3
        elif action == "coup":
            o.coins[me] -= 7
        if action not in BLOCKS:
            return True
        for seat in [target] if target else self.clockwise(t, me):
            if o.hand[seat]:
                claims = {f"block as {role}": role for role in BLOCKS[action]}
                role = yield t.choose(seat, {"allow": None, **claims})
                if role is not None:
                    return not (yield self.believed(t, seat, role))
        return True

    def believed(self, t: Table, me: int, role: str) -> Any:
        """Whether a claim stands: who doubts a true one loses a role, as does who made a false one."""
        hand = t.open.hand
        for seat in self.clockwise(t, me):
            if hand[seat] and (yield t.choose(seat, {"believe": False, "doubt": True})):
                shown = {f"show {role}": (hand[me].any(role), True), "give in": False}
                if not (yield t.choose(me, shown)):
                    yield self.loss(t, me)
                    return False
                t.move(role, hand[me], t.open.court)
                t.shuffle_in(t.open.court)
                yield t.draw(t.open.court, to=hand[me])
                yield self.loss(t, seat)
                return True
        return True

    def effect(self, t: Table, me: int, action: str, target: int) -> Any:
        """What an action does."""
        o = t.open
        if action == "exchange":
            for _ in range(2):
                yield t.draw(o.court, to=o.hand[me])
            for _ in range(2):
                back = yield t.choose(me, t.option("return {role}", role=o.hand[me]), seen_by=me)
                t.move(back, o.hand[me], o.court)
            t.shuffle_in(o.court)
        elif action == "steal":
            coins = min(2, o.coins[target])
            o.coins[target] -= coins
            o.coins[me] += coins
        elif action in ("assassinate", "coup"):
            yield self.loss(t, target)
        else:
            o.coins[me] += {"income": 1, "foreign aid": 2, "tax": 3}[action]

    def loss(self, t: Table, seat: int) -> Any:
        """A seat turns one of its roles up, where it has any left."""
        hand = t.open.hand[seat]
        if hand:
            role = yield t.choose(seat, t.option("lose {role}", role=hand))
            t.open.lost[seat].append(t.take(hand, role))

    @override
    def lies_told(self, states: Sequence[State], moves: Sequence[Any]) -> Sequence[Lie]:
        """Roles claimed that were not in hand; caught is who gives in when doubted."""
        from deduce.games.story import Lie

        found = []
        for number, move in enumerate(moves):
            words, seat = str(move).split(), states[number].actor
            role = words[2] if words[:2] == ["block", "as"] else CLAIMS.get(words[0], "")
            if not role or not isinstance(seat, int):
                continue
            hand = states[number].run.table.open.hand[seat]
            held = [str(card) for card in hand.cards() or ()]
            if role in held:
                continue
            after = [str(each) for each in moves[number + 1 :]]
            answer = next((text for text in after if text not in ("believe", "doubt")), "")
            truth = f"{' and '.join(sorted(held)) or 'nothing'} in hand"
            found.append(Lie(number, seat, f"has the {role}", truth, answer == "give in"))
        return found


GAME = Coup()
