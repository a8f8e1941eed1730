"""What is printed and drawn about Enigma: Beyond Code: answers to solve, why and advise."""
