"""How the app is served: addresses, workers, logs, limits, and the place of its data."""
