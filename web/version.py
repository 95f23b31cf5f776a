"""The version of Jantaku: packages and the tag of a release follow it, pages and programs are told it."""

__version__ = "0.1.0"
