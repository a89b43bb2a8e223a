"""Statistics of people, as folds over the games of a club."""
