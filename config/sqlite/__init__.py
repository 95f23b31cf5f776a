"""Django's SQLite backend, whose migrations preserve triggers."""
