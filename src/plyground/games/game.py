"""The base class of every game: options, notation, text and scene around the kernels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from plyground.core.contract import Kernels, Rules, Vector, is_vector
from plyground.core.jit import as_kernel, make_readonly
from plyground.games.atlas_task import AtlasTask
from plyground.games.options import Option, Setting, resolve
from plyground.games.remark import Remark
from plyground.games.scene import Overlay, Path, Scene
from plyground.locale import Failure, Problem, Sentence, has_words, localize, say

if TYPE_CHECKING:
    # It loads the compiler, which is not needed before native code is.
    from plyground.core.pointers import NativeKernels

    # A game makes its positions and their observations, and each of them knows its game.
    from plyground.games.observation import Observation
    from plyground.games.position import Position
    from plyground.games.rounds import Grades


class NamelessGame(Problem, AttributeError):
    """A game without a name; to `hasattr` and the like, a missing attribute."""


class _MissingName:
    """The `name` of a game that defines none: a sentence where it is used."""

    def __get__(self, game: Game | None, kind: type[Game]) -> str:
        raise NamelessGame("problem.game.name", game=kind.__name__)


class ImpossiblePosition(Problem):
    """A text that describes a position to which no game leads. An editor shows it all the same, so
    that it can be mended."""

    def __init__(self, key: str, /, *, state: Vector, spots: Path, **values: object) -> None:
        super().__init__(key, state=state, spots=spots, **values)
        self.state = state
        self.spots = spots
        """Where it is wrong."""


class Game(ABC):
    """A game with its options fixed: `Kamisado(points=3)`. Subclass it to write a game.

    A game defines `name`, `build`, `path` and `scene`; everything else has a default.
    """

    name: ClassVar[str] = cast(str, _MissingName())
    """What commands and records call it: a word in small letters."""
    version: ClassVar[int] = 1
    """Raised when the rules change so that old records may replay differently."""
    titles: ClassVar[Mapping[str, str]] = {}
    """Title by language, for a game that is not in the catalogue."""
    descriptions: ClassVar[Mapping[str, str]] = {}
    """One sentence by language, for the lobby and the list of games; without it, the first line of
    the class's docstring."""
    options: ClassVar[tuple[Option, ...]] = ()
    """What can be chosen before a game."""
    benches: ClassVar[Mapping[str, str]] = {}
    """Checks of this game against a file of known answers (`plyground bench --NAME FILE`): each
    name with its function (`module:function`)."""
    formats: ClassVar[Mapping[str, str]] = {}
    """File formats of other programs that this game reads and writes: each file extension (`sgf`)
    with the module that does it (see `games.interchange.Format`)."""
    protocols: ClassVar[Mapping[str, str]] = {}
    """Engine protocols that this game supports: each name (in `protocols`) with the module that
    translates."""
    yardsticks: ClassVar[Mapping[str, int]] = {}
    """Searches that `plyground bench` times for this game: each name (in `bench.search_speed`) with
    its depth or size."""
    peers: ClassVar[Mapping[str, str]] = {}
    """The same game in other libraries, for `plyground bench`: each package (`open_spiel`) with the
    name and parameters of the game there, as in `hex(board_size={size})`."""

    atlas: ClassVar[Sequence[Mapping[str, object]]] = ()
    """Options with which the game is small enough to be solved, for `plyground atlas`."""

    def __init__(self, /, **given: object) -> None:
        self.settings: dict[str, Any] = resolve(self.name, self.options, given)
        """The value of every option."""
        self._native: NativeKernels | None = None
        self.settle()

    def __reduce__(self) -> tuple[object, ...]:
        """Copied and pickled by its options: native code stays where it is."""
        return partial(type(self), **self.changed_settings), ()

    # A game must define these.

    @abstractmethod
    def build(self) -> Rules:
        """The kernels, tables and start of the game with these settings."""

    @abstractmethod
    def path(self, state: Vector, move: int) -> Path:
        """The spots that a legal move goes through."""

    @abstractmethod
    def scene(self, state: Vector) -> Scene:
        """What to draw."""

    # A game may override these.

    def settle(self) -> None:  # noqa: B027
        """Check settings that depend on each other, and fill in those whose default is None."""

    def move_text(self, state: Vector, move: int) -> str:
        """A legal move as people write it; unless overridden, its path: `d1-d5`."""
        return "-".join(self.path(state, move))

    def tidy(self, text: str) -> str:
        """Normalise a move that somebody typed to the form that `move_text` writes."""
        return text.strip().lower()

    def write_state(self, state: Vector) -> str | None:
        """One line of text for a position, or None if it is written as its list of moves."""
        return None

    def read_state(self, text: str) -> Vector | None:
        """The reverse of `write_state`; None if positions are written as lists of moves. Raises an
        `ImpossiblePosition` if it can be read, but not arise."""
        return None

    def reason(self, state: Vector) -> str | None:
        """Key of the text that says why a finished game ended."""
        return None

    def side_names(self, state: Vector) -> tuple[str, str]:
        """What the two sides are called in a position, in the current language."""
        return say("side.0"), say("side.1")

    @property
    def overlays(self) -> tuple[str, ...]:
        """Names of the overlays that this game offers with these settings. Their titles are in the
        catalogue, at `game.GAME.overlay.NAME`."""
        return ()

    def overlay(self, name: str, position: Position) -> Overlay:
        """One of `overlays`, for a position."""
        raise NotImplementedError

    def remark(self, before: Position, move: int, better: int) -> Remark | None:
        """Why a legal move of a position is worse than a better one, in one sentence, with moves
        that show it; None if the game has no explanation."""
        return None

    def note(self, position: Position) -> Sentence | None:
        """What to know of a position beside its value, in one sentence; `plyground solve` prints
        it. It may be a rule of thumb: nothing is concluded from it."""
        return None

    brushes: ClassVar[tuple[str, ...]] = ()
    """The tools for setting up a position by hand: `first` and `second` put a piece of that side
    on a spot, `none` removes one, `move` moves one to another spot, `turn` gives the move to the
    other side. Without any, a position can only be entered as text."""

    @property
    def round(self) -> Game | None:
        """In a match of rounds: a single round as a game of its own, with the same moves, which
        can be solved where the match cannot. Then `grade_round` says what its results are worth."""
        return None

    def grade_round(self, position: Position) -> Grades:
        """The results that the round of a position can have, as questions about `round`."""
        raise NotImplementedError

    @classmethod
    def list_atlas_tasks(cls) -> Iterable[AtlasTask]:
        """The positions that `plyground atlas` solves: more than starts, if this is overridden."""
        return map(AtlasTask, cls.atlas)

    def arrange(self, text: str, brush: str, spots: Path) -> str:
        """The text of a position after one use of a brush. The result need not be a possible
        position: it may take more changes to become one."""
        raise NotImplementedError

    # Every game has these.

    @cached_property
    def rules(self) -> Rules:
        """What `build` has returned, built once."""
        rules = self.build()
        return replace(rules, start=make_readonly(rules.start), tables=make_readonly(rules.tables))

    @property
    def kernels(self) -> Kernels:
        """The kernels of the rules, plain."""
        return self.rules.kernels

    @property
    def id(self) -> str:
        """Name and version of the rules: `kamisado@1`."""
        return f"{self.name}@{self.version}"

    @property
    def title(self) -> str:
        """What people call it, in the current language."""
        key = f"game.{self.name}.title"
        if has_words(key):
            return say(key)
        return localize(self.titles) or self.name

    def overlay_title(self, name: str) -> str:
        """What people call an overlay, in the current language."""
        key = f"game.{self.name}.overlay.{name}"
        return say(key) if has_words(key) else name

    @property
    def changed_settings(self) -> dict[str, Setting]:
        """The settings that are not at their defaults."""
        return {
            option.name: self.settings[option.name]
            for option in self.options
            if self.settings[option.name] != option.default
        }

    @property
    def explicit_settings(self) -> dict[str, Setting]:
        """The changed settings as they are told to whoever knows the rules only: what a seed or a
        name stands for is spelled out."""
        return self.canonical.changed_settings

    @cached_property
    def canonical(self) -> Game:
        """The same game, with moves written as records have them."""
        shown = {option.name for option in self.options if option.is_display}
        if not shown & self.changed_settings.keys():
            return self
        kept = {name: value for name, value in self.changed_settings.items() if name not in shown}
        return type(self)(**kept)

    def native(self) -> NativeKernels:
        """The kernels as native code; compiled, or loaded from the cache, at the first call.

        A user's game is checked before that (`games.checking.admission`).
        """
        if self._native is None:
            from plyground.core.pointers import compile_rules
            from plyground.games.checking.admission import admit

            admit(self)
            self._native = compile_rules(self.kernels)
        return self._native

    @property
    def is_native(self) -> bool:
        """Have the kernels been compiled, or loaded from the cache, already?"""
        return self._native is not None

    def kernel(self, name: str) -> Callable[..., Any]:
        """A kernel to call from Python: native if the game is compiled already, else plain."""
        if self._native is not None:
            return self._native.compiled[name].call
        return as_kernel(getattr(self.kernels, name)).function

    def call(self, name: str, *arguments: Any) -> Any:
        """Run a kernel; whatever goes wrong in it is a `Failure`."""
        try:
            return self.kernel(name)(*arguments)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise Failure("problem.check.failed", kernel=name, why=why) from error

    def name_position(self, state: Vector) -> bytes:
        """The name of a position in a certificate: positions with one name count as one. A game
        whose checker knows symmetries may give equal positions one name."""
        return state.tobytes()

    def observe(self, position: Position) -> Observation:
        """The position as plain values, for an agent with `act(state)`."""
        from plyground.games.observation import observe

        return observe(position)

    def start(self) -> Position:
        """The position in which a game begins."""
        from plyground.games.position import Position

        return Position(self, self.rules.start)

    def position(self, text: str) -> Position:
        """The position that one line of text describes."""
        from plyground.games.position import Position

        if not text.strip():
            return self.start()
        state = self.read_state(text)
        if state is None:
            return self.start().play_all(text)
        if not is_vector(state) or len(state) != len(self.rules.start) or state[0] not in (0, 1):
            raise Failure("problem.position.state", game=repr(self), text=text)
        return Position(self, state)

    def draw(self, position: Position) -> Scene:
        """The scene of a position with its legal paths, their buttons, and its last move."""
        state = position.state
        paths = {self.move_text(state, move): self.path(state, move) for move in position.codes}
        scene = self.scene(state)
        legal = {spot for path in paths.values() for spot in path}
        buttons = tuple(button for button in scene.buttons if button.name in legal)
        return replace(scene, paths=paths, buttons=buttons, last=position.last_path)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.settings == getattr(other, "settings", None)

    def __hash__(self) -> int:
        return hash((type(self), tuple(sorted(self.settings.items(), key=str))))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.changed_settings.items())
        return f"{type(self).__name__}({given})"

    def __str__(self) -> str:
        """The title, and the settings that are not at their defaults."""
        given = ", ".join(f"{name}={value}" for name, value in self.changed_settings.items())
        return f"{self.title} ({given})" if given else self.title

    def _repr_html_(self) -> str:
        """The title, the options and the start, as a notebook shows them."""
        from plyground.games.captions import describe_game, describe_option
        from plyground.games.drawing.html_table import make_paragraph, make_table

        rows = [
            (option.name, str(self.settings[option.name]), describe_option(self, option))
            for option in self.options
        ]
        table = make_table((), rows) if rows else ""
        about = make_paragraph(*filter(None, (self.title, describe_game(self))))
        return about + table + self.start()._repr_svg_()

    def explain_illegal(self, position: Position, text: str) -> Problem:
        """Why `text` is not a legal move in a position, in one sentence."""
        if position.is_over:
            return Problem("problem.move.over", given=text)
        shown = position.moves[:12]
        dots = " ..." if len(position.moves) > len(shown) else ""
        return Problem("problem.move", given=text, legal=" ".join(shown) + dots)
