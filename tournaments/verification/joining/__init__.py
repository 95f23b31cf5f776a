"""Joining: staff by invitation, players by registration."""
