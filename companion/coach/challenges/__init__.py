"""Against the clock, against others, and on paper."""
