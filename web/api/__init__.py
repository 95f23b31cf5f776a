"""What all API calls share: strict input, one error format, lists, and the API description."""
