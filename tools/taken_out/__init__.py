"""Takes one feature out of a copy of the tree at a time and asks that the tests see it; see `__main__.py`."""
