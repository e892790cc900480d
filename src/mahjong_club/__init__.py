"""A mahjong club on one server: pure rules, tables that save every move, a browser table and a bot protocol."""

__all__ = ["__version__"]

__version__ = "0.1.0"
