"""Verification of free play."""
