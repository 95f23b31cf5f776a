"""Teams: line-ups, quotas and former members."""
