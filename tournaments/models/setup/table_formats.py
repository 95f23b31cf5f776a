"""Table sizes, and the rulebook of one: an edition under house rules, or pinned content."""

import json
from collections.abc import Mapping
from functools import lru_cache

from scoring.rulebook.rulebook import Rulebook, from_content, load

# Which sizes may exist beside a tournament's usual one.
SIZES_BESIDE: Mapping[int, tuple[int, ...]] = {3: (), 4: (3, 5)}


def edition_with(rulebook_id: str, name: str, house_rules: Mapping[str, object]) -> Rulebook:
    """Return an edition, with the house rules named `name` if there are any."""
    edition = load(rulebook_id)
    return edition.with_house_rules(name, house_rules) if house_rules else edition


@lru_cache(maxsize=64)
def pinned_rulebook(content: str) -> Rulebook:
    """Return a pinned rulebook. Cached, because the same text is read with every report."""
    return from_content(json.loads(content))
