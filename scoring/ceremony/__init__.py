"""Seat draw, first dealer, and wall break: dice and tiles at the table."""
