"""Formats of real leagues, played through the API, with tables computed again from the rules."""
