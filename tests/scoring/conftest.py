"""Property tests read TOML on first use; a slow machine must not fail them."""

import pytest
from hypothesis import Phase, settings

pytestmark = pytest.mark.database("none")

settings.register_profile("patient", deadline=None)
# The first failing example kills a mutant; shrinking it is unnecessary.
settings.register_profile(
    "mutants",
    deadline=None,
    derandomize=True,
    max_examples=50,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile("patient")
