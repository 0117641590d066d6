"""`lesson parity`: record every input in every runtime and compare.

Natively it needs nothing but Python; node, Playwright and Selenium are looked for only when their runtime is asked for.
"""

from site_runtime.parity.command import add_arguments, run

__all__ = ["add_arguments", "run"]
