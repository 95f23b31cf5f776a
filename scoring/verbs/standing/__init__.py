"""Questions about standings: what is carried over, what counts, who goes on, who is promoted."""
