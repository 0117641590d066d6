"""All edits."""

from tools.taken_out import asking, stepping, views
from tools.taken_out.edit import Edit

EDITS: tuple[Edit, ...] = (*stepping.EDITS, *views.EDITS, *asking.EDITS)
