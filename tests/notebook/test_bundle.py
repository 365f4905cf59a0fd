from __future__ import annotations

import json
import re
import subprocess
import sys

from plyground.notebook.bundle import ENTRY, PACKAGE, make_bundle


def read_modules() -> dict[str, str]:
    [text] = re.findall(r"^const modules = (.*);$", make_bundle(), re.MULTILINE)
    modules: dict[str, str] = json.loads(text)
    return modules


def test_every_module_comes_after_those_that_it_imports():
    known: set[str] = set()
    for path, text in read_modules().items():
        assert set(re.findall(r'"plyground:([^"]+)"', text)) <= known
        assert not re.search(r'from "\.', text)
        known.add(path)
    assert path == ENTRY


def test_modules_are_those_of_the_pages_without_comments():
    for path, text in read_modules().items():
        lines = (PACKAGE / path).read_text(encoding="utf-8").splitlines()
        linked = re.sub(r'"plyground:[^"]+"', '""', text)
        assert set(linked.splitlines()) <= {re.sub(r'"\.[^"]+"(?=;)', '""', line) for line in lines}
        assert text.count("\nexport ") == sum(line.startswith("export ") for line in lines[1:])


def test_a_missing_extra_is_a_sentence():
    code = "import sys; sys.modules['anywidget'] = None; import plyground.notebook"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert 'pip install "plyground[notebook]"' in done.stderr.splitlines()[-1]
