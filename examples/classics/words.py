"""A word guessed letter by letter, with more words to guess than may be secret: the best first guess, and a whole game.

Run: python examples/classics/words.py
"""

from deduce.questions import marked_words

SECRETS = [
    "adobe",
    "bread",
    "crane",
    "drain",
    "eagle",
    "flame",
    "grape",
    "house",
    "irony",
    "juice",
    "koala",
    "lemon",
    "mango",
    "night",
    "ocean",
    "piano",
]
OTHERS = [
    "aeons",
    "audio",
    "brain",
    "canoe",
    "dream",
    "leant",
    "moral",
    "noise",
    "plain",
    "raise",
    "ratio",
    "stone",
    "trace",
    "unite",
    "yield",
]


def main():
    game = marked_words(SECRETS, SECRETS + OTHERS)
    print(f"{game.questions} words to guess, {game.worlds} secrets")
    for found in game.start().rank(limit=3):
        print(f"  {found}")
    position, secret = game.start(), "lemon"
    while True:
        guess = "".join(position.best())
        answer = game.answer(guess, secret)
        position = position.observe(guess, answer)
        print(f"{guess} {answer}  {position.count()} left")
        if guess == secret:
            break


if __name__ == "__main__":
    main()
