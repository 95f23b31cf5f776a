"""Leagues: their seasons, organizers and ledgers."""
