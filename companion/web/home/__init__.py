"""Home, a new table, the rules to read, and which game this is."""
