"""What a ledger's entries say is read as `json.loads` reads it, whoever wrote them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.verification.chain import content_of

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=8,
)


def read(payload: str) -> object:
    try:
        content = json.loads(payload)
    except ValueError:
        return None
    return content if isinstance(content, dict) else None


@pytest.mark.slow
@given(st.dictionaries(st.text(max_size=4), VALUES, max_size=5), st.booleans())
def test_every_object_is_read_alike(content: dict[str, object], is_ascii: bool) -> None:
    payload = json.dumps(content, ensure_ascii=is_ascii)

    assert repr(content_of(payload)) == repr(read(payload))


@pytest.mark.parametrize(
    "payload",
    [
        '{"a":1,"a":2}',
        ' {"a":1}\n',
        '{"a":NaN}',
        '{"a":-Infinity}',
        '{"a":1e400}',
        '{"a":18446744073709551616}',
        '{"a":-9223372036854775809}',
        '{"a":"\\ud800"}',
        '{"a":"\ud800"}',
        '{"a":"\\u0000\x7f"}',
        '{"a":1.0}',
        '{"a":-0.0}',
        '\ufeff{"a":1}',
        '{"a":"\t"}',
        '{"a":01}',
        '{"a":1,}',
        '{"a":1} {}',
        "[1]",
        "1",
        "",
        "no json",
    ],
)
def test_what_no_action_writes_is_read_alike_or_refused_alike(payload: str) -> None:
    assert repr(content_of(payload)) == repr(read(payload))
