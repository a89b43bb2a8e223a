"""The record of a table: shown, fixed, brought in, taken away, and how the game ended."""
