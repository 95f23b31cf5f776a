"""Numbers that the description cannot call 64 bits wide."""

from typing import Annotated

ANY_SIZE = "any size"

# What a hand brings: without limits it has no bound.
Points = Annotated[int, ANY_SIZE]
