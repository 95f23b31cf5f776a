"""Numbers without a 64-bit limit in the API description."""

from typing import Annotated

from web.api.schema import AnySize

# A hand's payment: unlimited if the rules have no limit hands.
Points = Annotated[
    int, AnySize("Of any size: without limits (aotenjo) a hand may be worth more than 64 bits hold.")
]
