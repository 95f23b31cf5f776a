"""What tests of e-mail addresses share: which of them a text shows."""

import re
from collections.abc import Iterable


def shown_in(text: str, addresses: Iterable[str]) -> set[str]:
    """Return the addresses in a text, also where they are written as %40 or &#64;."""
    plain = text.lower().replace("%40", "@").replace("&#64;", "@").replace("\\u0040", "@")
    if "@" not in plain:
        return set()
    return {one for one in addresses if one in plain and re.search(rf"(?<![\w.-]){re.escape(one)}", plain)}
