"""One record under other rules, and which game is meant."""
