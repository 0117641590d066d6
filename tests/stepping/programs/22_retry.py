class Busy(Exception):
    pass


class Line:
    def __init__(self, failures):
        self.failures = failures

    def send(self, text):
        if self.failures:
            self.failures -= 1
            raise Busy(self.failures)
        return len(text)


def attempt(line, text, tries):
    try:
        return line.send(text)
    except Busy:
        if tries > 1:
            return attempt(line, text, tries - 1)
        raise


def log_errors(function, *arguments):
    try:
        result = function(*arguments)
    except Exception as error:
        print("failed", type(error).__name__)
        raise RuntimeError("logged") from error
    print("sent", result)
    return result


log_errors(attempt, Line(2), "hello", 3)
try:
    log_errors(attempt, Line(2), "hello", 2)
except RuntimeError as error:
    print(error, repr(error.__cause__))
log_errors(attempt, Line(1), "hello", 1)
