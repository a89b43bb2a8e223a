"""What the coach asks and shows: drills, lessons, puzzles, races, reviews."""
