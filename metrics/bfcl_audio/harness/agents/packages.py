"""Versions of installed packages, each looked up once: every trajectory names them."""

import importlib.metadata
from functools import cache

installed = cache(importlib.metadata.version)
