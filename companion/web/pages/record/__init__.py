"""The record of a table: shown, put right, brought in, taken away, and how it ended."""
