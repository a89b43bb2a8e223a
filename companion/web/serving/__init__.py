"""How the app is served: addresses, workers, logs, limits, and where data lies."""
