"""What draws, their quality and their reasons are in the words of a reader."""
