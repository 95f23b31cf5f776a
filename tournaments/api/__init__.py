"""The REST API, /api/v1/: HTTP into a deed and back."""
