"""The pages: HTTP into a call of an action or a query, and back into HTML."""
