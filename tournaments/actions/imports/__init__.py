"""Importing players and results from files."""
