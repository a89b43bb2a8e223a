"""Clubs: circles of people who play together, and what their games add up to."""
