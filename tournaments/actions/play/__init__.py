"""What happens while a round is played: seats, scoresheets, penalties."""
