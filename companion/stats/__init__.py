"""People: what their games say of them, as folds over records."""
