"""Seasons, divisions, and rankings of seasons."""
