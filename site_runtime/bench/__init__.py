"""``lesson bench``: the budgets, each as a ratio of two things measured side by side in one run."""

from site_runtime.bench.command import add_arguments, run

__all__ = ["add_arguments", "run"]
