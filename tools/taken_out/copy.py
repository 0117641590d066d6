"""A copy of what is committed, in which features are taken out; what was installed is linked, not copied."""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.taken_out.edit import ROOT, Edit

INSTALLED = (".venv", "node_modules", ".cache")


@contextmanager
def copied() -> Iterator[Copy]:
    """Yield a copy of HEAD; it is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="taken-out-"))
    try:
        archive = subprocess.run(("git", "archive", "HEAD"), cwd=ROOT, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(folder, filter="data")
        for name in INSTALLED:
            (folder / name).symlink_to(ROOT / name)
        yield Copy(folder)
    finally:
        shutil.rmtree(folder)


class Copy:
    """The copy at `root`, and the site that was built from it as it is committed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.site = root / "build" / "site"

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment in which this copy's own modules are found, not those of the installed tree."""
        path = os.pathsep.join([str(ROOT / ".venv" / "bin"), os.environ.get("PATH", "")])
        return {**os.environ, "PYTHONPATH": str(self.root), "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"}

    def run(self, *command: str | Path, site: bool = False, seconds: float | None = None) -> tuple[int, str]:
        """Run a command in the copy; return its exit status, negative after so many seconds, and what it printed."""
        env = {**self.environment, **({"LESSON_TEST_SITE": str(self.site)} if site else {})}
        with subprocess.Popen(
            command,
            cwd=self.root,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,
        ) as running:
            try:
                output, _ = running.communicate(timeout=seconds)
            except BaseException as error:
                os.killpg(running.pid, signal.SIGKILL)
                output, _ = running.communicate()
                if not isinstance(error, subprocess.TimeoutExpired):
                    raise
        return running.returncode, output

    def build(self) -> None:
        """Build the site. Raises RuntimeError when the build fails."""
        status, told = self.run(sys.executable, "-m", "site_runtime", "build", "--quiet")
        if status:
            raise RuntimeError(f"the site cannot be built:\n{told}")

    @contextmanager
    def without(self, edit: Edit) -> Iterator[None]:
        """Take the feature out, here and in the site, and put it back."""
        places = [self.root / edit.file, *([self.site / edit.served] if edit.served and self.site.is_dir() else [])]
        before = [place.read_text("utf-8") for place in places]
        for place, text in zip(places, before, strict=True):
            place.write_text(text.replace(edit.old, edit.new), "utf-8", newline="\n")
        try:
            yield
        finally:
            for place, text in zip(places, before, strict=True):
                place.write_text(text, "utf-8", newline="\n")
