"""Numbers as people read them."""

from django.utils.translation import get_language


def with_minus(figure: str) -> str:
    """Return a figure as people read it: with a minus sign, in Japanese ▲, where a program writes a hyphen."""
    sign = "▲" if get_language() == "ja" else "−"
    return figure.replace("-", sign, 1) if figure.startswith("-") else figure


def in_figures(points: int) -> str:
    """Return points as people read them everywhere: grouped, and with the minus sign of `with_minus`.

    >>> in_figures(41_200), in_figures(-25_300)
    ('41,200', '−25,300')
    """
    return with_minus(f"{points:,}")
