import pytest

pytestmark = pytest.mark.once("asks no database")
