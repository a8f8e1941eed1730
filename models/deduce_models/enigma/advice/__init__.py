"""Advice for Enigma: Beyond Code: evaluation, search and opponent model; ranked moves with reasons."""
