"""``python -m deduce`` is the command `deduce`."""

from deduce.cli import main

if __name__ == "__main__":
    main()
