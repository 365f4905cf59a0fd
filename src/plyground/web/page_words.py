"""The sentences that pages show, by key."""

from __future__ import annotations

from plyground.locale import current_language, load_catalogue

TOPICS = (
    "web.", "reason", "outcome.", "game.", "side.", "turn", "score.", "agent.", "draw.",
    "server.", "play.",
)  # fmt: skip
"""Prefixes of the keys that are sent to pages."""


def load_page_words() -> dict[str, str]:
    """Every sentence of the pages in the current language."""
    words = load_catalogue(current_language())
    return {key: sentence for key, sentence in words.items() if key.startswith(TOPICS)}
