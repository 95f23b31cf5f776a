"""What texts for people are made of: their language, their figures, and characters that nobody sees."""
