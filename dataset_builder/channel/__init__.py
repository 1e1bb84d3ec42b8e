"""What lies between a caller's mouth and a recogniser's ear: noise, line, room, lost packets.

`parse` reads a channel's name, `send` puts a clip through it. Everything here is arithmetic on
samples, decided by its arguments alone.
"""

from .names import CLEAN, Channel, Step, needs_company, parse, parse_all
from .send import COMPANY, VERSION, send

__all__ = [
    "CLEAN",
    "COMPANY",
    "VERSION",
    "Channel",
    "Step",
    "needs_company",
    "parse",
    "parse_all",
    "send",
]
