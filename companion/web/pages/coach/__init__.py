"""What the coach asks and shows: drills, lessons, progress, puzzles, reviews."""
