"""Who may do what, how often, and what no browser or log may keep."""
