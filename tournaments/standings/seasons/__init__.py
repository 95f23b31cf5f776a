"""Over several tournaments: where everybody has come in, and the ranking of a season."""
