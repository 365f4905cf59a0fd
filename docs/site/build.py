"""Builds the documentation site: `python docs/site/build.py [FOLDER]`, else in build/docs.

English is at the root of the site, Korean in `ko`. Zensical knows one language per site, so each is
staged and built by itself:

- `README.md` is the front page. `X.ko.md` becomes the page `X.md` of the Korean site, which has the
  English page where there is no Korean one.
- Links to files of the repository that are no pages become links to the repository. The link to the
  other language at the top of a page gives way to the switch in the header.
- `<!-- made from the code: NAME -->` is replaced by what `reference.py` makes of the code.

Every warning is an error.
"""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import reference

from plyground.locale import override_language

ROOT = Path(__file__).parents[2]
REPOSITORY = "https://github.com/plyground/plyground"
FRONT = "index.md"
LOGO = ROOT / "src" / "plyground" / "web" / "static" / "favicon.svg"

SEARCH_WORDS = {
    ' ${i===1?"result":"results"}`': "개의 결과`",
    '"No results"': '"결과 없음"',
    '"Loading search\\u2026"': '"검색을 준비하는 중…"',
    '"Search results"': '"검색 결과"',
    '"Close search"': '"검색 닫기"',
    '"aria-label":"Filters"': '"aria-label":"거르기"',
    'children:"Filters"': 'children:"거르기"',
    'children:"Tags"': 'children:"태그"',
    'placeholder:"Search"': 'placeholder:"검색"',
}
LINK = re.compile(r"""(\]\(|\b(?:src|href)=")([^)"\s]+)""")
OTHER_LANGUAGE = re.compile(r"\s?[(*]?\[(?:한국어|English)\]\([^)]*\.md\)[)*]?")
MADE = re.compile(r"<!-- made from the code: (\w+) -->")
FENCE = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)


def build(folder: Path) -> Path:
    """Build both languages below a folder, and return that of the site."""
    shutil.rmtree(folder, ignore_errors=True)
    for language, home in (("en", "site"), ("ko", "site/ko")):
        pages = f"pages/{language}"
        with override_language(language):
            stage(language, folder / pages)
        shutil.copytree(ROOT / "docs" / "site" / "theme", folder / "theme", dirs_exist_ok=True)
        config = folder / f"{language}.toml"
        config.write_text(write_config(language, pages, home), encoding="utf-8")
        command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", str(config)]
        if subprocess.run(command).returncode:
            sys.exit(f"The {language} site was not built.")
    translate_search(folder / "site" / "ko")
    return folder / "site"


# Pages.


def stage(language: str, folder: Path) -> None:
    """Write the pages of a language as the site has them."""
    for name, source in list_pages(language).items():
        page = folder / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(adapt(source), encoding="utf-8")
    shutil.copytree(ROOT / "docs" / "pictures", folder / "pictures")
    shutil.copy(ROOT / "docs" / "site" / "site.css", folder)
    shutil.copy(LOGO, folder / "pictures" / "logo.svg")


def list_pages(language: str) -> dict[str, Path]:
    """The source of each page of the site in a language."""
    sources = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return {
        name_page(source): korean
        if language == "ko" and (korean := source.with_suffix(".ko.md")).exists()
        else source
        for source in sources
        if not source.name.endswith(".ko.md")
    }


def name_page(source: Path) -> str:
    """The page of the site, in its own language, that a Markdown file becomes."""
    name = source.relative_to(ROOT).as_posix().replace(".ko.md", ".md")
    return FRONT if name == "README.md" else name.removeprefix("docs/")


def adapt(source: Path) -> str:
    """The text of a page with the links of the site."""
    here = PurePosixPath(name_page(source)).parent
    parts = FENCE.split(source.read_text(encoding="utf-8"))
    # Every second part is a block of code, which stays as it is.
    for index in range(0, len(parts), 2):
        text = OTHER_LANGUAGE.sub("", parts[index])
        text = LINK.sub(lambda link: link[1] + adapt_link(link[2], source, here), text)
        parts[index] = MADE.sub(lambda made: reference.MAKERS[made[1]](), text)
    return "".join(parts)


def adapt_link(target: str, source: Path, here: PurePosixPath) -> str:
    path, sign, anchor = target.partition("#")
    if not path or re.match(r"[a-z]+:", path):
        return target
    file = (source.parent / path).resolve()
    place = file.relative_to(ROOT).as_posix()
    if file.suffix == ".md" and (place.startswith(("docs/", "README"))):
        return relative(name_page(file), here) + sign + anchor
    if place.startswith("docs/pictures/"):
        return relative(place.removeprefix("docs/"), here)
    return f"{REPOSITORY}/{'tree' if file.is_dir() else 'blob'}/main/{place}{sign}{anchor}"


def relative(name: str, here: PurePosixPath) -> str:
    return os.path.relpath(name, here).replace(os.sep, "/")


def translate_search(site: Path) -> None:
    """Zensical's search speaks English in every language."""
    [script] = site.glob("assets/javascripts/bundle.*.js")
    text = script.read_text(encoding="utf-8")
    for english, korean in SEARCH_WORDS.items():
        assert english in text, f"Zensical has changed its search: {english}"
        text = text.replace(english, korean)
    script.write_text(text, encoding="utf-8")


# Configuration.


def write_config(language: str, pages: str, site: str) -> str:
    """zensical.toml for one language, with its folders (Zensical wants relative ones) and pages."""
    config = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    korean = config.pop("korean")
    project = config["project"]
    project["nav"] = expand_navigation(project["nav"])
    if language == "ko":
        project = translate(project, korean)
        project["theme"]["language"] = "ko"
        for alternate in project["extra"]["alternate"]:
            alternate["link"] = "../" if alternate["lang"] == "en" else ""
    project |= {"docs_dir": pages, "site_dir": site}
    handler = project["plugins"]["mkdocstrings"]["handlers"]["python"]
    handler["paths"] = [str(ROOT / path) for path in handler["paths"]]
    return "[project]\n" + "".join(f"{key} = {to_toml(value)}\n" for key, value in project.items())


def expand_navigation(given: list[Any]) -> list[Any]:
    """Patterns replaced by the pages that nothing else names; names without a page left out."""
    known = list_pages("en").keys()
    named = {name for name in walk(given) if "*" not in name}

    def expand(items: list[Any]) -> Iterator[Any]:
        for item in items:
            if isinstance(item, dict):
                [(title, below)] = item.items()
                if pages := list(expand(below)):
                    yield {title: pages}
            elif "*" in item:
                yield from sorted(fnmatch.filter(known - named, item))
            elif item in known:
                yield item

    return list(expand(given))


def walk(items: list[Any]) -> Iterator[str]:
    for item in items:
        if isinstance(item, dict):
            for below in item.values():
                yield from walk(below)
        else:
            yield item


def translate(value: Any, words: dict[str, str]) -> Any:
    """All texts of a configuration, also the titles of the navigation, in other words."""
    if isinstance(value, dict):
        return {words.get(key, key): translate(below, words) for key, below in value.items()}
    if isinstance(value, list):
        return [translate(below, words) for below in value]
    return words.get(value, value) if isinstance(value, str) else value


def to_toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {to_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(to_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    print(build(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build" / "docs"))
