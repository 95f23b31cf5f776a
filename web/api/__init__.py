"""What every call of an API does the same way: strict input, one error shape, lists, its own description."""
