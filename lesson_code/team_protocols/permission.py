"""第二道门：坐在机器前的人，许可这一次运行吗？

计划获批不是许可。没有人说过可以，就是不可以。
"""

from __future__ import annotations

from lesson_code.team_protocols.hooks import Hook
from lesson_code.team_protocols.world import World

DENIED = "宿主未许可"


def host_hook(world: World, decision: str = "deny") -> Hook:
    """工具 ``run_main`` 之前的钩子：只有宿主明白地说了 ``allow`` 才放行。"""

    def hook() -> str | None:
        if decision == "allow":
            world.say("[宿主门] 宿主许可这次运行：放行")
            return None
        world.say("[宿主门] 宿主未许可这次运行：拦下")
        return DENIED

    return hook
