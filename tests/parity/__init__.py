"""Makes answers with the verdicts of an installed Text-BFCL, and compares ours with them.

`python -m tests.parity --help`, from the root of the repository, tells the rest.
"""
