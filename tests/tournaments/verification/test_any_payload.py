"""An entry may hold anything: verification names it and looks at the rest."""

import pytest

from tests.thorough import THOROUGH
from tests.tournaments.verification.attacker import rebuild_chain, take_guards_down
from tests.tournaments.verification.full_world import full_world
from tournaments.models import LedgerEntry
from tournaments.verification import verify_ledger

pytestmark = [
    pytest.mark.slow,
    # A payload is text to a database; that it is read is proven on both.
    pytest.mark.database("sqlite"),
]

ANYTHING = ['{"sheet":[]}', '{"sheet":{}}', "{}", '{"round":[1],"entry":{}}', '{"rounds":7}']
# Of these an entry says everything by its kind.
WITHOUT_CONTENT = {"finished", "tournament_archived", "tournament_brought_back"}
# Without these entries something else differs from the ledger; the others are named themselves.
NAMED_OTHERWISE = ("line_up_quotas_set", "tournament_edited")


@pytest.mark.parametrize("payload", ANYTHING)
def test_an_entry_of_any_kind_may_hold_anything_and_is_named(db: None, payload: str) -> None:
    world = full_world()
    take_guards_down()
    kinds = sorted(set(world.hall.kinds()) - {*WITHOUT_CONTENT, *NAMED_OTHERWISE})
    # Usually many kinds at once, since each is named by its number; thoroughly one by one.
    groups = [kinds[turn::3] for turn in range(3)] if not THOROUGH else [[kind] for kind in kinds]
    for some in [*groups, *([kind] for kind in NAMED_OTHERWISE)]:
        entries = LedgerEntry.objects.filter(tournament=world.tournament, kind__in=some)
        honest = dict(entries.values_list("pk", "payload"))
        entries.update(payload=payload)
        rebuild_chain(world.tournament.pk)

        found = verify_ledger(world.tournament.pk)

        assert not found.is_sound, some
        said = " ".join(map(str, found.problems))
        named = {entry.kind for entry in entries if f"Entry {entry.seq}: " in said}
        assert sorted(set(some) - named - set(NAMED_OTHERWISE)) == []
        for pk, text in honest.items():
            LedgerEntry.objects.filter(pk=pk).update(payload=text)
