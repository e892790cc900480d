"""Browser tests. A package, since pytest gives fixtures of package scope (see conftest.py) to folders with this file only."""
