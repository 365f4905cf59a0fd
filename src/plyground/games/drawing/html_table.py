"""Values as a notebook shows them: small tables in HTML, with everything escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from plyground.games.drawing.svg_elements import tag, to_xml


def make_table(headings: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table; its caption stands below it."""
    align = "text-align:left"
    head = "".join(tag("th", to_xml(text), scope="col", style=align) for text in headings)
    body = "".join(
        tag("tr", "".join(tag("td", to_xml(text), style=align) for text in row)) for row in rows
    )
    below = tag("caption", to_xml(caption), style=f"caption-side:bottom;{align}") if caption else ""
    top = tag("thead", tag("tr", head)) if headings else ""
    return tag("table", below + top + tag("tbody", body))


def make_paragraph(*sentences: str) -> str:
    """Sentences below each other."""
    return tag("p", "<br>".join(map(to_xml, sentences)))
