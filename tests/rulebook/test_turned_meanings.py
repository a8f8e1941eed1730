"""Words and signs that turn a meaning round or leave it open: no line is noted as if they were not there."""

import pytest

from benchmarks.hurried import heard
from deduce.games import game, read_record
from deduce_models.decrypto import write_view

ENIGMA = """game: enigma
players: Ann Bob Cid Dee
me: Ann
character: Wanderer

Ann peeks 5 =Tome, claims Bombe, gains D
"""
CAUGHT = """game: enigma
players: Ann Bob Cid Dee
me: Ann
character: Wanderer

Ann peeks 5 =Tome, claims Library, looks 2 =Teamwork gains D
Bob peeks 9, claims Bombe, doubt Dee lie
"""
BEGUN = CAUGHT.partition("Ann peeks")[0]
ENTRACTE = """game: entracte
mode: cooperative
players: Ann Bob Cid Dee
me: Ann
code: season reverse
start: fall Wed off male young

Ann plays spring Tue on male adult
"""
DECRYPTO = """game: decrypto
players: Ann Bob Cid Dee
me: Ann

white keywords snow; storm; cat; king
white clues lion; lightning; melt
"""
INITIATIVE = """game: initiative
mission: m7_number
players: Kim Lou
me: Kim

deal 1 y2 g11 b9 g4
deal 2 ? ? ? ?
"""
DEALT = f"{INITIATIVE}play y2 Run A1\nplay g4 Gather C\nopen C 5\ndraw y11 y5\n"
DRAFT = """game: shakespeare
players: Ann Bob
me: Ann

order 2 1
offer set black 2 pink 1 blue 3
offer costume pink 4 green 2
display hamlet puck assistant.1 romeo
"""
WAGERS = f"""{DRAFT}draft puck
draft assistant.1
display iago viola juliet titania
"""


KUHN = "game: kuhn\nplayers: Ann Bob\nme: Ann\n\nAnn gets 2\n"
SKULL = "game: skull\nplayers: Ann Bob Cid\nme: Ann\n\nAnn flower\nBob chooses unseen\nCid chooses unseen\nAnn bid 1\n"
SPIES = (
    "game: resistance\nplayers: Ann Bob Cid Dee Eve\nme: Ann\n\nrole[Ann] is spy\n"
    "Ann sees that Bob is a spy: yes\nAnn sees that Cid is a spy: no\n"
)
TEAM = f"{SPIES}Ann sees that Dee is a spy: no\nAnn sees that Eve is a spy: no\n"
GUESSED = "game: guess_who\nplayers: Ann Bob\nme: Ann\n\nperson[Ann] is Olga\n"
LOVE = """game: love_letter
players: Ann Bob Cid
me: Ann

draw guard to hand of Ann
draw prince to hand of Ann
Ann play prince
"""
CLUE = "game: clue\nplayers: Ann Bob Cid Dee\nme: Ann\n\nAnn is dealt wrench ballroom billiard kitchen library\n"
HANABI = "game: hanabi\nplayers: Ann Bob\nme: Ann\ncolours: 3\nhand: 2\n\n"
BULLS = "game: bulls_and_cows\nplayers: Ann Bob\nseat: 0\n\n"
ROBBER = "game: one_night_werewolf\nplayers: Ann Bob Cid\nme: Ann\n\nrole[Ann] is robber\n"
LIARS = "game: liars_dice\nplayers: Ann Bob\n\n"
CLUES = DECRYPTO.replace("white clues", "round 1\nwhite clues")


def by_line(text):
    """The name of a case hangs on its line, not on how many stand before it: `tests/slow.txt` names some."""
    return "" if "\n" in text else text


def read(before, line):
    heard(before)
    return heard(f"{before}{line}\n")


