"""`python -m mahjong_club`: the same commands as `mahjong-club`."""

from mahjong_club.cli import main

if __name__ == "__main__":
    main()
