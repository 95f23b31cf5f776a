"""How a tournament's stages lead into each other."""
