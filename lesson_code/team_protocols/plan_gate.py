"""第一道门：这一份计划，团队同意了吗？"""

from __future__ import annotations

from lesson_code.team_protocols.hooks import Hook
from lesson_code.team_protocols.mailbox import Lock
from lesson_code.team_protocols.protocol import State
from lesson_code.team_protocols.world import World

NOT_APPROVED = "计划未获批准"


def plan_gate(state: State, plan_id: str | None, actor: str, lock: Lock) -> bool:
    """``plan_id`` 是不是 ``actor`` 自己的、已经匹配为同意的计划。

    只认这一个编号：别人的计划不行，自己早先获批的另一份也不行；
    答复存好了却还没有匹配，仍是 ``pending``，也不行。
    """
    with lock:
        record = state.get(plan_id) if isinstance(plan_id, str) else None
        if record is None or record["kind"] != "plan":
            return False
        return record["sender"] == actor and record["status"] == "approved"


def plan_hook(world: World, actor: str, plans: list[str]) -> Hook:
    """工具 ``run_main`` 之前的钩子：``actor`` 最近提出的那份计划过不过门。

    ``plans`` 是宿主替 ``actor`` 记下的计划编号；模型没有机会另报一个。
    """

    def hook() -> str | None:
        plan_id = plans[-1] if plans else None
        if plan_gate(world.state, plan_id, actor, world.lock):
            world.say(f"[计划门] {plan_id} 已获批准：放行")
            return None
        world.say(f"[计划门] {plan_id or '没有计划'} 未获批准：拦下")
        return NOT_APPROVED

    return hook
