"""Draws, their quality and their refusals in the reader's words."""