@pytest.mark.parametrize(
    ("before", "line"),
    [
        # "not", "more than", "less than" and "or more", as signs.
        (ENIGMA, "Bob peeks 9, claims !Radio"),
        (ENIGMA, "Bob !peeks 9, claims Radio"),
        (ENIGMA, "Bob 9 !-> Radio"),
        (ENIGMA, "Bob 9 -/-> Radio"),
        (ENIGMA, "Bob peeks 9, claims Radio, opens 3 !=Code"),
        (ENIGMA, "Bob peeks 9, claims Radio, opens >3"),
        (ENIGMA, "Bob looks at 9+, claims Radio"),
        (ENTRACTE, "Bob !winter Tue off"),
        (INITIATIVE, "Lou says 2+ high"),
        (INITIATIVE, "Lou says >2 high"),
        (INITIATIVE, "y2 run !A1"),
        (DRAFT, "I draft !puck"),
        (WAGERS, "I wager >3, Bob 5"),
        # What the writer is not sure of.
        (ENIGMA, "Bob peeks 9? claims Radio"),
        (ENIGMA, "Bob peeks 9, claims Radio, opens 3 =Code?, gains D"),
        (CAUGHT.partition("Ann peeks")[0], "Ann peeks 5 =Tome?, claims Library, looks 2 =Teamwork gains D"),
        (ENTRACTE, "Bob winter? Tue off"),
        (ENTRACTE, "Bob winter Tue off? male"),
        (INITIATIVE, "y2? run A1"),
        (INITIATIVE, "g4 intel B2: L? Q"),
        (DRAFT.partition("offer")[0], "set: 2? black, 1 pink, 3 blue"),
        # A question without a question mark, and a wish.
        (ENIGMA, "did Bob peek 9, claims Radio"),
        (ENIGMA, "will Bob peek 9, claims Radio"),
        (DECRYPTO, "did Ann answer 3-2-1"),
        (DECRYPTO, "did white code 3-2-1"),
        (DRAFT, "I want to draft puck"),
        # What is still to be done, or was not done so far.
        (ENTRACTE, "Bob plays nothing"),
        (ENTRACTE, "Bob hasn't played"),
        (ENTRACTE, "Bob has not moved"),
        (ENTRACTE, "Bob to pass"),
        (ENTRACTE, "Bob is to pass"),
        (ENTRACTE, "Bob winter Tue off, Cid hasn't put a token"),
        (ENIGMA, "Bob peeks 9, claims Radio, Dee to doubt"),
        (ENIGMA, "Bob peeks 9, claims Radio, Dee hasn't doubted"),
        (KUHN, "Ann to bet"),
        (KUHN, "Ann will bet"),
        (KUHN, "Ann next to fold"),
        (KUHN, "Ann bets, Bob to call"),
        (SKULL, "Bob to pass"),
        (ENTRACTE, "Bob will have to pass"),
        (ENTRACTE, "Bob still has to pass"),
        (ENTRACTE, "Bob has to pass next"),
        (KUHN, "Ann will have to pass"),
        (KUHN, "Ann still has to bet"),
        (KUHN, "Ann has to bet"),
        (KUHN, "Ann bets, Bob has to call"),
        (ENIGMA, "Bob peeks 9, claims Radio, Dee has to doubt"),
        (SKULL, "Bob will have to pass"),
        (SKULL, "Bob next has to pass"),
        (SKULL.partition("Cid chooses")[0], "Cid will choose unseen"),
        (SKULL.partition("Cid chooses")[0], "Cid to choose unseen"),
        (ENIGMA, "Bob peeks 9, claims Radio, Dee still has to doubt"),
        (ENIGMA, "Bob peeks 9, claims Radio, Dee has to doubt next"),
        # Who did not move may have put no token on the card before.
        (ENTRACTE, "Bob didn't play"),
        (ENTRACTE, "Bob doesn't move"),
        (ENTRACTE, "Bob never plays"),
        (ENTRACTE, "Bob not playing"),
        (ENTRACTE, "Bob can pass"),
        (DRAFT, "I will draft puck"),
        (WAGERS, "I wager 3, Bob will wager 5"),
        (CLUES, "black keywords none; bee; jar; map"),
        (CLUES, "black clues none; bee; jar"),
        (CLUES, "black clues metal; bee; nothing yet"),
        (CLUES, "B ? n/a; bee; jar"),
        # A figure that is said to be about right.
        (WAGERS, "I wager about 3, Bob 5"),
        (WAGERS, "I wager roughly 3, Bob 5"),
        (WAGERS, "I wager 3, Bob over 5"),
        (SKULL, "Bob bids about 2"),
        (SKULL, "Bob bids approximately 2"),
        (DEALT, "Lou says about three high"),
        (DEALT, "Lou has over two high"),
        # A verdict of somebody who is named is none about others.
        (SPIES, "Ann voted no"),
        (SPIES, "Ann will vote yes"),
        (SPIES, "Ann: yes"),
        # A figure with a question mark, whoever is named behind it.
        (WAGERS, "I wager 3? Bob 5"),
        (WAGERS, "I wager three? Bob 5"),
        (LIARS, "Ann 3 of 4? Bob liar"),
        # "Only" somebody does not: all others do.
        (ENTRACTE, "Bob winter Tue off, only Cid put no token"),
        (ENTRACTE, "Bob winter Tue off, only Cid keeps silent"),
        (ENTRACTE, "Dee winter Tue off, only Cid didn't put a token"),
        (ENIGMA, "Bob peeks 9, claims Radio, only Dee believes him"),
        (ENIGMA, "Bob peeks 9, claims Radio and only Dee believes him"),
        # A score of plus and minus; what was not done yet; who it was is asked.
        (ENTRACTE, "Bob winter Tue off; Cid +, Dee -"),
        (ENTRACTE, "Bob winter Tue off; +Cid -Dee"),
        (ENTRACTE, "Bob winter Tue off, Cid -"),
        (ENIGMA, "Bob peeks 9, claims Radio, doubt Cid, Dee -, lie"),
        (ENIGMA, "Bob peeks 9, claims Radio, Dee was about to doubt"),
        (ENTRACTE, "Bob winter Tue off, Cid was about to put a token"),
        (ENTRACTE, "who plays winter Tue off"),
        (INITIATIVE, "Lou has up to two high"),
        # A trap is a token, of a kind that is not told; where somebody went back to is not told.
        (INITIATIVE, "g4 intel B2: L and a trap"),
        (INITIATIVE, "y2 run A1, then back"),
        # Left out of none.
        (ENTRACTE, "Bob winter Tue off, no tokens but Cid's"),
        # A lie or the truth that is told of no claim.
        (CAUGHT, "Bob only peeks, 8, lie"),
        # Who does not call a card a room has not claimed; to call is to doubt, too.
        (ENIGMA, "Bob looks at 8 but not calls it the Bombe, we all pass"),
        (ENIGMA, "Bob peeks 8, isn't calling it the Bombe, we all pass"),
        (ENIGMA, "Bob calls 8 not the Bombe, we all pass"),
        (ENIGMA, "Bob not calls 8 the Bombe, we all pass"),
        # Of a mission nothing is waited for.
        (ENIGMA, "Bob tries the mission as the Messiah and reveals 6, the Machine?"),
        # Struck out, whatever reads the line.
        (CLUES, "-- black clues bee; jar; map --"),
        (DRAFT.partition("offer")[0], "- offer set black 2 pink 1 blue 3 -"),
        (KUHN, "~~Ann bets~~"),
        # A question within a line, and one behind it.
        (KUHN, "Ann bets, does Bob fold"),
        (ENIGMA, "Bob peeks 9, claims Radio, is that so"),
        # A question mark behind a verdict, behind what was done, in a row of names.
        (GUESSED, "Ann ask green eyes, Bob's person: green eyes: no?"),
        (LOVE, "Ann target Bob??"),
        (LOVE, "(Ann target Bob)?"),
        (TEAM, "Ann team Bob? Cid"),
        # A verdict behind another, which takes it back.
        (SPIES, "Ann sees that Dee is a spy: yes, that is wrong"),
        (SPIES, "Ann sees that Dee is a spy: no, no"),
        # What is denied in a form that is said with "no more"; what is no answer; who says it.
        (f"{INITIATIVE}play y2 Run A1\n", "Kim does not stop"),
        (ENIGMA, "Bob peeks 9, claims Radio, but not"),
        (ENIGMA, "Bob peeks 9, claims Radio, says Cid"),
        # What somebody was led to, and has not done.
        (ENIGMA, "Bob is allowed to peek 9, claims Radio"),
        (ENIGMA, "Bob tried to peek 9, claims Radio"),
        (ENIGMA, "Bob is going to look at 9, claims Radio"),
        (ENIGMA, "Bob must peek 9"),
        (KUHN, "Ann is to then bet"),
        # A hope, of which three words are no clues; a line that is struck out.
        (CLUES.partition("white clues")[0], "I hope that white code 3-2-1"),
        (ENIGMA, "- Bob peeks 9, claims Radio -"),
        (KUHN, "-- Ann bets --"),
        # What is still to be, or was only tried, with no verb for it.
        (ENIGMA, "Bob is to 4 Bombe"),
        (ENIGMA, "Bob tries to 4 Bombe"),
        (ENIGMA, "Bob still has to 4 Bombe"),
        (ENIGMA, "Bob is going to 4 Bombe"),
        (ENIGMA, "Bob is allowed to 4 Bombe"),
        (ENTRACTE, "Bob is to up autumn Sunday old, off, woman b x. token from me"),
        (ENTRACTE, "Bob has to open with winter Tue off and gets a token from me"),
        (INITIATIVE, "Lou was to have 4 cards"),
        (BEGUN, "I has to look at 4 and the Command, claim Teamwork, see that Cid is the Wanderer"),
        # A verdict before all else, behind another, away from what it could be about: it takes the line back.
        (ENIGMA, "not true: Bob 4 Bombe, Cid doubts and is right"),
        (ENIGMA, "that is not true: Bob 4 Bombe, Cid doubts and is right"),
        (ENIGMA, "it is not true that Bob 4 Bombe, Cid doubts and is right"),
        (ENIGMA, "Bob 4 Bombe, Cid doubts and is right, that is wrong"),
        (ENIGMA, "Bob 8 Bombe true (Dee doubted), that is wrong"),
        (ENIGMA, "Bob 4 Bombe, I doubt, it was the Machine, not true"),
        (ENIGMA, "Bob's the Archivist and tries: 4 machine wrong, false"),
        (ENIGMA, "Bob calls 8 the Bombe, we all pass, hm no"),
        (BEGUN, "I look at 4, the Command, claim Teamwork, see that Cid is the Wanderer, false"),
        (HANABI, "card[3] is red 1, hold on"),
        # Of all that follows.
        (DRAFT.partition("offer")[0], "no: offer set black 2 pink 1 blue 3"),
        (DRAFT.partition("offer")[0], "no offer set black 2 pink 1 blue 3"),
        # Somebody else says so, or did so.
        (ENIGMA, "Bob says that Cid 8 Bombe"),
        (ENIGMA, "Bob and Cid don't call 8 the Bombe, we all pass"),
        (ENIGMA, "Bob took 9, said Bombe, nobody said a thing not"),
        (ENIGMA, "8 Bombe Bob, says Cid"),
        (BULLS, "Ann says that Bob 3105, bulls 1, cows 1"),
        (ENIGMA, "Bob 4 Bombe, I doubt and I'm right, it's the Code, I lied"),
        # Questions within a line; what ends them is no answer.
        (ENIGMA, "Bob 4 Bombe, has Cid doubted and was right"),
        (CLUE, "Ann suggest mustard revolver study, had Bob nothing"),
        (CLUE, "mustard revolver study, did Bob can't, Cid yes"),
        (CLUE, "mustard revolver study - neither Bob no, Cid yes"),
        (HANABI, "does Bob card[3] is red 1"),
        (KUHN, "now? Ann bets"),
        (ROBBER, "Ann rob? Bob"),
        (TEAM, "Ann team? Bob Cid"),
        (KUHN, "Ann bets? Bob folds"),
        (GUESSED, "Ann name Wim, Bob's? person is Wim: no"),
    ],
    ids=by_line,
)
def test_a_line_is_not_noted_without_its_turn(before, line):
    assert isinstance(read(before, line), str)


