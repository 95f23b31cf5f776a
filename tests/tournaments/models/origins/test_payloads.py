"""What the payload of a ledger entry may say under which name, before its ids are those of another server."""

from typing import Any

import pytest

from tournaments.models.origins.payloads import BadPayload, moved


def elsewhere(_kind: str, pk: int) -> int:
    return pk + 1_000


def test_ids_are_those_of_the_other_server_and_all_else_is_the_same() -> None:
    content = {"rounds": {"7": [1, 2, None, "ab"]}, "names": {"team": {"3": "cd"}, "tournament": {"a": 7}}}

    found = moved("baseline", content, elsewhere)

    assert found == {
        "rounds": {"1007": [1_001, 2, None, "ab"]},
        "names": {"team": {"1003": "cd"}, "tournament": {"a": 7}},
    }


@pytest.mark.parametrize(
    ("kind", "content", "where"),
    [
        ("bribed", {}, "kind"),
        ("registered", [], ""),
        ("registered", {"bribe": 5}, "bribe"),
        ("registered", {"entry": "7"}, "entry"),
        ("registered", {"entry": True}, "entry"),
        ("registered", {"entry": 10**18}, "entry"),
        ("registered", {"name": 7}, "name"),
        ("registered", {"number": 10**18}, "number"),
        ("published", {"tables": 7}, "tables"),
        ("published", {"tables": [[1, 2], 3]}, "tables"),
        ("results_imported", {"rounds": [[1, 2]]}, "rounds"),
        ("results_imported", {"rounds": [{"round": 1}]}, "rounds"),
        ("baseline", {"rounds": [1]}, "rounds"),
        ("baseline", {"rounds": {"seven": [1, 2, None, None]}}, "rounds"),
        ("baseline", {"rounds": {"9" * 19: [1, 2, None, None]}}, "rounds"),
        # More digits than Python makes a number of.
        ("baseline", {"rounds": {"9" * 5_000: [1, 2, None, None]}}, "rounds"),
        ("baseline", {"names": []}, "names"),
        ("baseline", {"names": {"team": {"3": 4}}}, "names.team"),
        ("baseline", {"names": {"judge": {}}}, "names.judge"),
    ],
)
def test_what_no_version_writes_is_refused_and_named(kind: str, content: Any, where: str) -> None:
    with pytest.raises(BadPayload) as refusal:
        moved(kind, content, elsewhere)

    assert str(refusal.value) == where
