"""Leagues: who meets whom, what a match came to, how they stand."""
