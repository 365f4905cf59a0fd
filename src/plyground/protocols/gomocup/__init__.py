"""The Gomocup protocol, both as an engine and as a manager of engines."""
