"""Positions are used by several threads at the same time."""

from __future__ import annotations

import threading

from plyground.games.tictactoe import TicTacToe


def test_a_thread_that_lists_moves_does_not_stop_the_others(monkeypatch):
    first, second = TicTacToe(), TicTacToe(width=4)
    begun, free = threading.Event(), threading.Event()
    call = first.call

    def call_slowly(*given):
        begun.set()
        free.wait(60)
        return call(*given)

    monkeypatch.setattr(first, "call", call_slowly)
    slow = threading.Thread(target=lambda: first.start().moves, daemon=True)
    other = threading.Thread(target=lambda: second.start().moves, daemon=True)
    slow.start()
    assert begun.wait(60)
    other.start()
    other.join(30)
    is_stopped = other.is_alive()
    free.set()
    slow.join(60)
    other.join(60)
    assert not is_stopped
