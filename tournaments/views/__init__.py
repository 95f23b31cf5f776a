"""The pages: HTTP into a call of a deed or a query, and back into HTML."""
