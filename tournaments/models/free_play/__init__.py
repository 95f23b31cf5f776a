"""Free play: who is present, nights and sign-ups."""
