"""Advice for Entracte: evaluation, search and opponent model; ranked moves with reasons."""
