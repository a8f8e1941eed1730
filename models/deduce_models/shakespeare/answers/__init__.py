"""What is printed and drawn about Shakespeare: answers to solve, why and advise."""
