"""The words of Enigma's notes: what people say in place of the words of the rules.

Nothing here knows the rules or where a game stands: a line is put into their words, and they read it. A line that would
mean something else than it says must come out so that the rules refuse it; so no name, number or negation is ever
left out, but where a whole saying of the table is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from deduce.rulebook.sayings import Saying, Sayings, any_of
from deduce_models.enigma.rules.setup import Setup

ALSO: Final[Mapping[str, Sequence[str]]] = {
    "peek": ("look",),
    "view": ("look",),
    "call": ("name", "names", "named"),
}
"""Words of the rules, and what stands for them where they are waited for."""
UNSPOKEN: Final = ("peek", "claim", "reveal", "call", "open", "look")
"""Words that notes may leave out."""
FILLERS: Final = (
    "he", "she", "they", "his", "her", "their", "own", "but", "so", "only", "just", "too", "also", "again",
    "down",
    "position", "card", "cards", "player", "place", "over", "up", "&", "–", "—", "+", "by", "from", "out of",
    "game", "goes", "went", "there", "which", "as", "being", "in", "him", "really", "turn", "next", "them",
)  # fmt: skip
"""Words that say nothing in this game."""
WORDS: Final = {"": FILLERS}

SHORTEST: Final = 3
"""So many letters of a room are its name too."""
ROWS: Final = (("upper", "top"), ("middle", "mid", "centre", "center"), ("lower", "bottom"))
COLUMNS: Final = (("left",), ("centre", "center", "middle", "mid"), ("right",))
LETTERS: Final = (("u", "t"), ("m", "c"), ("l", "b")), (("l",), ("c", "m"), ("r",))

DOUBTED: Final = r"\b(?:doubt(?:s|ed)?|challenge[sd]?|disbelieve[sd]?)\b"
BUT: Final = r"\b(?:but|except|save)(?: for)? (?=NAME)"
LINK: Final = r"(?:[ ,;:.()&–—-]|['’]s\b|\b(?:and|but|so|he|she|they|is|was|are|were|am)\b|NAME)*"
HOW: Final = r".*\b(?:right|correct|(?:un)?successful(?:ly)?|wrong|mistaken)\b(?! room)"
WON: Final = rf"{LINK}\b(?:wins?|won|loses?|lost|yes|no)\b"
"""How a doubt came out: who "he" is, or another name, the clauses tell."""
LEFT: Final = " doubt-as-told "
"""No word of the rules: what stands beside it they refuse, and `hurried` reads."""

HURRIED: Final[Sequence[Saying]] = (
    (r"@|[\"“”‘]|(?<!\w)'|'(?!\w)", " "),
    (r"(?<=[,;.:]) *(?:who doubts|(?:any )?doubts|any(?:body|one)(?: doubts?)?)\? *$", " ?"),
    (r"^(?!.*\b(?:mission|reveal(?:s|ed)?)\b)(.*)(?<!=)(?<!= )\b(ROOM) *\? *$", r"\1\2, ?"),
    (rf"(?<!=)(?<!= )\b(ROOM)\?(?=[ ,]*NAME,? {DOUBTED})", r"\1 "),
    (r"^[ :]*(?:nobody|no[- ]?one|none) *[,;:]+ *(?=\S)", LEFT),
    (r"\bmuted\b", " silenced "),
    (rf"({DOUBTED}(?:{HOW}|{WON}|[^.]*(?:\bsilenced\b|{BUT})| (?:that )?it(?:['’]s| is| was) (?!NAME))"
     rf"|{BUT}.*{DOUBTED}|not convinced)", rf"\1{LEFT}"),
    (r"\bnot (?:a )?(?:lie|lying|bluff(?:ing)?)\b", " true "),
    (r"\bnot (?:the )?(?:true|truth)\b", " false "),
    (r"\blies(?= (?:face|open|up)\b)", " lies-there "),
    (r"\bonly (?=NAMES (?:does|do|did)(?: not|n['’]?t)\b)", " all-others "),
    (rf"^( *(NAME)\b.*{DOUBTED}.*?)\b(?!\2\b)NAME (?=lie[ds]\b|was lying\b|was bluffing\b|bluffe?[ds]\b)",
     r"\1 not-who-named "),
)  # fmt: skip
"""What turns an outcome round or asks, so that nothing below takes it for something else; read before `SAYINGS`."""


SAYINGS: Final[Sequence[Saying]] = (
    # Doubts and their absence, the outcome of a check.
    (r"NAME(?: and NAME)* (?:does|do|did)(?: not|n['’]?t) doubt\b", " "),
    (r"NAME(?: and NAME)* lets? it (?:pass|go)\b", " "),
    (r"(?<!wins: )(?<!wins )\b(?:un(?:doubted|challenged|opposed)|"
     r"(?:nobody|no[- ]?one|none) (?:doubt(?:s|ed)?|challenge[sd]?|objects?)|"
     r"no (?:doubts?|one doubts?|objections?)|without (?:a )?doubts?|nobody)(?= *(?:$|[,;.:)–-]| and\b| then\b|\())",
     " nobody doubts "),
    (r"\bdoubted by (NAMES)", r" doubt \1 "),
    (r"(NAMES),? *(?:(?:also|again) )?(?:doubt(?:s|ed)?|challenge[sd]?|disbelieve[sd]?)\b(?: (?:too|also|again))?",
     r" doubt \1 "),
    (r"\b(?:wrongly|in vain)\b", " true "),
    (r"(?:NAME|\bs?he) (?=lied\b|was lying\b|was bluffing\b|bluffed\b)", " "),
    (r"\b(?:rightly|(?:was )?lying|lie[ds]?|bluff(?:s|ed)?|(?:is|was) bluffing)\b", " false "),
    # Cards seen, claims.
    (r"= *(ROOM)\?", r" claim \1 "),
    (r"\b(?:call(?:s|ed)?|name[sd]?) it\b", " claim "),
    (r"\b(?:it is|it was|it['’]?s)\b(?= (?:the |a )?(?:ROOM|PERSON))|"
     r"\b(?:sees?|saw|seen|seeing|finds?|found)\b|=", " sees "),
    (r"\b(?:it is|it was|it['’]?s|is|was)\b(?= (?:the |a )?(?:true|false|right|wrong|correct))", " "),
    (r"(\d) *[-:]? *(?:claim )?(ROOM) *\( *sees (?:the )?(ROOM) *\)", r" \1 sees \3 claim \2 "),
    (r"\bname[sd]? (?:the )?(ROOM) at (\d)", r" name \2 \1 "),
    (r"\b(?:sees (?:the )?)(ROOM) at (\d)", r" look \2 sees \1 "),
    (r"\b(?:sa(?:y|ys|id|ying)|claim(?:s|ed|ing)?|declare[sd]?|announce[sd]?)\b", " claim "),
    (r"\bclaim so\b", " SO "),
    (r"\bclaim (?:that )?sees\b", " claim "),
    # Looks, cards turned up, Characters viewed.
    (r"\b(?:looks?|looked|looking|peeks?|peeked|peeking|views?|viewed)(?: at)?\b", " look "),
    (r"\blook (NAME) (?:Characters?)\b", r" look \1 "),
    (r"\b(?:turn(?:s|ed)?(?: up| over)?|open(?:s|ed)?|uncover(?:s|ed)?)\b", " open "),
    (r"\b(?:gets?|got|receives?|becomes?|became|(?:is|am|are) now|now (?:is|am|are))(?= (?:the )?PERSON)", " sees "),
    (r"(NAME) (?:is|am) (?:the )?(PERSON)(?= now\b)", r" sees \2 "),
    (r"\b(?:draws?|drew)(?= (?:the )?PERSON)", " sees "),
    # Tokens.
    (r"\b(?:gets?|got|gain(?:s|ed)?|takes?|took|receives?|\+) *(?:an? |the )?(chaos|decryption|[CD])\b(?: tokens?)?",
     r" gains \1 "),
    (r"\b(?:lose[sd]?|lost|returns?|returned) *(?:an? |the )?(chaos|C)\b(?: tokens?)?", r" loses \1 "),
    (r"\b(gains|loses) chaos\b", r" \1 C "),
    (r"\b(gains|loses) decryption\b", r" \1 D "),
    (r"(?<!gains )(?<!loses )\b(?:(?:spend(?:s|ing)?|spent|uses?|used|returns?|returned|pays?|paid) +)?"
     r"(?:an? |the )?decryption\b(?: tokens?)?(?: (?:on|for))?", " spend "),
    (r"\b(?:spends|spent)\b", " spend "),
    (r"\bwith chaos\b", " "),
    (r"\b(?:(?:is|am|was|has|had|under|still|gives?|gave|returns?|returned|back) )*silen(?:ced|ce|t)\b(?: back)?",
     " silenced "),
    # The Phantom and the Ghost.
    (r"\b(?:swap(?:s|ped)?|exchange[sd]?|trade[sd]?)(?: Characters?)?(?: with)?\b", " swap "),
    (r"\b(?:keeps?|kept|declines?|declined)(?: (?:the |it|Characters?))*\b", " keep "),
    (r"\bflip(?:s|ped)? (NAME)(?: chaos)?\b", r" flip \1 "),
    (r"\b(?:draws?|drew|gets?|got|takes?|took)?,? *(?:a |the )?new Character\b", " "),
    (r"(?:\b(?:NAME )?(?:shows?|showed|is|am|was)(?: the)? )?\bGhost\b[, ]*(?:and )?"
     r"(?:takes?|took|lays?|laid|moves?|moved)?(?= \d)", " ghost "),
    (r"\b(?:lays?|laid)(?: them| three)*(?: (?:anew|again|back|down))*(?! ?\d)\b", " "),
    (r"\b(?:anew|again)\b", " "),
    # The Machine and Time.
    (r"\b(?:shuffle[sd]?|mix(?:es|ed)?)\b", " shuffle "),
    (r"\b(?:nobody|no[- ]?one|none) cancel(?:s|led)?(?: it| that)?(?= *(?:$|[,;.]| and\b))|"
     r"\bnot cancelled(?= *(?:$|[,;.]))", " "),
    (r"\bcancel(?:s|led)?(?: it)? by (NAME)", r" \1 cancel "),
    (r"\bcancelled (NAME)", r" \1 cancel "),
    (r"\bcancel(?:s|led)?(?: it| that)?\b", " cancel "),
    (r"\btime(?:,? (?:is|was|goes|went|back|now|to|stands|at|moves|moved|on))* (\d+)(?: of \d+)?", r" time \1 "),
    (r"\b(?:timeout|time(?:['’]s| is| was| has| ran| runs?)*(?: out| up| over))\b", " time runs out "),
    (r"\btime runs out[ ,.:;]*(?:and )?(NAME)?(?:[ ,]*nobody)? *"
     r"(?:was the Saboteur|wins as the Saboteur|as the Saboteur|wins|won|win)?",
     lambda hit: f" time runs out the Saboteur wins {hit[1] or 'nobody'} "),
    (r"(NAME) (?:wins?|won) as (?:the )?Saboteur\b", r" the Saboteur wins \1 "),
    # Missions.
    (r"\b(?:try|tries|tried|attempts?|attempted|begins?)(?: (?:(?:the|a|his|her|their) )*(PERSON)?['’]?s?)? *"
     r"mission(?: as(?: the)? (PERSON))?", lambda hit: f" mission {hit[1] or hit[2] or ''} "),
    (r"^( *(?:NAME)?[ :,]*(?:silenced|end)?[ :,]*)(?:shows?|showed|(?:is|am) )(?: ?the)? (PERSON)(?![^,;:]*mistake)",
     r"\1 mission \2 "),
    (r"(mission PERSON)[ ,]*(?:and )?(?:NAME )?mission\b(?: PERSON)?", r"\1 "),
    (r"(mission PERSON\b.*?)(NAME) (?:is|was) (?:the )?(PERSON)", r"\1 accuse \2 \3"),
    (r"\b(?:reveal(?:s|ed)?)\b", " reveal "),
    (r"\baccuse[sd]?\b(?: of)?", " accuse "),
    (r"(?<!runs )\b(?:is |am )?out\b(?! of)|\bfail(?:s|ed)?\b", " fails "),
    (r"(fails)[ ,.]*(?:(?:and|he|she|NAME) )*fails\b", " fails "),
    (r"\b(?:wins|won|win)\b", " wins "),
)  # fmt: skip
"""What is said, and what it is in the words of the rules, in this order. NAME, ROOM and PERSON are what they say."""


class Wording:
    """Puts lines of notes into the words of the rules; `seat` is the writer's (0: a bystander, None: a whole record)."""

    def __init__(self, setup: Setup, names: Sequence[str], seat: int | None) -> None:
        parts = setup.parts
        self._me = names[seat - 1] if seat else ""
        self._all = names
        self._names, self._rooms = any_of(names), any_of(parts.room_names)
        titled = [(room.title, room.name) for room in parts.rooms]
        titled += [(who.title, who.name) for who in parts.characters]
        self._titles = [
            (re.compile(rf"(?i)\b{re.escape(title)}\b"), name) for title, name in titled if title != name
        ]
        self._titles += _begun(parts.room_names, [*names, *parts.character_names])
        self._places = _places(setup.cells)
        self._own = re.compile(r"(?i)\b(?:I['’]m|I|me|myself)\b")
        kinds = {"NAME": names, "ROOM": parts.room_names, "PERSON": parts.character_names}
        self._sayings = Sayings((*HURRIED, *SAYINGS), kinds)

    def __call__(self, text: str) -> str:
        """A line in the words of the rules."""
        for pattern, name in (*self._titles, *self._places):
            text = pattern.sub(name, text)
        if self._me:
            text = re.sub(r"(?i)\bmy chaos\b", f"{self._me} chaos", text)
            text = re.sub(r"(?i)(\bat|views?) my Character\b", rf"\1 {self._me}", text)
            text = re.sub(r"(?i)\bI['’]?m\b", f"{self._me} am", text)
            text = re.sub(r"(?i)\bI['’]?ve\b", f"{self._me} have", text)
            text = self._own.sub(self._me, text)
        text = re.sub(r"(?i)\bmy(?: turn:?)?(?= |$)", " ", text)
        text = re.sub(rf"(?i)\b({self._names})['’]s\b(?! (?:turn|the)\b)", r"\1", self._everybody(text))
        return self._in_order(self._sayings(text))

    def _everybody(self, text: str) -> str:
        """Names where a line says that all doubt, or only how a name begins."""
        letter = re.match(r" *([A-Za-z])(?:[:.] | (?=\d))", text)
        if letter:
            meant = [name for name in self._all if name[0].casefold() == letter[1].casefold()]
            text = f"{meant[0]} {text[letter.end() :]}" if len(meant) == 1 else text
        first = re.search(rf"(?i)\b(?:{self._names})\b", text)
        who = first[0].casefold() if first else ""
        others = [name for name in self._all if name.casefold() != who]
        every = (
            r"(?i)\b(?:we |they )?(?:all|both|everybody|everyone)(?: of (?:us|them))? "
            r"(?=(?:doubt|challenge|disbelieve)(?![a-z]*,? (?:but|except|save)\b))"
        )
        return re.sub(every, f"{' and '.join(others)} ", text) if who else text

    def _in_order(self, text: str) -> str:
        """What hangs on words said before: what was seen, and which card is shuffled."""
        seen = re.search(rf"(?i)\b({self._rooms})\b", text)
        text = text.replace(" SO ", f" claim {seen[1]} " if seen else " ")
        return re.sub(r"(?i)shuffle([^,.;:]*)", lambda hit: self._mixed(text, hit[1]), text)

    @staticmethod
    def _mixed(text: str, rest: str) -> str:
        """``shuffle 3 4 5`` with the card named left out, in order; ``order 213`` as the places in that order."""
        rest, _, order = rest.partition("order")
        named, places = re.search(r"\b\d\b", text), re.findall(r"\d", rest)
        if named is None:
            return f"shuffle{rest}"
        others = sorted({*places} - {named[0]})
        every = sorted({named[0], *others})
        found = re.sub(r"[\d]+|\b(?:and|with)\b", " ", rest)
        laid = re.search(r"\b[1-3]{3}\b", order)
        tail = f" order{order}" if order else ""
        if laid and len(every) == 3:
            tail = " order " + " ".join(every[int(k) - 1] for k in laid[0])
        return f"shuffle {' '.join(others)} {found}{tail}"


