"""The rules of the Fives family, in the standard library alone."""
