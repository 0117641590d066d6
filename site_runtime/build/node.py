"""Find node: the machine's own, or the one that set-up put beside this Python."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from site_runtime.build.errors import BuildError


def find_node() -> str:
    """Return the path of node; raise BuildError when there is none."""
    path = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
    found = shutil.which("node", path=path)
    if found is None:
        raise BuildError("node is missing: run `make setup`, which brings one, or install Node.js 20.19 or newer")
    return found
