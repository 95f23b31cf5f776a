"""Django's SQLite, whose migrations leave triggers as they are."""
