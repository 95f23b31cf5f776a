"""Ratings of a league's players over all its tournaments, apart from any standings: no total knows of them."""
