"""Who takes part, who helps, and who may call the API in their name."""
