"""Property tests here read TOML on first use; a busy machine must not turn that into a failure."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
