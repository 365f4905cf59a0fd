"""Scenes as SVG: well-formed XML, complete, and accessible to screen readers."""

from __future__ import annotations

import math
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.games.drawing import palette
from plyground.games.drawing.palette import mix_colours, pick_text_colour, tone_colour
from plyground.games.drawing.seeds import scatter_seeds
from plyground.games.drawing.svg import draw_miniature, draw_svg
from plyground.games.grid import grid_spots, hex_spots
from plyground.games.registry import game_names, load_game
from plyground.games.scene import Area, Border, Button, Label, Piece, Pit, Scene, Spot, Stroke

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parsed(scene, title="", description=""):
    return ElementTree.fromstring(draw_svg(scene, title, description))


def every(root, name, **attributes):
    return [
        element
        for element in root.iter(f"{NAMESPACE}{name}")
        if all(element.get(key.replace("_", "-")) == value for key, value in attributes.items())
    ]


def written(root):
    return ["".join(element.itertext()) for element in every(root, "text")]


@pytest.mark.parametrize("name", game_names())
def test_every_game_makes_a_picture(name):
    position = load_game(name).start()
    for _ in range(3):
        position = position.play(position.moves[0])
    root = ElementTree.fromstring(position._repr_svg_())
    assert root.get("role") == "img"
    assert every(root, "title")[0].text == position.game.title
    assert position.text in every(root, "desc")[0].text
    width, height = (float(root.get(side)) for side in ("width", "height"))
    assert 300 < width < 1200
    assert 200 < height < 1200


@given(st.text(), st.text())
def test_any_text_is_escaped(title, label):
    scene = Scene("plane", (Spot("A", 0, 0),), labels=(Label(0, 0, label),))
    root = parsed(scene, title, label)
    assert len(every(root, "text")) == 2


def test_hangul_is_kept_and_markup_is_not():
    root = parsed(Scene("cells", grid_spots(1, 1)), "땅따먹기 <b>&\x00\ud800")
    assert every(root, "title")[0].text == "땅따먹기 <b>&"


def test_a_tone_cannot_smuggle_markup_in():
    assert "script" not in draw_svg(Scene("cells", (Spot("a1", 0, 0, '"><script>'),)))


def test_squares_have_tone_glyph_and_coordinates():
    spots = (Spot("a1", 0, 0, "pink", "K"), Spot("b1", 1, 0, "blue", "B"))
    root = parsed(Scene("cells", spots))
    assert every(root, "rect", fill=tone_colour("pink"))
    assert sorted(written(root)) == ["1", "B", "K", "a", "b"]


def test_rank_is_drawn_as_rings():
    def rings(rank):
        piece = Piece("a1", 0, "K", "pink", rank)
        return len(every(parsed(Scene("cells", grid_spots(1, 1), (piece,))), "circle", fill="none"))

    assert [rings(rank) for rank in range(4)] == [0, 1, 2, 3]


def test_crossings_are_joined_and_stones_have_colours():
    stones = (Piece("a1", 0), Piece("b2", 1, "○"))
    root = parsed(Scene("points", grid_spots(3, 3), stones, last=("b2",)))
    assert len(every(root, "line")) == 12
    assert len(every(root, "circle", fill=palette.STONES[0])) == 1
    assert len(every(root, "circle", fill=palette.STONES[1])) == 1
    assert len(every(root, "circle", fill=palette.DOT)) == 1


def test_the_last_move_is_framed():
    root = parsed(Scene("cells", grid_spots(2, 2), last=("a1", "b2", "left")))
    assert len(every(root, "rect", stroke=palette.LAST)) == 2


