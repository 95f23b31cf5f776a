"""Tablets that lie at tables: handed out, taken into use, ended; who acts at one."""
