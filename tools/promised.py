"""From which versions an upgrade is promised (docs/install.md, “Upgrading”), and what the tests of it begin with.

A version is added here with every release, with dumps of its demo in tests/upgrades/dumps
(`manage.py load_demo` by the code of then: `sqlite3 … .dump` and `pg_dump --no-owner --no-acl`, without its lines
`\\restrict`, which only newer psql knows; each by `xz -9e`).
None is taken away before the next major release. Before the first release the migrations were squashed once, and what
is promised began anew.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Version:
    """`name` is its tag, or its date before the first one. `migration` is its last one of the app `tournaments`."""

    name: str
    commit: str
    migration: str


PROMISED = (Version("2026-11-28", "8550f52d668035d5e32de29c8de412c3d3de8298", "0092_who_met_at_a_table"),)
