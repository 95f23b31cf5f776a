"""Codes on paper that open a seat, a table or the API, and the devices and programs that claimed them."""
