"""The files that a reader's browser gets, laid out by the site's own build for one comparison."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from site_runtime.parity.page import Site
from site_runtime.parity.results import Job, ParityError

HELP = "`make setup` installs what the build needs"


@contextmanager
def site_of(job: Job) -> Iterator[Site]:
    """Yield a site without pages, from the job's lessons as they are now; raise ParityError when it cannot be built."""
    with tempfile.TemporaryDirectory() as folder:
        yield Site(Path(folder), "/assets/lesson/", _lay(job, Path(folder, "assets", "lesson")))


def _lay(job: Job, target: Path) -> dict[str, str]:
    from site_runtime.build.errors import BuildError

    try:
        from site_runtime.build.assets import build_assets

        return build_assets(job.lessons, target)
    except (BuildError, ImportError) as error:
        raise ParityError(f"the site's files cannot be built: {error}. {HELP}") from error
