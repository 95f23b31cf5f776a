"""Valid settings and results that are impossible in practice, or need confirmation."""
