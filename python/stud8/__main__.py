"""``python -m stud8``: the command line."""

from stud8.cli import main

if __name__ == "__main__":
    main()