@pytest.mark.parametrize(
    ("before", "line", "plain"),
    [
        (ENIGMA, "Bob peeks 9, claims Radio, Cid doubts, !true", "Bob peeks 9, claims Radio, doubt Cid lie"),
        (ENIGMA, "Bob peeks 9, claims Radio, Cid doubts !lie", "Bob peeks 9, claims Radio, doubt Cid true"),
        (ENIGMA, "Bob 9 Radio!Cid doubts, lie!", "Bob peeks 9, claims Radio, doubt Cid lie"),
        (ENIGMA, "Bob 9 > Radio? Cid doubts, lie", "Bob peeks 9, claims Radio, doubt Cid lie"),
        (ENIGMA, "Bob 9 Radio? nobody doubts", "Bob peeks 9, claims Radio"),
        (ENIGMA, "Bob 9 Radio? only Dee doubts, lie", "Bob peeks 9, claims Radio, doubt Dee lie"),
        (ENTRACTE, "Bob plays winter Tue off ; tokens Cid !=Dee", "Bob plays winter Tue off ; tokens Cid"),
        (ENTRACTE, "Bob winter Tue off, only Cid", "Bob plays winter Tue off ; tokens Cid"),
        (ENTRACTE, "Bob winter Tue off - Cid + Dee", "Bob plays winter Tue off ; tokens Cid Dee"),
        (ENTRACTE, "Bob winter Tue off - Cid - Dee", "Bob plays winter Tue off ; tokens Cid Dee"),
        (INITIATIVE, "y2 run, only A1", "play y2 Run A1"),
        (INITIATIVE, "y2 run B2 and back to B1", "play y2 Run B2 B1"),
        (INITIATIVE, "g4 intel B2: L and a gas trap", "play g4 Intel B2: L gas"),
        (ENTRACTE, "Bob winter Tue off ; tokens Cid? Dee", "Bob winter Tue off ; tokens Dee and Cid?"),
        (GUESSED, "does he have green eyes? no", "Ann ask green eyes, Bob's person: green eyes: no"),
        (SPIES, "is Dee a spy? no", "Ann sees that Dee is a spy: no"),
        (ROBBER.partition("role")[0], "im the seer", "role[Ann] is seer"),
        (BEGUN, "ive looked at 4: Tome, claim Bombe", "Ann peeks 4 =Tome, claims Bombe"),
    ],
)  # fmt: skip
def test_a_turn_that_is_clear_is_read(before, line, plain):
    told = read(before, line)
    assert not isinstance(told, str)
    assert told == read(before, plain)


