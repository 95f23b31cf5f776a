"""The staff: by invitation; and roles."""
