"""``python3 -m site_runtime`` is the command ``lesson``."""

import sys

if sys.version_info < (3, 10):  # noqa: UP036 - said in words, where an older one would show a traceback
    sys.exit("lesson: CPython 3.10 or newer is needed; this is " + sys.version.split()[0])

from site_runtime.cli import main

sys.exit(main())