def _begun(rooms: Sequence[str], taken: Sequence[str]) -> list[tuple[re.Pattern[str], str]]:
    """Rooms by how they begin, where no other word of the table begins so."""
    words = [word.casefold() for word in (*rooms, *taken)]
    found = []
    for room in rooms:
        begun = [room[:size] for size in range(SHORTEST, len(room))]
        clear = [each for each in begun if sum(word.startswith(each.casefold()) for word in words) == 1]
        if clear:
            found.append((re.compile(rf"(?i)\b(?:{any_of(clear)})\b\.?"), room))
    return found


def _places(cells: int) -> list[tuple[re.Pattern[str], str]]:
    """Words for positions of a mansion in rows of three, with their numbers; those of the middle last."""
    found = []
    for at, words in positions(cells).items():
        said = [word if len(word) == 2 else f"(?:the )?{word.replace(' ', '[ -]')}" for word in words]
        if said:
            found.append((re.compile(rf"(?i)\b(?:{'|'.join(said)})\b"), at))
    return sorted(found, key=lambda pair: pair[1] == "5")


def positions(cells: int) -> dict[str, tuple[str, ...]]:
    """The positions by number, each with the words for it."""
    found: dict[str, tuple[str, ...]] = {str(at): () for at in range(1, cells + 1)}
    for y, rows in enumerate(ROWS if cells == 9 else ()):
        for x, columns in enumerate(COLUMNS):
            said = [f"{row} {column}" for row in rows for column in columns]
            said += [f"{column} {row}" for row in rows for column in columns]
            said += [a + b for a in LETTERS[0][y] for b in LETTERS[1][x]]
            found[str(3 * y + x + 1)] = (
                *said,
                *(("centre", "center", "middle", "mid") if (y, x) == (1, 1) else ()),
            )
    return found
