"""The standings of a stage: their page, its table in parts, and its titles."""
