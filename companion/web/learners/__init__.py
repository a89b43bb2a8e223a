"""How practice went: for the learner, and for a grown-up who may see it."""
