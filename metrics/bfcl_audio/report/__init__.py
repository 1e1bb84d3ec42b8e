"""Turns runs and verdicts into tables, plots and one self-contained page."""
