"""Forms of nights of free play, and of tables that players open."""
