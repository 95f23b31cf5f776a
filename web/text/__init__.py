"""Texts for people: language, figures, and invisible characters."""
