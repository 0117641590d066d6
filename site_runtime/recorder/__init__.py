"""Records a Python program line by line: plain CPython and Pyodide, the same bytes.

Imports the standard library only, and nothing else of this project.
Contract: docs/recorder.md. Format: docs/trace-format.md.
"""

from site_runtime.recorder.declared import LessonError, find
from site_runtime.recorder.lesson import Area, Input, Lesson, load_lesson, load_lessons
from site_runtime.recorder.limits import Limits
from site_runtime.recorder.lines import breakable_lines
from site_runtime.recorder.requests import respond
from site_runtime.recorder.run import (
    Recording,
    Run,
    record_input,
    record_program,
    run_input,
    run_program,
)

__all__ = [
    "Area",
    "Input",
    "Lesson",
    "LessonError",
    "Limits",
    "Recording",
    "Run",
    "breakable_lines",
    "find",
    "load_lesson",
    "load_lessons",
    "record_input",
    "record_program",
    "respond",
    "run_input",
    "run_program",
]
