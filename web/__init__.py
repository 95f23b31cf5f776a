"""The HTTP kit: what every page and every call needs, and nothing about tournaments."""
