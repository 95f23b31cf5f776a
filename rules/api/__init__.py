"""Computations by a rulebook: public, changing nothing. The same questions as `python -m scoring`, over HTTP."""