@pytest.mark.parametrize("but", ["but", "except"])
@pytest.mark.parametrize("verdict", ["lie", "true"])
def test_all_but_one_are_all_others_who_may(but, verdict):
    told = read(CAUGHT, f"Cid peeks 8, claims Radio, everyone {but} Dee doubts, {verdict}")
    assert told == read(CAUGHT, f"Cid peeks 8, claims Radio, doubt Ann {verdict}")  # Bob is silenced


@pytest.mark.parametrize(
    ("before", "line", "never"),
    [
        (ENIGMA, "Bob peeks 9, claims no Radio", "claim Radio"),
        (ENIGMA, "Bob peeks not 9, claims Radio", "peek 9"),
        (ENIGMA, "Bob peeks 9, claims Radio, Cid or Dee doubts, lie", "over"),
        (ENIGMA, "Bob peeks 9 and won't say Radio", "went"),
        (INITIATIVE, "g4 intel B2: L Q-", "did you mean 'Q'"),
    ],
)
def test_no_refusal_offers_the_line_without_its_turn(before, line, never):
    told = read(before, line)
    assert isinstance(told, str)
    assert never not in told.replace(
        "expected Bob to choose: claim Library, claim Code, claim Radio", ""
    ).replace("peek 9 or", "")


def test_who_doubted_must_be_sure_where_the_rules_go_by_it():
    told = read(ENIGMA, "Bob peeks 9, claims Radio, Cid? doubts, lie")
    assert isinstance(told, str)
    assert "for certain" in told
    assert ".py" not in told


