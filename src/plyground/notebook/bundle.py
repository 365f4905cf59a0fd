"""The front end of the widgets as one script, put together from the modules of the web pages.

A notebook gives a widget one script and no place to load others from. So the script carries the
modules as text, makes an address of each in the browser (a blob), dependencies first, and imports
the last one. All widgets of a page share them. Nothing is loaded from another host.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path, PurePosixPath

PACKAGE = Path(__file__).parents[1]
ENTRY = "notebook/static/widget.js"
STYLES = (
    *(
        f"web/static/css/{name}.css"
        for name in ("theme", "page", "controls", "board", "panels", "analysis", "lab", "lab-tree")
    ),
    "notebook/static/widget.css",
)

_IMPORT = re.compile(r'^(?P<start>import (?:[^;"]*? from )?)"(?P<path>\.[^"]+)";', re.MULTILINE)
_COMMENT = re.compile(r"^ */\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)

_LOADER = """\
const version = %(version)s;
const modules = %(modules)s;
const styles = %(styles)s;

async function load() {
  const urls = {};
  for (const [path, text] of Object.entries(modules)) {
    const linked = text.replace(/"plyground:([^"]+)"/g, (_, name) => JSON.stringify(urls[name]));
    const source = `${linked}\\n//# sourceURL=plyground/${path}`;
    urls[path] = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  }
  return import(urls[%(entry)s]);
}

const loaded = (globalThis.plygroundModules ??= {});

export default {
  async render(context) {
    const { render } = await (loaded[version] ??= load());
    return render(context, styles);
  },
};
"""


@cache
def make_bundle() -> str:
    """The script of every widget."""
    modules: dict[str, str] = {}
    _add_module(ENTRY, modules)
    styles = {PurePosixPath(path).stem: _adapt_style(_read(path)) for path in STYLES}
    content = {"modules": modules, "styles": styles}
    version = hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]
    values = {**content, "version": version, "entry": ENTRY}
    return _LOADER % {name: json.dumps(value) for name, value in values.items()}


def _add_module(path: str, modules: dict[str, str]) -> None:
    """Add a module to those that it imports. They import each other in one direction only."""
    text = _COMMENT.sub("", _read(path))
    folder = PACKAGE / PurePosixPath(path).parent
    names = {}
    for found in _IMPORT.finditer(text):
        name = (folder / found["path"]).resolve().relative_to(PACKAGE.resolve()).as_posix()
        names[found["path"]] = name
        if name not in modules:
            _add_module(name, modules)
    modules[path] = _IMPORT.sub(
        lambda found: f'{found["start"]}"plyground:{names[found["path"]]}";', text
    )


def _adapt_style(text: str) -> str:
    """A style sheet for a shadow tree, whose host is what the page is elsewhere."""
    text = re.sub(r":root(\[[^\]]+\])", r":host(\1)", _COMMENT.sub("", text))
    return text.replace(":root", ":host")


def _read(path: str) -> str:
    return (PACKAGE / path).read_text(encoding="utf-8")
