"""A member's model that is the real SDK: the conversation goes out as a Messages request, the answer comes back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from anthropic import Anthropic

from lesson_code.team_protocols.agent import Answer, Call, Entry, Model
from lesson_code.team_protocols.tools import Tool

JSON_TYPES: dict[type, str] = {str: "string", bool: "boolean"}


def sdk_model(client: Anthropic, name: str, tools: Mapping[str, Tool]) -> Model:
    """The model of ``name``, asked through ``client``, which may use ``tools``."""

    def model(conversation: list[Entry]) -> Answer:
        reply = client.messages.create(
            model="simulated",
            max_tokens=1000,
            system=name,
            tools=[as_tool(each, tool) for each, tool in tools.items()],
            messages=[as_message(entry) for entry in conversation],
        )
        text = "".join(block.text for block in reply.content if block.type == "text")
        calls: list[Call] = [
            {"id": block.id, "name": block.name, "arguments": dict(block.input)}
            for block in reply.content
            if block.type == "tool_use"
        ]
        return {"text": text, "calls": calls}

    return model


def as_tool(name: str, tool: Tool) -> Any:
    properties = {each: {"type": JSON_TYPES[kind]} for each, kind in tool.parameters.items()}
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return {"name": name, "description": tool.about, "input_schema": schema}


def as_message(entry: Entry) -> Any:
    if entry["role"] == "user":
        return {"role": "user", "content": entry["text"]}
    if entry["role"] == "tools":
        return {"role": "user", "content": [as_result(each) for each in entry["results"]]}
    text = [{"type": "text", "text": entry["text"]}] if entry["text"] else []
    return {"role": "assistant", "content": text + [as_use(call) for call in entry["calls"]]}


def as_use(call: Call) -> dict[str, Any]:
    return {"type": "tool_use", "id": call["id"], "name": call["name"], "input": call["arguments"]}


def as_result(each: dict[str, Any]) -> dict[str, Any]:
    content = json.dumps(each["result"], ensure_ascii=False)
    return {"type": "tool_result", "tool_use_id": each["id"], "content": content}
