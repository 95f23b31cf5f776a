import pytest

pytestmark = [pytest.mark.database("sqlite"), pytest.mark.run("pages")]
