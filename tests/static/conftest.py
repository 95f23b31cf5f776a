import pytest

pytestmark = pytest.mark.database("none")
