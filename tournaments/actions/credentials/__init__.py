"""What opens a seat, a table or the API: handed out, claimed by a device, revoked."""
