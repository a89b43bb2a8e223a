"""What to practise next: skills, memory, rounds and lessons."""
