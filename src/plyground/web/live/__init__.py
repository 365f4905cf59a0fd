"""A live game on the server: its session, the clients that follow it, clocks and agents."""
