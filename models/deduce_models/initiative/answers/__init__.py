"""What is printed and drawn about The Initiative: answers to solve, why and advise."""
