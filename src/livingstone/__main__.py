"""`python -m livingstone` is the command `livingstone`."""

import sys

from livingstone.cli import main

sys.exit(main())
