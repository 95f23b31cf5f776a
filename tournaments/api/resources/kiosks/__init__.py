"""Calls about the tablets of tables."""
