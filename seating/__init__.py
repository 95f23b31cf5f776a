"""Who sits where: whole schedules, single rounds, repairs, team seasons. Plain Python: no clock, no I/O."""
