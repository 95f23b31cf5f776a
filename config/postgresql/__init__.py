"""Django's database backend for PostgreSQL, which asks less often whether the connection is still there."""
