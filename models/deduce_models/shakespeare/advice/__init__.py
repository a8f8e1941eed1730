"""Advice for Shakespeare: evaluation, search and opponent model; ranked moves with reasons."""
