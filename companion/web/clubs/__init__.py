"""A club: its people, evenings, ratings, and tonight."""
