"""The REST interface, one module a topic; each has a `router`."""
