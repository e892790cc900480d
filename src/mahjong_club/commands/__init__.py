"""The commands of `mahjong-club`, one a file. Each is a function of plain values that `cli` registers."""
