"""Codes and tokens that open a seat, a table or the API: issued, claimed by a device, revoked."""
