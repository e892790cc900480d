"""Hong Kong old style, thirteen tiles, with bonus tiles. The rules: docs/rules/hong_kong.md."""
