"""Leagues: their seasons, who runs them, what they recorded."""
