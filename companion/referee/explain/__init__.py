"""Why: counts, points, turns, endings, and what could have been."""
