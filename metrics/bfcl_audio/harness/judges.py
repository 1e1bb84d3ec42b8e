"""Judges by SPEC, as a run names them."""

from ..errors import InputError
from ..judge import Judge, get_judge

NONE = "none"


def judge(spec: str) -> Judge | None:
    """The judge that a SPEC names; None for `none`, with which turns end as in Text-BFCL.

    Raises:
        InputError: there is none of that name.
    """
    if spec == NONE:
        return None
    try:
        return get_judge(spec)
    except InputError as error:
        raise InputError(f"{error}, or none") from None
