"""Battles and revolts: which armies are thrown, and how the tray is judged."""
