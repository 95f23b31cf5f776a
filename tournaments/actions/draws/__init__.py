"""Who meets whom: plans, draws, drafts, repairs, and proving how a draw was made."""
