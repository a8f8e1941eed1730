"""Measurements: ``python -m benchmarks`` prints the tables; see `benchmarks.harness`."""
