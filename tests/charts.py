"""Charts of a page, read from their tables."""

import re
from html import unescape

FIGURE = re.compile(r'<figure class="chart.*?</figure>', re.DOTALL)
ROW = re.compile(r"<tr>(.*?)</tr>", re.DOTALL)
CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.DOTALL)
TITLE = re.compile(r"<strong>(.*?)</strong>")
TAG = re.compile(r"<[^>]+>")


def charts_of(page: str) -> dict[str, list[list[str]]]:
    """Return the rows of each chart's table by the chart's title, column names first."""
    return {
        unescape(TITLE.findall(figure)[0]): [
            [unescape(TAG.sub("", cell)).strip() for cell in CELL.findall(row)] for row in ROW.findall(figure)
        ]
        for figure in FIGURE.findall(page)
    }


def links_of(page: str, title: str) -> dict[str, str]:
    """Return the links of names in a chart's table."""
    figure = next(one for one in FIGURE.findall(page) if unescape(TITLE.findall(one)[0]) == title)
    return {
        unescape(name): url
        for url, name in re.findall(r'<th[^>]*><a href="([^"]+)"><bdi>(.*?)</bdi>', figure)
    }


def labels_of(page: str, title: str) -> list[str]:
    """Return the names at the ends of a chart's lines, as shown on wide screens."""
    figure = next(one for one in FIGURE.findall(page) if TITLE.findall(one)[0] == title)
    ends = figure.partition('class="ends">')[2].partition("</details>")[0]
    return [
        unescape(said)
        for on, said in re.findall(r'<text( class="\w+")? x="14"[^>]*>(.*?)</text>', ends)
        if "narrow" not in on
    ]
