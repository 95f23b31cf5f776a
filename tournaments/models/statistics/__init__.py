"""What games that were entered hand by hand say of whoever played."""
