"""What has no row is asked for by a sentence, and every list that the sentences name is there."""

import re
from pathlib import Path

import pytest

from tests import registers
from tests.registers import Register

pytestmark = pytest.mark.database("none")

ROOT = Path(__file__).resolve().parent.parent
FRUIT = Register(of="The fruit", where="BOWL of kitchen.py", says="when to eat it", row='    "{0}": "soon",')
ALL = [one for one in vars(registers).values() if isinstance(one, Register)]


def test_a_complete_register_is_silent() -> None:
    FRUIT.refuse_gaps(["apple", "pear"], {"pear": "now", "apple": "later"})


def test_what_is_missing_is_asked_for_with_a_row_to_copy_and_what_is_gone_is_named() -> None:
    with pytest.raises(AssertionError) as refused:
        FRUIT.refuse_gaps({"apple", ("a", "pear")}, ["apple", "plum"])

    assert str(refused.value).strip() == (
        "The fruit a pear is not in BOWL of kitchen.py, which says when to eat it. Add:\n"
        '    "a pear": "soon",\n\n'
        "The fruit plum is gone: delete its row from BOWL of kitchen.py."
    )


@pytest.mark.parametrize("register", ALL, ids=lambda register: register.where)
def test_the_lists_that_the_sentences_name_are_there(register: Register) -> None:
    text = f"{register.where} {register.row}"
    [path, *_more] = paths = re.findall(r"[\w/]+/[\w/.]+[a-z]", register.where)

    assert paths
    assert [
        one for one in re.findall(r"(?:tests|tournaments)/[\w/]+\.\w+", text) if not (ROOT / one).exists()
    ] == []
    for name in re.findall(r"^[A-Z]{4,}", register.where):
        assert re.search(rf"^{name}\b", (ROOT / path).read_text(), re.MULTILINE)
