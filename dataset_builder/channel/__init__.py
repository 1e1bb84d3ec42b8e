"""What lies between a caller's mouth and a recogniser's ear: noise, room, line, lost packets.

`names` reads what a channel is called, `send` puts a clip through it. Everything here is
arithmetic on samples, decided by its arguments alone.
"""
