"""Drills: the questions, the mistakes people make, and why an answer is right."""
