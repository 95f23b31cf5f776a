"""Leagues, their organizers, seasons and divisions."""
