"""The best that a turn could be: searched, reviewed, and set as a puzzle."""
