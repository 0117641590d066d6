"""The service as the SDK sees it: one answer an HTTP request, given by the lesson's stand-in models.

Right after the reviewing tool has finished it is overloaded once (status 529), so the SDK must ask again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx2

from lesson_code.team_protocols.agent import Answer, Entry, Model

OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}


class Service:
    """Answers the SDK's requests and remembers them all."""

    def __init__(self, models: dict[str, Model], look: Callable[[], Any]) -> None:
        self.models = models
        self.look = look
        self.requests: list[dict[str, Any]] = []
        self.statuses: list[int] = []
        self.retries: list[str] = []
        self.seen: list[Any] = []

    def handle(self, request: httpx2.Request) -> httpx2.Response:
        body = json.loads(request.content)
        response = self.overloaded() if self.is_due(body) else self.answered(body)
        self.requests.append(body)
        self.statuses.append(response.status_code)
        self.retries.append(request.headers["x-stainless-retry-count"])
        self.seen.append(self.look())
        return response

    def is_due(self, body: dict[str, Any]) -> bool:
        """The first request that brings the reviewing tool's result."""
        return 529 not in self.statuses and "review_plan" in called_before(body["messages"])

    def overloaded(self) -> httpx2.Response:
        return httpx2.Response(529, json=OVERLOADED, headers={"retry-after-ms": "1"})

    def answered(self, body: dict[str, Any]) -> httpx2.Response:
        answer = self.models[body["system"]](as_conversation(body["messages"]))
        message = {
            "id": f"msg_{len(self.requests)}",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": as_blocks(answer),
            "stop_reason": "tool_use" if answer["calls"] else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        return httpx2.Response(200, json=message)


def called_before(messages: list[dict[str, Any]]) -> list[str]:
    """The tools whose results are the newest part of the conversation."""
    results = messages[-1]["content"]
    if isinstance(results, str):
        return []
    uses = {block["id"]: block["name"] for block in messages[-2]["content"] if block["type"] == "tool_use"}
    return [uses[result["tool_use_id"]] for result in results]


def as_blocks(answer: Answer) -> list[dict[str, Any]]:
    text = [{"type": "text", "text": answer["text"]}] if answer["text"] else []
    uses = [
        {"type": "tool_use", "id": call["id"], "name": call["name"], "input": call["arguments"]}
        for call in answer["calls"]
    ]
    return text + uses


def as_conversation(messages: list[dict[str, Any]]) -> list[Entry]:
    """What a stand-in model looks at: the number of entries, and the text of the newest letter."""
    return [{"role": message["role"], "text": message["content"]} for message in messages]
