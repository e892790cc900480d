"""Saved games: files that hold a match, and lifting what is stored to the newest form. See docs/saves.md."""
