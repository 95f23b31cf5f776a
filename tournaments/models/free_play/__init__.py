"""Free play: who is there, nights and who comes to them."""
