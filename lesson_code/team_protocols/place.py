"""动手之前：地方合适、东西齐全，才值得开始。不合适时什么都还没写。"""

from __future__ import annotations

import os
from pathlib import Path

from lesson_code.team_protocols.program import EXPECTED, PROGRAM, read_expected
from lesson_code.team_protocols.world import Fault


def check_program(source: Path) -> None:
    """程序和预期都在 ``source`` 里，否则 ``Fault``。"""
    read_expected(source)
    if not (source / PROGRAM).is_file():
        raise Fault(f"缺少 {PROGRAM}：它应当和 {EXPECTED} 放在一起")


def check_mailbox(path: Path) -> None:
    """信箱文件夹应当是真的、空的、能写的；没有就新建。不合适是 ``Fault``。"""
    if path.is_symlink():
        raise Fault(f"信箱文件夹 {path} 是符号链接：请给出真的文件夹")
    if path.exists() and not path.is_dir():
        raise Fault(f"信箱文件夹 {path} 不是文件夹：请另给一个空文件夹")
    make_folder(path)
    if any(path.iterdir()):
        raise Fault(f"信箱文件夹 {path} 不是空的：请另给一个空文件夹")


def make_folder(path: Path) -> None:
    """有一个能写的文件夹 ``path``；建不了或写不了是 ``Fault``。"""
    try:
        path.mkdir(parents=True, exist_ok=True)
        writable = os.access(path, os.R_OK | os.W_OK | os.X_OK)
    except OSError as error:
        raise Fault(
            f"信箱文件夹 {path} 建不了（{error.strerror}）：请换一处"
        ) from error
    if not writable:
        raise Fault(f"信箱文件夹 {path} 不能写：请另给一个能写的文件夹")
