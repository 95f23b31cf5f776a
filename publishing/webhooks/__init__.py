"""Webhooks: what happens in a tournament, sent to the addresses of its organizers."""
