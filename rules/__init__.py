"""Rulebooks as people meet them: pages, the calculator, what a player needs, seats and wall, and their calls."""
