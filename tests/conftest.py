"""Hypothesis profiles: the default is short and repeatable; ``--hypothesis-profile=nightly`` is long."""

from hypothesis import HealthCheck, settings

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "default", max_examples=25, deadline=None, derandomize=True, suppress_health_check=_SLOW_IS_FINE
)
settings.register_profile("nightly", max_examples=5000, deadline=None, suppress_health_check=_SLOW_IS_FINE)
settings.load_profile("default")
