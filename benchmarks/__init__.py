"""Measurements: ``python -m benchmarks`` prints the tables; see `benchmarks.harness`."""

import os

# Processor seconds are compared: a threaded BLAS would be charged for waiting. Before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
