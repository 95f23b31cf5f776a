"""The REST API, /api/v1/: HTTP into an action and back."""
