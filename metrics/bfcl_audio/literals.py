"""What Java and JavaScript values that declare no type have in common."""


def python_number(text: str) -> object:
    """Read what Python itself reads as a number, `nan` and `1_000` among it; else the text."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text
