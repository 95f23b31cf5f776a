"""Draws that take longer than a request may: ordered, computed by a worker, called off."""
