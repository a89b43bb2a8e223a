"""The referee: what a replayed record means, in words, as JSON, and what it proves."""
