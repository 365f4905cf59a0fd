"""Files are written atomically."""

from __future__ import annotations

import os

import pytest

from plyground.locale import Failure, Problem
from plyground.records import files
from plyground.records.files import load_record, read_text, save_record, write_text
from plyground.records.record import Record


def test_a_record_round_trips_through_its_file(tmp_path):
    path = tmp_path / "대국.json"
    record = Record("tictactoe", "tictactoe@1", moves=("b2",))
    save_record(path, record)
    assert load_record(path) == record
    assert os.listdir(tmp_path) == ["대국.json"]


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    path.write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(Failure, match="No space left"):
        write_text(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["game.json"]


def test_permissions_and_links_are_kept(tmp_path):
    path, link = tmp_path / "game.json", tmp_path / "link.json"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_text(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_default_permissions(tmp_path):
    (tmp_path / "usual").touch()
    write_text(tmp_path / "new", "text")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_device_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_text(pipe, "text")
        assert os.read(reader, 10) == b"text"
        assert not pipe.is_file()
    finally:
        os.close(reader)


@pytest.mark.parametrize("name", ["missing/game.json", ".", "x" * 300, "nul\0"])
def test_an_unwritable_path_is_a_failure(tmp_path, name):
    with pytest.raises(Failure, match="could not be written"):
        write_text(tmp_path / name, "text")


def test_an_unreadable_file_is_a_problem(tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for name, words in (("none", "no file"), ("binary", "UTF-8"), (".", "could not be read")):
        with pytest.raises(Problem, match=words):
            read_text(tmp_path / name)
