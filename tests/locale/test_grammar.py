"""Sentences with values: the particles of Korean grammar, and English plurals."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib import resources

import pytest

from plyground.locale.grammar import format_sentence

PARTICLES = ["은", "이", "을", "과", "으로", "이나", "이라는", "이어야", "이었다"]

CONSONANT = ["은", "이", "을", "과", "으로", "이나", "이라는", "이어야", "이었다"]
RIEUL = ["은", "이", "을", "과", "로", "이나", "이라는", "이어야", "이었다"]
VOWEL = ["는", "가", "를", "와", "로", "나", "라는", "여야", "였다"]

READINGS = {
    # Hangul, by the last syllable.
    "흑": CONSONANT,
    "선수": VOWEL,
    "오목": CONSONANT,
    "카미사도": VOWEL,
    "서울": RIEUL,
    "틱택토": VOWEL,
    # Digits: 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구, 십, 백, 천.
    "0": CONSONANT,
    "1": RIEUL,
    "2": VOWEL,
    "3": CONSONANT,
    "4": VOWEL,
    "5": VOWEL,
    "6": CONSONANT,
    "7": RIEUL,
    "8": RIEUL,
    "9": VOWEL,
    "10": CONSONANT,
    "100": CONSONANT,
    "2000": CONSONANT,
    "-3": CONSONANT,
    "0.5": VOWEL,
    "h8": RIEUL,
    "d1-d5": VOWEL,
    # Letters: 비, 에이치, 엘, 엠, 엔, 알, 엑스.
    "A-B": VOWEL,
    "h": VOWEL,
    "L": RIEUL,
    "M": CONSONANT,
    "N": CONSONANT,
    "A-R": RIEUL,
    "X": VOWEL,
    # English words: 엔진, 커널, 게임, 미니맥스, 랜덤, 오더, 파일, 제이슨, 스트링.
    "engine": CONSONANT,
    "kernel": RIEUL,
    "game": CONSONANT,
    "minimax": VOWEL,
    "random": CONSONANT,
    "order": VOWEL,
    "my file": RIEUL,
    "game.json": CONSONANT,
    "string": CONSONANT,
    # What is not read aloud, and remarks in parentheses.
    '"h8"': RIEUL,
    "`size`": VOWEL,
    "‘흑’": CONSONANT,
    "SZ[13]": CONSONANT,
    '"흑"(B)': CONSONANT,
    "main()": CONSONANT,
    "(선수)": VOWEL,
    # Signs with a reading: 퍼센트, 무한대.
    "50 %": VOWEL,
    "∞": VOWEL,
}

CASES = [
    (f"{{word}}{{{particle}}}", {"word": word}, word + form)
    for word, forms in READINGS.items()
    for particle, form in zip(PARTICLES, forms, strict=True)
] + [
    ("{count} {count:move|moves}", {"count": 1}, "1 move"),
    ("{count} {count:move|moves}", {"count": 2}, "2 moves"),
    ("{count} {count:move|moves}", {"count": 0}, "0 moves"),
    ("{count} {count:move|moves}", {"count": "1"}, "1 move"),
    ("{{{move}}} {move}", {"move": "{을}"}, "{{을}} {을}"),
    ("{a}{은} {b}{을}, {a}{이}", {"a": "백", "b": "a2"}, "백은 a2를, 백이"),
]


@pytest.mark.parametrize(("sentence", "values", "text"), CASES)
def test_a_particle_or_plural_follows_what_is_read_aloud(sentence, values, text):
    assert format_sentence(sentence, values) == text


def test_a_missing_value_is_an_error():
    with pytest.raises(KeyError):
        format_sentence("{count:move|moves}", {})


def test_the_browser_formats_the_same():
    if shutil.which("node") is None:
        pytest.skip("there is no node here, so the script cannot run")
    script = resources.files("plyground.web").joinpath("static", "js", "grammar.js")
    program = (
        script.read_text(encoding="utf-8")
        + f"\nconst cases = {json.dumps(CASES)};"
        + "\nconsole.log(JSON.stringify(cases.map(([words, values]) => "
        + "formatSentence(words, values))));"
    )
    done = subprocess.run(
        ["node", "--input-type=module", "-"],
        input=program,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert json.loads(done.stdout) == [text for _, _, text in CASES]
