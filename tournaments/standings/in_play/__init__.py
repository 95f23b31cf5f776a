"""While a round is played: what players can still come to, and where its games would lead as they stand."""
