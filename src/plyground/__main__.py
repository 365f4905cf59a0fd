"""`plyground`, `pbrain-plyground` and `python -m plyground`: Ctrl-C works from the first line on.

So nothing is imported before it does; `cli/interrupts.py` takes over when the command line is
loaded.
"""

import os
import signal


def main() -> None:
    _end_on_interrupt()
    from plyground.cli.main import main as run_command

    run_command()


def run_engine() -> None:
    """The engine of tournaments; with any argument, print what this program is."""
    _end_on_interrupt()
    from plyground.protocols.gomocup.stdio import main as run

    run()


def _end_on_interrupt() -> None:
    # Whoever starts a program in the background of a script has Ctrl-C ignored in it.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(128 + number))


if __name__ == "__main__":
    main()
