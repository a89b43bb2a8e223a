"""The leagues of a club: competitions, matches, cards and seasons."""