def test_areas_and_lines_have_their_owners_colours():
    spots = (Spot("A", 0, 0), Spot("B", 4, 0), Spot("C", 2, 3))
    scene = Scene(
        "plane",
        spots,
        lines=(Stroke("A", "B", 0), Stroke("B", "C", 1), Stroke("A", "C")),
        areas=(Area(("A", "B", "C"), 1),),
        buttons=(Button("left", "Fill"),),
        score=(0, 1),
        last=("C", "B"),
    )
    root = parsed(scene)
    assert every(root, "polygon", fill=palette.SIDES[1])
    assert len(every(root, "line", stroke=palette.SIDES[0])) == 1
    assert len(every(root, "line", stroke=palette.LAST)) == 1
    assert {"A", "B", "C", "left: Fill"} <= set(written(root))
    assert every(root, "tspan", fill=palette.SIDES[0])
    assert every(root, "tspan", fill=palette.SIDES[1])


def test_unknown_tones_have_colours_of_their_own():
    assert tone_colour("mauve") == tone_colour("mauve")
    assert tone_colour("#ABCDEF") == "#abcdef"
    assert tone_colour("\ud800").startswith("#")


def test_words_can_be_read_on_every_tone():
    assert pick_text_colour("#ffffff") == palette.STONES[0]
    assert pick_text_colour("#000000") == palette.STONES[1]
    assert mix_colours("#ff0000", "#0000ff", 0.5) == "#800080"


def view_box(root):
    return tuple(float(number) for number in root.get("viewBox").split())


def shifted(root):
    """How far the board is moved to the right and down inside of the picture."""
    [moved] = [g for g in every(root, "g") if (g.get("transform") or "").startswith("translate")]
    right, *down = moved.get("transform").removeprefix("translate(").removesuffix(")").split()
    return float(right), float(down[0]) if down else 0.0


def corners(element):
    return [tuple(map(float, pair.split(","))) for pair in element.get("points").split()]


def test_hexagons_touch_their_six_neighbours():
    root = parsed(Scene("hexagons", hex_spots(3, 3)))
    cells = [corners(cell) for cell in every(root, "polygon")]
    assert [len(cell) for cell in cells] == [6] * 9
    middle = cells[4]
    touching = [
        cell
        for cell in cells
        if cell is not middle
        and sum(abs(x - u) < 0.1 and abs(y - v) < 0.1 for x, y in cell for u, v in middle) == 2
    ]
    assert len(touching) == 6
    assert sorted(written(root)) == ["1", "2", "3", "a", "b", "c"]


@pytest.mark.parametrize("board", ["cells", "hexagons", "points", "plane"])
def test_borders_have_their_sides_colours_and_lie_inside_the_picture(board):
    spots = hex_spots(3, 3) if board == "hexagons" else grid_spots(3, 3)
    borders = (Border(("a1", "c1"), 0), Border(("a1", "a3"), 1))
    scene = Scene(board, spots, borders=borders)
    root = parsed(scene)
    colours = palette.side_colours(scene)
    right, down = shifted(root)
    _, _, width, height = view_box(root)
    for colour in colours:
        [strip] = every(root, "polygon", fill=colour)
        for x, y in corners(strip):
            assert 0 <= x + right <= width
            assert 0 <= y + down <= height
    # Two borders that meet share a corner.
    first, second = (set(corners(every(root, "polygon", fill=c)[0])) for c in colours)
    assert first & second
    # The second player's has a stripe: not by colour alone.
    assert len([line for line in every(root, "polyline") if line.get("stroke") == "#fff"]) == 1


@pytest.mark.parametrize("count", [0, 1, 7, 24, 200])
def test_a_pit_shows_its_seeds_and_their_number(count):
    scene = Scene("pits", (Spot("a", 0, 0),), pits=(Pit("a", count, 0),))
    root = parsed(scene)
    seeds = every(root, "circle")
    assert len(seeds) == min(count, 40)
    assert written(root) == ["a", str(count)]
    [pit] = every(root, "rect", stroke=palette.SIDES[0])
    left, top, width, height = (float(pit.get(name)) for name in ("x", "y", "width", "height"))
    for seed in seeds:
        x, y, r = (float(seed.get(name)) for name in ("cx", "cy", "r"))
        assert left <= x - r < x + r <= left + width
        assert top <= y - r < y + r <= top + height


