"""A whole event drawn before its first game, or a later stage of one."""
