"""Leagues: who plays whom, results of matches, standings."""
