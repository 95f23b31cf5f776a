from fractions import Fraction


def show_points(units: int, units_per_point: int) -> str:
    """Format a total exactly, as a decimal if finite, else as a fraction.

    >>> show_points(26_200, 1000), show_points(25_000, 3000), show_points(-500, 1000)
    ('26.2', '25/3', '-0.5')
    """
    value = Fraction(units, units_per_point)
    digits = _decimals(value.denominator)
    if digits is None:
        return f"{value.numerator}/{value.denominator}"
    scaled = abs(value.numerator) * 10**digits // value.denominator
    whole, part = divmod(scaled, 10**digits)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}.{part:0{digits}d}" if digits else f"{sign}{whole}"


def show_total(units: int, units_per_point: int) -> str:
    """Format a total with its sign, with thirds as mixed numbers.

    >>> show_total(26_200, 1000), show_total(25_000, 3000), show_total(-25_000, 3000), show_total(0, 1000)
    ('+26.2', '+8 1/3', '-8 1/3', '0')
    """
    value = Fraction(units, units_per_point)
    sign = "+" if value > 0 else "-" if value < 0 else ""
    if _decimals(value.denominator) is not None:
        return sign + show_points(abs(units), units_per_point)
    whole, part = divmod(abs(value.numerator), value.denominator)
    return f"{sign}{whole} {part}/{value.denominator}" if whole else f"{sign}{part}/{value.denominator}"


def _decimals(denominator: int) -> int | None:
    """Return how many decimals write 1/denominator exactly, or None if it is periodic."""
    digits = 0
    while 10**digits % denominator:
        digits += 1
        if digits > 12:
            return None
    return digits
