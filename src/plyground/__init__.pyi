"""The public names, for type checkers: the package loads each when it is used."""

from plyground.adapters.vector_game import VectorGame as VectorGame
from plyground.agents.specs import agent as agent
from plyground.agents.verdict import Verdict as Verdict, solve as solve
from plyground.arena.tournament import (
    Tournament as Tournament,
    play_match as play_match,
    play_tournament as play_tournament,
)
from plyground.arena.llr_chart import draw_llr_chart as draw_llr_chart
from plyground.arena.match import MatchReport as MatchReport
from plyground.arena.sprt import Sprt as Sprt
from plyground.core.bits import (
    bit as bit,
    clear_lowest as clear_lowest,
    highest_bit as highest_bit,
    lowest_bit as lowest_bit,
    multiply as multiply,
    popcount as popcount,
    shift_left as shift_left,
    shift_right as shift_right,
    word as word,
)
from plyground.core.contract import (
    Kernels as Kernels,
    Rules as Rules,
    Vector as Vector,
    vector as vector,
)
from plyground.core.hashing import hash_vector as hash_vector, mix as mix
from plyground.core.jit import kernel as kernel
from plyground.core.limits import Clock as Clock, Limit as Limit
from plyground.core.values import (
    DRAW as DRAW,
    LOSS as LOSS,
    ONGOING as ONGOING,
    POINT as POINT,
    WIN as WIN,
    lost_in as lost_in,
    margin as margin,
    won_in as won_in,
)
from plyground.games.checking.checker import Report as Report, check_game as check_game
from plyground.games.game import Game as Game
from plyground.games.grid import (
    grid_spots as grid_spots,
    hex_spots as hex_spots,
    mark_rows as mark_rows,
    spot_name as spot_name,
)
from plyground.games.observation import Observation as Observation
from plyground.games.options import Option as Option
from plyground.games.position import Outcome as Outcome, Position as Position
from plyground.games.registry import game_names as game_names, load_game as load_game
from plyground.games.scene import (
    Area as Area,
    Arrow as Arrow,
    Border as Border,
    Button as Button,
    Label as Label,
    Mark as Mark,
    Overlay as Overlay,
    Piece as Piece,
    Pit as Pit,
    Scene as Scene,
    Spot as Spot,
    Stroke as Stroke,
)
from plyground.games.score import Analysis as Analysis, Line as Line, Score as Score
from plyground.locale import Problem as Problem, localize as localize

__version__: str
