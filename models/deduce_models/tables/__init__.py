"""Games at a table, each written once as its rulebook reads: a file a game, its components with it.

Rules and names are facts; cards, maps and lists that a box would hold are our own or are marked as reconstructed. Where
rulebooks differ an option says so.
"""
