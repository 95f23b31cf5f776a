"""While games are played: what players need, and where the games would lead as they stand."""
