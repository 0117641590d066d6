import io
import json
import re
import string
import textwrap

LOG = """\
10:01 ERROR disk full
10:02 INFO retry
bad line
"""
PATTERN = re.compile(r"(?P<hour>\d+):(?P<minute>\d+) (?P<level>\w+) (.*)")


def parse(line):
    match = PATTERN.fullmatch(line)
    if match is None:
        raise ValueError(line)
    return match["level"], int(match["hour"]) * 60 + int(match["minute"]), match[4]


records, bad = [], []
for line in io.StringIO(LOG):
    try:
        records.append(parse(line.rstrip("\n")))
    except ValueError as error:
        bad.append(error.args[0])
print(json.dumps(records, indent=1), bad)
print(re.sub(r"\d", lambda m: str(int(m[0]) + 1), "a1b2"))
print(textwrap.shorten("many words in here", 12), string.Template("$x").substitute(x=1))
