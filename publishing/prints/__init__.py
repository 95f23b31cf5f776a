"""Long PDFs: ordered at the desk, made by a worker, kept for a day."""
