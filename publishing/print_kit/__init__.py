"""The print kit: what an event hangs up, hands out and fills in, as one PDF."""
