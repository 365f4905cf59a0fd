"""`python -m plyground`: the same as `plyground`."""

from plyground.cli.main import main

main()
