"""Property tests here read TOML on first use; a busy machine must not turn that into a failure."""

import pytest
from hypothesis import Phase, settings

pytestmark = pytest.mark.database("none")

settings.register_profile("patient", deadline=None)
# A mutant is dead with the first example that fails; nobody reads the smallest one.
settings.register_profile(
    "mutants",
    deadline=None,
    derandomize=True,
    max_examples=50,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile("patient")
