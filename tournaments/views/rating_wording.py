"""Ratings in words."""

from web.text.figures import with_minus


def shown_rating(thousandths: int) -> str:
    """A rating with one digit behind the point: 1,518.0."""
    return with_minus(f"{thousandths / 1000:,.1f}")
