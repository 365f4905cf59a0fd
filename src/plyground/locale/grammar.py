"""What a sentence needs beside its values: Korean particles and English plurals.

A catalogue writes `{move}{을}`: the particle stands in braces in the form it has after a consonant,
and takes the form that the text before it asks for (h8을, h2를). Where a word depends on a number,
it writes `{count} {count:move|moves}`. `js/grammar.js` formats sentences by the same rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter

_AFTER_VOWEL = {"은": "는", "이": "가", "을": "를", "과": "와"}

_CONTRACTIONS = {"이어": "여", "이었": "였"}

_PARTICLE = re.compile(r"은|을|과|이[가-힣]*|으로[가-힣]*")

_UNSPOKEN = re.compile(r"[^\w%+∞]+$")
"""Quotes, brackets and dots at the end, which nobody reads aloud."""

_REMARK = re.compile(r"(?<=\S)\([^()]*\)$")
"""A remark in parentheses; the particle follows the word before it."""

_DIGITS = {"1": "ㄹ", "7": "ㄹ", "8": "ㄹ", "0": "ㅇ", "3": "ㅁ", "6": "ㄱ"}
"""The last sound of 일, 칠, 팔, 영 (or 십, 백, 천, 만), 삼, 육; the other digits end in a vowel."""

_LETTERS = {"l": "ㄹ", "r": "ㄹ", "m": "ㅁ", "n": "ㄴ"}
"""The last sound of 엘, 알, 엠, 엔; all other letters end in a vowel."""

_ENGLISH_FINAL = re.compile(r"(l|m|n|ng)e?$")
"""English words that end in a consonant in Korean, too: 커널, 파일, 게임, 엔진."""


def format_sentence(sentence: str, values: Mapping[str, object]) -> str:
    """The sentence with its values, particles and plurals."""
    text = ""
    for literal, name, forms, _ in Formatter().parse(sentence):
        text += literal
        if name is None:
            continue
        if _PARTICLE.fullmatch(name):
            text += choose_particle(text, name)
        elif forms:
            one, many = forms.split("|")
            text += one if str(values[name]) == "1" else many
        else:
            text += str(values[name])
    return text


def choose_particle(text: str, particle: str) -> str:
    """The form of a particle after `text`; `particle` is its form after a consonant."""
    final = find_final_consonant(text)
    if particle.startswith("으로"):
        return particle if final not in ("", "ㄹ") else particle[1:]
    if final:
        return particle
    if particle[:2] in _CONTRACTIONS:
        return _CONTRACTIONS[particle[:2]] + particle[2:]
    return _AFTER_VOWEL.get(particle, particle[1:])


def find_final_consonant(text: str) -> str:
    """The consonant that ends the text when it is read aloud in Korean; "" after a vowel.

    Which consonant it is matters only for ㄹ.
    """
    text = _UNSPOKEN.sub("", _REMARK.sub("", text))
    last = text[-1:].lower()
    if "가" <= last <= "힣":
        final = (ord(last) - ord("가")) % 28
        return "" if final == 0 else "ㄹ" if final == 8 else "ㅇ"
    if last in _DIGITS:
        return _DIGITS[last]
    word = re.search(r"[a-z]*$", text.lower())[0]  # type: ignore[index]
    if len(word) == 1:
        return _LETTERS.get(word, "")
    ending = _ENGLISH_FINAL.search(word)
    return _LETTERS.get(ending[1], "ㅇ") if ending else ""