@pytest.mark.parametrize(
    ("before", "line", "plain"),
    [
        (ENTRACTE, "Bob has nothing to play", "Bob passes"),
        (ENTRACTE, "Bob has to pass", "Bob passes"),
        (ENTRACTE, "Bob can't play", "Bob passes"),
        (ENTRACTE, "Bob couldn't move", "Bob passes"),
        (ENTRACTE, "Bob couldn't", "Bob passes"),
        (ENIGMA, "Bob says Phantom about 9", "Bob peeks 9, claims Phantom"),
        (KUHN, "Ann decides to bet", "Ann bet"),
        (KUHN, "Ann had to fold", "Ann pass"),
        (KUHN, "Ann had to bet", "Ann bet"),
        (KUHN, "Ann bets, Bob has to fold", "Ann bet, Bob pass"),
        (SKULL, "Bob has to pass", "Bob pass"),
        (SPIES, "Dee a spy: no", "Ann sees that Dee is a spy: no"),
        (SPIES, "no", "Ann sees that Dee is a spy: no"),
        (SKULL.replace("Bob", "Will"), "Will passes", "Will pass"),
        (WAGERS, "Bob wagers 5, I wager 3", "I wager 3, Bob 5"),
    ],
    ids=by_line,
)
def test_what_was_done_is_read_however_it_was_come_to(before, line, plain):
    assert read(before, line) == read(before, plain)
    assert not isinstance(read(before, plain), str)


