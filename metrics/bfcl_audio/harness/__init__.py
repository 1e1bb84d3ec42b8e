"""Runs agents through spoken entries and writes trajectories."""
