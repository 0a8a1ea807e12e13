"""Ctrl-C, other processes, and progress bars."""
