"""Advice for The Initiative: evaluation, search and opponent model; ranked moves with reasons."""
