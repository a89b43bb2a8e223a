"""Home, a new table, and the rules to read."""
