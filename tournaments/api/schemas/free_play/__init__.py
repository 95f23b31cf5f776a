"""What calls about free play answer."""
