"""What calls about teams answer."""
