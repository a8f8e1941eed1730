"""What is printed and drawn about Entracte: answers to solve, why and advise."""
