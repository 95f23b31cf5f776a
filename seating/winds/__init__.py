"""Assignment of winds, exact where possible."""
