"""Set-up of a fresh clone. Standard library only, CPython 3.9 or newer: it runs before anything is installed."""
