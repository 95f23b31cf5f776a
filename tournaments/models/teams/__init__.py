"""What a team is beside its name and its players."""
