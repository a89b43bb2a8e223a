"""The table page, the big board, and who is at the table."""
