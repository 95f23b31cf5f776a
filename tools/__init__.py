"""Development tools called by the Makefile. Not part of the product."""
