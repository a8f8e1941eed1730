"""``python -m deduce.kernels`` builds the kernels beside their sources; see `deduce.kernels.build`."""

import sys

from deduce.kernels.build import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
