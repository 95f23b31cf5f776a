"""Who helps, by invitation, and who may call the API in their name."""
