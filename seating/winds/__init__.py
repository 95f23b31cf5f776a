"""East, South, West, North: who sits on which wind, exactly where that is possible."""
