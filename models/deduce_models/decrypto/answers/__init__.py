"""What is printed and drawn about Decrypto: answers to solve, why and advise."""
