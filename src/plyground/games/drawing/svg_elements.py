"""Elements of SVG: tags, escaped text, and the style of every drawing.

One square is `UNIT` wide. Colours that must change on a dark page are classes with a media query;
everything else is painted on a background of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

UNIT = 48.0

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

STYLE = """
.pg-paper{fill:#fcfbf8}.pg-ink{fill:#2b2f36}.pg-soft{fill:#767c86}.pg-rule{stroke:#c3c7ce}
.pg-line{stroke:#2b2f36}.pg-edge{stroke:#fcfbf8}.pg-dot{fill:#2b2f36}.pg-name{fill:#fcfbf8}
@media (prefers-color-scheme:dark){
.pg-paper{fill:#1d2026}.pg-ink{fill:#e9e6df}.pg-soft{fill:#9aa1ab}.pg-rule{stroke:#4a505a}
.pg-line{stroke:#e9e6df}.pg-edge{stroke:#1d2026}.pg-dot{fill:#e9e6df}.pg-name{fill:#1d2026}}
"""

FONT = "system-ui,'Segoe UI','Noto Sans','Noto Sans KR','Apple SD Gothic Neo',sans-serif"


def tag(name: str, *inside: str, **attributes: object) -> str:
    """One element. `_` in an attribute name becomes `-`; an attribute that is None is omitted."""
    pairs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{to_xml(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{pairs}>{''.join(inside)}</{name}>" if inside else f"<{name}{pairs}/>"


def to_xml(value: object) -> str:
    """A value as XML: numbers rounded, text escaped, characters that XML forbids left out."""
    if isinstance(value, float):
        return f"{round(value, 2):g}"
    return escape(_FORBIDDEN.sub("", str(value)))


def write_text(x: float, y: float, text: str, size: float, **attributes: object) -> str:
    """A line of text centred at a point."""
    attributes.setdefault("text_anchor", "middle")
    return tag("text", to_xml(text), x=x, y=y + 0.35 * size, font_size=size, **attributes)


def write_points(points: Iterable[tuple[float, float]]) -> str:
    """The points of a polygon or a polyline, as their attribute has them."""
    return " ".join(f"{to_xml(x)},{to_xml(y)}" for x, y in points)
