"""Who sits where, who deals first, and where the wall is broken: dice and tiles at the table."""
