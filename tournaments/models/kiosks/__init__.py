"""Tablets that lie at tables."""
