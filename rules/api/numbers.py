"""Numbers that the description cannot call 64 bits wide."""

from typing import Annotated

from web.api.schema import AnySize

# What a hand brings: without limits it has no bound.
Points = Annotated[
    int, AnySize("Of any size: without limits (aotenjo) a hand may be worth more than 64 bits hold.")
]
