import pytest

pytestmark = pytest.mark.database("sqlite")
