"""The leagues of a club: competitions, matches and seasons as the database holds them."""
