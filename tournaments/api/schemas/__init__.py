"""Shapes of answers: TypedDicts, read by the type checker and the API description."""
