"""The coach: drills, lessons, and what to practise next."""
