import sys


def quit_with(code):
    try:
        sys.exit(code)
    finally:
        print("cleaning up")


for code in (0, "message", None):
    try:
        quit_with(code)
    except SystemExit as leaving:
        print("stopped", leaving.code)
quit_with(3)
