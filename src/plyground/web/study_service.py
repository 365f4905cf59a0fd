"""Studies: games with variations, comments and the judgements of a review.

Whoever knows the id may read; whoever has the key may edit. Call everything here from threads, not
from the event loop: loading a study replays it.
"""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from plyground.records.variation_tree import GameNode, VariationTree
from plyground.review.annotation import annotate_tree
from plyground.review.judgement import Judgement, side_winning_chance
from plyground.store import study_store
from plyground.store.database import Database
from plyground.store.study_store import SavedStudy
from plyground.store.usage import mark_visited
from plyground.web.game_cache import GameCache
from plyground.web.http_errors import ContentTooLarge, Forbidden, NotFound
from plyground.web.seats import hash_token, make_id, make_token, verify_token

T = TypeVar("T")

MAX_CACHED_NODES = 20_000
"""Positions of studies in memory; the least recently used studies are dropped."""


class Study:
    """One study."""

    def __init__(self, id: str, key: str, tree: VariationTree, version: int = 0) -> None:
        self.id = id
        self.version = version
        """That of the row in the store, with all changes that are queued for it."""
        self.key = key
        """Hash of the key that allows to edit it."""
        self.tree = tree
        self.judgements: dict[int, Judgement] = {}
        """The review's judgements of moves, by the id of the node after the move."""
        self.accuracy: tuple[float | None, float | None] | None = None
        self.lock = threading.Lock()

    def to_document(self) -> dict[str, Any]:
        return {
            "tree": self.tree.to_document(),
            "judgements": {
                str(node): judgement.to_document() for node, judgement in self.judgements.items()
            },
            "accuracy": self.accuracy,
        }

    def annotate(self) -> VariationTree:
        """The tree with the judgements written into it."""
        if not self.judgements:
            return self.tree
        with self.lock:
            document, judgements = self.tree.to_document(), dict(self.judgements)
        tree = VariationTree.from_document(document, self.tree.game)
        annotate_tree(tree, judgements)
        return tree

    def get_chance(self, node: GameNode) -> float | None:
        """Winning chance of side 0, if known."""
        if node.analysis is None and not node.position.is_over:
            return None
        return side_winning_chance(0, node.position, node.analysis)

    def delete(self, node: GameNode) -> None:
        """Delete a move with all that follows, and their judgements."""
        deleted = [below.id for below in node.walk()]
        self.tree.delete(node)
        for id in deleted:
            self.judgements.pop(id, None)


class StudyService:
    """Loads, edits and saves studies. A study in use is in memory exactly once."""

    def __init__(self, store: Database, game_cache: GameCache, size_limit: int) -> None:
        self._store = store
        self._game_cache = game_cache
        self._size_limit = size_limit
        self._lock = threading.Lock()
        self._live: WeakValueDictionary[str, Study] = WeakValueDictionary()
        self._recent: OrderedDict[str, Study] = OrderedDict()

    def create(self, tree: VariationTree) -> tuple[Study, str]:
        """Save a new study. The key is returned here only."""
        key = make_token()
        study = Study(make_id(), hash_token(key), tree)
        self._add(study)
        return study, key

    def copy(self, id: str) -> tuple[Study, str]:
        """Copy a study for somebody who does not have its key."""
        original = self.get(id)
        with original.lock:
            document = original.to_document()
        key = make_token()
        study = self._read(SavedStudy(make_id(), hash_token(key), document))
        self._add(study)
        return study, key

    def exists(self, id: str) -> bool:
        return self._store.read(partial(study_store.has_study, id=id))

    def get(self, id: str) -> Study:
        with self._lock:
            study = self._live.get(id)
        if study is None:
            saved = self._store.read(partial(study_store.find_study, id=id))
            if saved is None:
                raise NotFound("study.problem.id", id=id)
            study = self._read(saved)
            self._store.write(partial(mark_visited, kind="studies", id=id, now=time.time()))
        return self._cache(study)

    def change(self, id: str, key: str, edit: Callable[[Study], T]) -> T:
        """Edit a study if the key is right; the store has the change before this returns."""
        study = self.get(id)
        if not verify_token(key, study.key):
            raise Forbidden("study.problem.key")
        with study.lock:
            result = edit(study)
            try:
                document = self._dump(study)
            except ContentTooLarge:
                self._evict(id)
                raise
            change = partial(
                study_store.update_study, id=id, version=study.version, document=document
            )
            saving = self._store.write(change)
            study.version += 1
        try:
            saving.result()
        except Exception:
            self._evict(id)
            raise
        return result

    def _dump(self, study: Study) -> dict[str, Any]:
        """The document of a study, unless it is too large."""
        document = study.to_document()
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        if len(text.encode("utf-8", "replace")) > self._size_limit:
            raise ContentTooLarge("study.problem.large", most=self._size_limit // 1024)
        return document

    def delete(self, id: str) -> None:
        self._store.write(partial(study_store.delete_study, id=id)).result()
        self._evict(id)

    def _evict(self, id: str) -> None:
        """Drop a study that is deleted, or that could not be saved: others must not see it."""
        with self._lock:
            self._recent.pop(id, None)
            self._live.pop(id, None)

    def _add(self, study: Study) -> None:
        saved = SavedStudy(study.id, study.key, self._dump(study))
        self._store.write(partial(study_store.add_study, study=saved)).result()
        self._cache(study)

    def _read(self, saved: SavedStudy) -> Study:
        document = saved.document
        tree = document["tree"]
        game = self._game_cache.get_game(tree["game"], tree["options"])
        study = Study(saved.id, saved.key, VariationTree.from_document(tree, game), saved.version)
        study.judgements = {
            int(node): Judgement.from_document(judgement)
            for node, judgement in document["judgements"].items()
        }
        study.accuracy = document["accuracy"] and tuple(document["accuracy"])
        return study

    def _cache(self, study: Study) -> Study:
        """The one copy of a study in memory, marked as most recently used."""
        with self._lock:
            study = self._live.setdefault(study.id, study)
            self._recent[study.id] = study
            self._recent.move_to_end(study.id)
            while (
                len(self._recent) > 1
                and sum(recent.tree.size for recent in self._recent.values()) > MAX_CACHED_NODES
            ):
                self._recent.popitem(last=False)
        return study
