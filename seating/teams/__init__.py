"""Leagues of teams: who meets whom, and which of their players."""
