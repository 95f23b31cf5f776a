"""What games that were told hand by hand say of whoever played: counts, and the rates that are made of them."""
