"""Schedules of whole events, and of later stages."""
