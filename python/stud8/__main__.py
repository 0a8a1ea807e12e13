"""``python -m stud8``, and the command ``stud8``: the command line."""

import sys


def main() -> None:
    """Run the command line, of which nothing is loaded before Ctrl-C can end it in peace."""
    try:
        from stud8.cli import main as run  # noqa: PLC0415
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
