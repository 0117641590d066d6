"""存一封信：一种存得下去，一种存不下去。"""

from __future__ import annotations

from essay_code.four_facts.apart import Box, Letter


def works(box: Box, letter: Letter) -> None:
    """存得下去。"""
    box.append(letter)


def fails(box: Box, letter: Letter) -> None:
    """教学注入：存不下去，信箱不动。"""
    raise OSError("教学注入：信存不下去")
