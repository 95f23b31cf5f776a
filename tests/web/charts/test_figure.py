from web.charts.figure import Table


def test_a_name_leads_on_where_its_url_is_said() -> None:
    rows = [("Bob", ["1"]), ("Dora", ["2"])]

    assert Table(["Name", "Games"], rows).heads == [("Name", ""), ("Games", "")]
    assert Table(["Name", "Games"], rows).lines == [("Bob", "", ["1"]), ("Dora", "", ["2"])]
    assert Table(["Name", "Bob"], rows, ["", "/players/7/"]).heads == [("Name", ""), ("Bob", "/players/7/")]
    assert Table(["Name", "Games"], rows, row_urls=["", "/players/9/"]).lines == [
        ("Bob", "", ["1"]),
        ("Dora", "/players/9/", ["2"]),
    ]
