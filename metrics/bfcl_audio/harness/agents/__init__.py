"""Agents under test behind one small protocol."""
