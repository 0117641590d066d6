"""钩子：在工具运行之前问一句，能不能放行。"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Hook = Callable[[], "str | None"]
"""放行返回 ``None``，拦下返回原因。"""


def first_refusal(hooks: Sequence[Hook]) -> str | None:
    """依次问每个钩子；有一个拦下就不再往下问，返回它的原因。"""
    for hook in hooks:
        reason = hook()
        if reason is not None:
            return reason
    return None
