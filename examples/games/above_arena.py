"""Check the game of above.py, compare four players on paired deals, and print who gets on with whom."""

from above import GAME

from deduce.arena import run_tournament
from deduce.games import check_game
from deduce.players import InformationSetSearch, Sampling


def main() -> None:
    print(check_game(GAME, players=2, playouts=3))
    entrants = {
        "random": GAME.players["random"](),
        "prudent": GAME.players["prudent"](),
        "sampling": Sampling(GAME, samples=4),
        "search": InformationSetSearch(GAME, iterations=40),
    }
    result = run_tournament(GAME, entrants, players=2, deals=3)
    print(result.table(ratings=True))
    print()
    print(result.cross_table())
    print()
    print("prudent against search, by deal:", result.compare("prudent", "search"))


if __name__ == "__main__":
    main()
