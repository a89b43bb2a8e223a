"""Hypothesis for the pictures: `--hypothesis-profile=thorough` lays out thousands of hands."""

from hypothesis import settings

settings.register_profile("thorough", max_examples=3000, deadline=None)
