"""Companion: the referee and scorekeeper for dominoes of the Fives family."""
