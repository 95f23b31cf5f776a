"""Who takes part: entries, registrations, teams."""
