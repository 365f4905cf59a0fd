"""Every sentence exists in both languages, and every key in the code has one."""

from __future__ import annotations

import ast
import json
import re
import string
from collections import Counter

import pytest

from plyground.locale import LANGUAGES, load_catalogue
from plyground.locale.grammar import choose_particle

TEXT_FUNCTIONS = {"say", "has_words", "Problem", "Failure"}


def topics(source_tree):
    return sorted(file.name for file in (source_tree.root / "locale" / "en").glob("*.json"))


def words(source_tree, language, topic):
    file = source_tree.root / "locale" / language / topic
    return json.loads(file.read_text(encoding="utf-8"))


def placeholders(sentence):
    """The names of its values; Korean particles are no values."""
    return {
        field for _, field, _, _ in string.Formatter().parse(sentence) if field and field.isascii()
    }


def particles(sentence):
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field} - placeholders(
        sentence
    )


def test_both_languages_have_the_same_topics(source_tree):
    for language in LANGUAGES:
        folder = source_tree.root / "locale" / language
        assert sorted(file.name for file in folder.glob("*.json")) == topics(source_tree)


def test_both_languages_say_the_same_things(source_tree):
    for topic in topics(source_tree):
        english, korean = (words(source_tree, language, topic) for language in ("en", "ko"))
        assert english.keys() == korean.keys(), topic
        for key in english:
            assert placeholders(english[key]) == placeholders(korean[key]), key


def test_korean_particles_are_chosen_not_offered():
    """No "을(를)": a particle after a value is a marker, which `format_sentence` resolves."""
    either = re.compile(r"[은는이가을를와과]\([은는이가을를와과]\)|\((?:으|이)\)[가-힣]")
    fixed = re.compile(r"\}[\"`'\]]*(?:은|는|을|를|가|와|과|으로|로|라는|라고)(?=[ .,]|$)")
    for key, sentence in load_catalogue("ko").items():
        assert not either.search(sentence), key
        assert not fixed.search(sentence.replace("}}", "")), key
        for particle in particles(sentence):
            assert choose_particle("흑", particle) == particle != choose_particle("수", particle), (
                key
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_in_two_files(source_tree, language):
    keys = Counter(
        key for topic in topics(source_tree) for key in words(source_tree, language, topic)
    )
    assert [key for key, count in keys.items() if count > 1] == []


def test_every_key_that_is_used_has_words(source_tree):
    known = load_catalogue("en")
    for file, tree in source_tree.trees():
        for key, is_whole in used_keys(tree):
            if is_whole:
                assert key in known, f"{file}: {key}"
            else:
                assert any(word.startswith(key) for word in known), f"{file}: {key}..."


def used_keys(tree):
    """Keys given to `say`, to a problem, or as help; of an f-string, how it begins."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        given = [node.args[0]] if name in TEXT_FUNCTIONS and node.args else []
        given += [word.value for word in node.keywords if word.arg in ("help", "epilog")]
        for value in given:
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
                yield value.value, True
            elif isinstance(value, ast.JoinedStr) and isinstance(value.values[0], ast.Constant):
                yield value.values[0].value, False
