"""Counts of what came back as expected."""

passed = 0
failed = 0


def check(what, actual, expected):
    global passed, failed
    if actual == expected:
        passed += 1
    else:
        failed += 1
        print(f"{what}: expected {expected!r}, got {actual!r}")


def fail():
    global failed
    failed += 1
