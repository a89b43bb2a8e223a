"""The best that a turn could be: searched, reviewed, and asked as a puzzle."""
