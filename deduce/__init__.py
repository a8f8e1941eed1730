"""Exact reasoning about hidden information."""
