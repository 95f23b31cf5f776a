"""Who joins: the staff by invitation, players by registering themselves. Part of `verification`."""
