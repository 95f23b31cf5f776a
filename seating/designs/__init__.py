"""Schedules from algebra and stored ones: labels at tables, before anybody has a label."""
