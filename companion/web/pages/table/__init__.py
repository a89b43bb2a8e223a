"""The table page, the big board, and what a phone is told there alone."""
