"""Seats, first dealer, and the break of the wall: dice and tiles at the table."""
