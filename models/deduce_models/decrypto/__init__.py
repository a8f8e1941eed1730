"""Decrypto."""
