"""Advice for Decrypto: evaluation, search and opponent model; ranked moves with reasons."""
