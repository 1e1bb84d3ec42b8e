"""How fast and how small: `python -m tests.bench NAME`, a module for each thing measured."""
