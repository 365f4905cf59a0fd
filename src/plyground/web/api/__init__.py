"""The REST API, one module per resource; each has a `router`."""
