"""Learners: their answers, classes, runs against the clock, races and own mistakes."""
