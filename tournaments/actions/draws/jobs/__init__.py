"""Long draws: ordered, computed by a worker, cancelled."""
