"""A tournament's frame and rules, and the leagues it belongs to."""
