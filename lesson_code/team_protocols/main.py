"""练习里唯一会被运行的程序：在计数文件里记一笔，再打印答案。"""

from pathlib import Path

COUNTER = Path("counter.txt")


def answer() -> int:
    """六乘七。"""
    return 6 * 7


if __name__ == "__main__":
    with COUNTER.open("a", encoding="utf-8") as file:
        file.write("x")
    print(answer())
