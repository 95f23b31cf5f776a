"""From which versions an upgrade is promised (docs/install.md, “Upgrading”), and what the tests of it begin with.

A version is added here with every release, with dumps of its demo in tests/upgrades/dumps
(`manage.py load_demo` by the code of then: `sqlite3 … .dump` and `pg_dump --no-owner --no-acl`, without its lines
`\\restrict`, which only newer psql knows; each by `xz -9e`).
None is taken away before the next major release.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Version:
    """`name` is its tag, or before the first one its date. `migration` is the last of its tournaments."""

    name: str
    commit: str
    migration: str


PROMISED = (Version("2026-11-23", "a763383b28c26215ec895b9794b41b1c734bcf50", "0036_mails_of_registrations"),)
