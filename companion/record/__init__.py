"""The game record: a game as plain text, read, written and replayed."""
