"""``python -m stud8``, and the command ``stud8``: the command line."""

import sys

from stud8._internal.terminal import loading


def main() -> None:
    """Run the command line, of which nothing is loaded before Ctrl-C can end it in peace."""
    try:
        loading.begun()
        from stud8.cli import main as run  # noqa: PLC0415

        try:
            run()
        finally:
            loading.finished()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print("stud8: interrupted", file=sys.stderr)  # noqa: T201 - the command line
        sys.exit(loading.INTERRUPTED)


if __name__ == "__main__":
    main()
