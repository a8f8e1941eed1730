"""Entracte (Hobby World 2025, Nikolay Pegasov): who holds which secret code? Unofficial."""
