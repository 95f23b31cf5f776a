"""The demo's password is everybody's, and so nobody's."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from players.models import User
from players.passwords import DEMO_PASSWORD


@pytest.mark.parametrize("password", [DEMO_PASSWORD, "Jantaku-Demo", " jantaku-demo "])
def test_no_person_may_choose_the_password_of_the_demo(password: str):
    with pytest.raises(ValidationError) as refused:
        validate_password(password, User(email="alice@home.example", name="Alice"))

    assert [error.code for error in refused.value.error_list] == ["demo_password"]


def test_one_that_is_only_similar_is_taken():
    validate_password("jantaku-demons-7", User(email="alice@home.example", name="Alice"))
