"""Studies: games that are looked at, with variations, comments and what a review said.

Whoever has the address may look; whoever has the key may change. Everything here is called from
threads, never from the event loop: a study is read by playing it through.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from plyground.records.variation_tree import Node, Tree
from plyground.review.judgement import Judgement, chance_of
from plyground.store import study_store
from plyground.store.study_store import SavedStudy
from plyground.web.http_errors import Forbidden, NotFound
from plyground.web.seats import hash_token, make_id, make_token, verify_token

if TYPE_CHECKING:
    from plyground.web.services import Services

T = TypeVar("T")

MAX_CACHED_NODES = 20_000
"""Positions of studies in memory; those looked at longest ago go first."""


class Study:
    """One study."""

    def __init__(self, id: str, key: str, tree: Tree) -> None:
        self.id = id
        self.key = key
        """Hash of what proves that somebody may change it."""
        self.tree = tree
        self.judgements: dict[int, Judgement] = {}
        """What a review said of the moves, by the nodes to which they led."""
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

    def chance(self, node: Node) -> float | None:
        """Side 0's chance to win, if it is known."""
        if node.analysis is None and not node.position.is_over:
            return None
        return chance_of(0, node.position, node.analysis)

    def delete(self, node: Node) -> None:
        """Take a move away, and all that was said of it and what follows."""
        gone = [below.id for below in node.walk()]
        self.tree.delete(node)
        for number in gone:
            self.judgements.pop(number, None)


class StudyService:
    """The studies of a server: those in use are in memory, once."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lock = threading.Lock()
        self._live: WeakValueDictionary[str, Study] = WeakValueDictionary()
        self._recent: OrderedDict[str, Study] = OrderedDict()

    def create(self, tree: Tree) -> tuple[Study, str]:
        """Keep a new study; the key is told here, once."""
        key = make_token()
        study = Study(make_id(), hash_token(key), tree)
        self._add(study)
        return study, key

    def copy(self, id: str) -> tuple[Study, str]:
        """A study like another one, for somebody who may not change that one."""
        original = self.get(id)
        with original.lock:
            document = original.to_document()
        key = make_token()
        study = self._read(SavedStudy(make_id(), hash_token(key), document))
        self._add(study)
        return study, key

    def get(self, id: str) -> Study:
        with self._lock:
            study = self._live.get(id)
        if study is None:
            saved = self._services.store.read(partial(study_store.find_study, id=id))
            if saved is None:
                raise NotFound("study.problem.id", id=id)
            study = self._read(saved)
        return self._cache(study)

    def change(self, id: str, key: str, edit: Callable[[Study], T]) -> T:
        """Change a study, if the key is right; it is in the store before this returns."""
        study = self.get(id)
        if not verify_token(key, study.key):
            raise Forbidden("study.problem.key")
        with study.lock:
            result = edit(study)
            document = study.to_document()
            saving = self._services.store.write(
                partial(study_store.change_study, id=id, document=document)
            )
        try:
            saving.result()
        except Exception:
            self._evict(study)
            raise
        return result

    def _evict(self, study: Study) -> None:
        """What could not be kept is not what others should see."""
        with self._lock:
            self._recent.pop(study.id, None)
            self._live.pop(study.id, None)

    def _add(self, study: Study) -> None:
        saved = SavedStudy(study.id, study.key, study.to_document())
        self._services.store.write(partial(study_store.add_study, study=saved)).result()
        self._cache(study)

    def _read(self, saved: SavedStudy) -> Study:
        document = saved.document
        tree = document["tree"]
        game = self._services.game_cache.get_game(tree["game"], tree["options"])
        study = Study(saved.id, saved.key, Tree.from_document(tree, game))
        study.judgements = {
            int(node): Judgement.from_document(judgement)
            for node, judgement in document["judgements"].items()
        }
        study.accuracy = document["accuracy"] and tuple(document["accuracy"])
        return study

    def _cache(self, study: Study) -> Study:
        """The one living copy of a study, which is now the one used last."""
        with self._lock:
            study = self._live.setdefault(study.id, study)
            self._recent[study.id] = study
            self._recent.move_to_end(study.id)
            while (
                len(self._recent) > 1
                and sum(kept.tree.size for kept in self._recent.values()) > MAX_CACHED_NODES
            ):
                self._recent.popitem(last=False)
        return study
