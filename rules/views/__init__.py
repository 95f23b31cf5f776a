"""Rulebooks, the hand calculator, and what a player needs."""