@pytest.mark.parametrize("word", ["none", "nothing", "no", "n/a", "not yet", "nothing so far"])
def test_a_clue_that_may_be_no_clue_is_written_in_quotation_marks(word):
    """And so it is written: what is written reads back."""
    assert f"'{word}' may say that there was no clue" in read(CLUES, f"black clues {word}; bee; jar")
    text = f'{CLUES}white code 3-2-1\nwhite guesses 3-2-1\nblack code ?\nblack clues "{word}"; bee; jar\n'
    view = game("decrypto").answers().read(read_record(text)).view()
    assert view.face.clues[1][0] == word.casefold()
    again = game("decrypto").answers().read(read_record(write_view(view))).view()
    assert again == view
    assert again.face.clues[1][0] == word.casefold()


@pytest.mark.parametrize("word", ["none", "nothing", "no", "n/a", "not yet"])
def test_a_keyword_that_may_be_no_keyword_is_written_in_quotation_marks(word):
    told = heard(DECRYPTO.replace("snow; storm", f"{word}; storm"))
    assert f"'{word}' may say that there is no word" in told
    text = DECRYPTO.replace("snow; storm", f'"{word}"; storm').replace(
        "white clues lion; lightning; melt\n", ""
    )
    view = game("decrypto").answers().read(read_record(text)).view()
    assert view.face.keywords[0][0] == word.casefold()
    written = write_view(view)
    assert f'white keywords "{word}"; storm; cat; king' in written
    assert game("decrypto").answers().read(read_record(written)).view() == view
