"""Clue: who, with what, where; suggestions are answered by showing a card to the one who asks.

The names are those of the American edition; the board is left out: every room can be suggested from everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

from deduce import Exactly
from deduce.ground.compat import override
from deduce.ground.wording import many
from deduce.rulebook import EVERYBODY, Rulebook, Table, worded
from deduce.rulebook.sayings import Saying, any_of

if TYPE_CHECKING:
    from deduce.rulebook.setting import Setting

KINDS = {
    "suspect": ("green", "mustard", "peacock", "plum", "scarlett", "white"),
    "weapon": ("candlestick", "knife", "pipe", "revolver", "rope", "wrench"),
    "room": (
        *("ballroom", "billiard", "conservatory", "dining", "hall"),
        *("kitchen", "library", "lounge", "study"),
    ),
}
CARDS = [card for names in KINDS.values() for card in names]
TRIPLES = list(product(*KINDS.values()))
CHOICES = {f"{verb} {' '.join(each)}": (verb, each) for verb in ("suggest", "accuse") for each in TRIPLES}
ENVELOPE, ROUNDS = "envelope", 20

CARD = rf"\b(?:{any_of(CARDS)})\b"
HAS_NONE = (
    r"(?:can['’]?t|can ?not|(?:does|do|has|have)(?: not|n['’]?t)|(?:has|have) (?:none|nothing)|pass(?:es|ed)?"
    r"|nothing|none|nope|no)\b(?: (?:show|have|has|any(?:thing)?|disprove|a card)\b)*"
)
NOBODY = (
    r"[,:-]*(?: and)? *\b(?:nobody|no[- ]?one|none)\b"
    r"(?: (?:can|could|has|shows?|showed|anything|a card|show any))*[ .]*$"
)


def _in_order(hit: re.Match[str]) -> str:
    """The cards of a suggestion as its menu has them, whatever stands between them; else as they were."""
    cards = [card.casefold() for card in re.findall(f"(?i){CARD}", hit[0])]
    kinds = {kind: [card for card in cards if card in names] for kind, names in KINDS.items()}
    return " ".join(found[0] for found in kinds.values()) if all(kinds.values()) else hit[0]


def _shown(hit: re.Match[str]) -> str:
    """Who is said with a card could show one."""
    said = re.search(rf"(?i)\b{re.escape(hit[1])}\b[^,;.]*\byes\b", hit.string[: hit.start()])
    return f", {hit[1]} {hit[2]}" if said else f", {hit[1]} yes, {hit[1]} {hit[2]}"


SAYINGS: Sequence[Saying] = (
    (rf"{CARD}(?:[ ,/;+&]+(?:(?:with|in|and|the|a)\b *)*{CARD}){{2}}", _in_order),
    (r"\b(?:shown|disproved|answered) by (NAME)", r"\1 yes"),
    (r"\bno from (NAMES)", "{name} no"),
    (rf"(NAMES)[,:]? {HAS_NONE}(?=[ ,.;:]|$)", "{name} no"),
    (r"\bneither (NAMES)(?! no\b)", "{name} no"),  # and "neither Bob no" is not read
    (
        rf"(NAME)[,:]? (?:shows?|showed|has)(?: (?:NAME|him|her|them))?(?: the)? ({CARD})"
        rf"(?!(?: room)?(?: *[,&+;/]| and\b)(?: *and\b)?(?: the\b)? *{CARD})",  # several are a hand
        r"\1 yes, \1 \2",
    ),
    (
        r"(NAME) (?:can|does|disproves?|disproved|(?:shows?|showed|has)(?: (?:NAME|him|her|them))?"
        r"(?: (?:one|some(?:thing)?|a card))?)(?=[ .]*(?:[,;]|$))",
        r"\1 yes",
    ),
    (rf"(NAME) yes[ ,:]+({CARD})", r"\1 yes, \1 \2"),
    (rf"(?:[,.;]|(?<= no)) *(NAME)[,:]? ({CARD})(?! *{CARD})", _shown),
)
"""How people write suggestions and who could show."""


class Clue(Rulebook):
    """Whoever accuses rightly wins; whoever accuses wrongly only answers from then on."""

    name, title, seats = "clue", "Clue", range(2, 7)
    texts = worded({
        "suggest": ("suggests", "vermutet", "предполагает"), "accuse": ("accuses", "klagt an", "обвиняет"),
        "which": ("who", "wer", "кто"), "which 2": ("with what", "womit", "чем"), "which 3": ("where", "wo", "где"),
        "holder": ("who has it", "wer es hat", "у кого"), "envelope": ("Umschlag", "конверт"),
        "{who} is dealt": ("{who} bekommt", "{who} получает"), "green": ("Grün", "Грин"),
        "mustard": ("Gatow", "Мастард"), "peacock": ("Porz", "Пикок"), "plum": ("Bloom", "Плам"),
        "scarlett": ("Gloria", "Скарлетт"), "white": ("Weiß", "Уайт"), "candlestick": ("Leuchter", "подсвечник"),
        "knife": ("Messer", "нож"), "pipe": ("Rohr", "труба"), "revolver": ("Revolver", "револьвер"),
        "rope": ("Seil", "верёвка"), "wrench": ("Zange", "ключ"), "ballroom": ("Ballsaal", "бальный зал"),
        "billiard": ("Billard", "бильярдная"), "conservatory": ("Wintergarten", "зимний сад"),
        "dining": ("Speisezimmer", "столовая"), "hall": ("Halle", "холл"), "kitchen": ("Küche", "кухня"),
        "library": ("Bibliothek", "библиотека"), "lounge": ("Salon", "гостиная"),
        "study": ("Arbeitszimmer", "кабинет"),
        "{who} can show {card} {second} {third}": (
            "{who} kann eine zeigen von {card}, {second}, {third}",
            "{who} может показать одно из: {card}, {second}, {third}",
        ),
        "it was {card} {second} {third}": ("es war {card}, {second}, {third}", "это было: {card}, {second}, {third}"),
        "one {kind} is in the envelope": ("im Umschlag ist genau eins ({kind})", "в конверте ровно одно ({kind})"),
        "suspect": ("wer", "кто"), "weapon": ("womit", "чем"), "room": ("wo", "где"),
        "{who} has {number} cards": ("{who} hat {number} Karten", "{who}: карт {number}"),
    })  # fmt: skip
    words: ClassVar[Mapping[str, Sequence[str]]] = {
        "suggest": ["ask for", "ask", "guess", "say"],
        "billiard": ["billiard room"],
        "dining": ["dining room"],
        "pipe": ["lead pipe"],
        "knife": ["dagger"],
    }
    unspoken = ("suggest",)

    @override
    def sayings(self, setting: Setting) -> Sequence[Saying]:
        names = setting.names

        def all_others(hit: re.Match[str]) -> str:
            """Nobody can show anything: none of those who come after whoever asked."""
            at = next(k for k, name in enumerate(names) if name.casefold() == hit[1].casefold())
            return f"{hit[1]}{hit[2]}, " + ", ".join(
                f"{name} no" for name in (*names[at + 1 :], *names[:at])
            )

        return (*SAYINGS, (rf"^ *({any_of(names)})\b(?! (?:is|was) dealt\b)(.*?) *{NOBODY}", all_others))

    @override
    def reworded(self, text: str, setting: Setting, seat: int | None) -> str:
        if seat:  # who asks must have a name
            text = re.sub(r"(?i)^ *(?:I|me)\b(?!['’])", setting.names[seat - 1], text)
        return super().reworded(text, setting, seat)

    @override
    def rules(self, t: Table) -> Any:
        n = len(t.seats)
        holder = t.variables("holder", CARDS, [ENVELOPE, *map(t.name, t.seats)])
        for kind, names in KINDS.items():
            t.require(
                Exactly(1, [holder[card] for card in names], ENVELOPE), f"one {kind} is in the envelope"
            )
        for seat in t.seats:
            size = (len(CARDS) - 3 + n - seat) // n
            t.require(Exactly(size, holder, t.name(seat)), f"{t.name(seat)} has {many(size, 'card')}")
        yield t.deal(holder)
        for seat in t.seats:
            t.which(
                seat,
                {card: holder[card] == t.name(seat) for card in CARDS},
                f"{t.name(seat)} is dealt {{}}",
            )
        t.open.turn, t.open.turns, t.open.out = 1, 0, []
        return self.one_turn

    def one_turn(self, t: Table) -> Any:
        """A seat suggests or accuses."""
        o, holder = t.open, t.recall("holder")
        me, n = o.turn, len(t.seats)
        verb, asked = yield t.choose(me, t.once("choices", lambda: CHOICES))
        if verb == "suggest":
            yield self.disproved(t, holder, me, asked)
        else:
            who, what, where = asked
            right = (holder[who] == ENVELOPE) & (holder[what] == ENVELOPE) & (holder[where] == ENVELOPE)
            if t.tell(EVERYBODY, right, f"it was {' '.join(asked)}"):
                return [float(seat == me) for seat in t.seats]
            o.out.append(me)
        o.turns += 1
        if len(o.out) == n or o.turns == ROUNDS * n:
            return [0.0] * n
        o.turn = next(seat for step in range(n) if (seat := (me + step) % n + 1) not in o.out)
        return self.one_turn

    def disproved(self, t: Table, holder: Any, me: int, asked: tuple[str, ...]) -> Any:
        """The others, from the left, until one has a card to show."""
        n = len(t.seats)
        for step in range(1, n):
            other = (me + step - 1) % n + 1
            has = {card: holder[card] == t.name(other) for card in asked}
            who, what, where = has.values()
            said = f"{t.name(other)} can show {' '.join(asked)}"
            if t.tell(EVERYBODY, who | what | where, said):
                shown = {card: (fact, card) for card, fact in has.items()}
                yield t.choose(other, shown, seen_by=me, aside=True)
                return


GAME = Clue()