@pytest.mark.parametrize("span", [1.0, 2.0, 3.0])
def test_no_seed_lies_on_another(span):
    for count in range(60):
        seeds = scatter_seeds(count, span)
        assert len(seeds) == min(count, 40)
        for (x, y, r), (u, v, s) in combinations(seeds, 2):
            assert math.hypot(x - u, y - v) >= r + s


def test_a_store_is_as_high_as_its_rows():
    spots = (Spot("a", 0, 0), Spot("b", 0, 1), Spot("store", 1, 0.5, span=2))
    root = parsed(Scene("pits", spots, pits=(Pit("store", 3),)))
    low, high = sorted({float(pit.get("height")) for pit in every(root, "rect", rx="22.08")})
    assert high == pytest.approx(low + 48, abs=0.1)


def test_a_name_yields_to_the_piece_on_its_spot():
    for board in ("cells", "hexagons", "plane"):
        spots = (Spot("p", 0, 0), Spot("q", 1, 0))
        shown = written(parsed(Scene(board, spots, (Piece("p", 0, "K"),))))
        assert sorted(shown) == ["K", "q"]


@pytest.mark.parametrize("board", ["cells", "hexagons", "points", "pits", "plane"])
@pytest.mark.parametrize(("x", "y"), [(-3, 0), (4, 0), (0, -3), (0, 4), (0.5, 0.5)])
def test_long_labels_stay_inside_the_picture(board, x, y):
    label = "A label much longer than the board: 보드보다 긴 이름표"
    root = parsed(Scene(board, grid_spots(2, 2), labels=(Label(x, y, label),)))
    [text] = [text for text in every(root, "text") if text.text == label]
    right, down = shifted(root)
    _, _, width, height = view_box(root)
    size = float(text.get("font-size"))
    # Half an em for each Latin letter and an em for a syllable is what fonts need at least.
    half = size * sum(1.0 if letter > "\u1100" else 0.5 for letter in label) / 2
    assert float(text.get("x")) + right - half >= 0
    assert float(text.get("x")) + right + half <= width
    assert float(text.get("y")) + down - size >= 0
    assert float(text.get("y")) + down <= height


@pytest.mark.parametrize("board", ["cells", "hexagons", "points", "pits", "plane"])
def test_a_miniature_has_no_text(board):
    scene = Scene(
        board,
        (Spot("p", 0, 0, glyph="*"), Spot("q", 1, 0)),
        (Piece("p", 0),),
        pits=(Pit("q", 3, 1),),
        borders=(Border(("p", "q"), 1),),
    )
    drawn = draw_miniature(scene)
    assert "<text" not in drawn.board + drawn.pieces
    assert drawn.width > 0
    assert drawn.height > 0


def test_pieces_of_neither_side_are_shapes_in_their_tones():
    glyphs = "●○■□•◦▪▫"
    pieces = tuple(
        Piece(f"{'abcdefgh'[i]}1", None, glyph, "pink") for i, glyph in enumerate(glyphs)
    )
    root = parsed(Scene("cells", grid_spots(8, 1), pieces))
    body = tone_colour("pink")
    discs, squares = (every(root, name, fill=body) for name in ("circle", "rect"))
    assert [len(discs), len(squares)] == [4, 4]
    assert len({disc.get("r") for disc in discs}) == 2
    holes = every(root, "circle", fill=pick_text_colour(body))
    assert len(holes) == 2
    assert not [text for text in every(root, "text") if text.text in glyphs]


def test_a_piece_of_neither_side_leaves_the_sides_their_colours():
    scene = Scene("cells", grid_spots(2, 1), (Piece("a1", None, tone="red"), Piece("b1", 0)))
    assert palette.side_colours(scene) == palette.SIDES


def test_a_row_without_a_first_square_is_labelled():
    spots = (Spot("a1", 0, 0), Spot("b1", 1, 0), Spot("b2", 1, 1))
    texts = [text.text for text in every(parsed(Scene("cells", spots)), "text")]
    assert sorted(texts) == ["1", "2", "a", "b"]
