"""What the Makefile calls. Not part of the running product."""
