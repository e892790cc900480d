"""Writes the positions the table's layout is tested with: frames a server could send, chosen to fill every corner of the screen.

    python -m tools.make_positions         # tests/golden/positions/*.json

A position is ``{"frames": [...], "answers": {"waits": {...}, "discards": {...}, "why_not": {...}}}``: the frames follow the
hello, the answers are given to what is asked.
"""

import json
from pathlib import Path
from typing import Any

from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.rules.views import dump

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "golden" / "positions"
PEOPLE = ("Wong Siu-ming", "阿明", "Auntie Lin 林阿姨", "Konstantin-Alexander")
Json = dict[str, Any]


def tiles(text: str) -> list[str]:
    """``12m5z`` → ``["1m", "2m", "5z"]``, in the order given."""
    out: list[str] = []
    digits = ""
    for char in text:
        if char.isdigit():
            digits += char
        else:
            out += [d + char for d in digits]
            digits = ""
    return out


def river(text: str, *, claimed: tuple[int, ...] = (), ready: int | None = None) -> list[Json]:
    """Discards; every third was the drawn tile."""
    return [
        {"tile": t, "drawn": i % 3 == 2, "ready": i == ready, "claimed_by": 1 if i in claimed else None}
        for i, t in enumerate(tiles(text))
    ]


def meld(kind: str, text: str, from_seat: int | None, form: str | None = None) -> Json:
    """A meld as a dump writes it."""
    return {"kind": kind, "tiles": tiles(text), "from_seat": from_seat, "form": form}


def view(ruleset: str, **changes: Any) -> Json:
    """An empty view of the ruleset with some fields set."""
    out = dump(MatchState(rules_for))
    out.update(ruleset=ruleset, number=7, seq=300, scores=[32400, 18700, -24100, 123800], phase="turn", upcoming=[0, 0, 0])
    out.update(changes)
    return out


def seat(base: Json, index: int, *, hand: str | None = None, size: int = 0, **fields: Any) -> None:
    """Sets one side of a view."""
    shown = None if hand is None else tiles(hand)
    base["seats"][index].update(hand=shown, size=len(shown) if shown is not None else size, **fields)


def frames(base: Json, viewer: int | None, legal: list[Json] | None, *, clock: bool = True) -> list[Json]:
    """The snapshot, and the question to the viewer."""
    people = [{"seat": i, "name": PEOPLE[i], "kind": "bot" if i == 2 else "person", "present": i != 3} for i in range(4)]
    variant = base["ruleset"].split("/")[0]
    table = {"code": "QWERTY", "variant": variant, "clock": {"base_ms": 12000, "bank_ms": 20000}, "window_ms": 2000}
    out: list[Json] = [
        {"type": "snapshot", "match": "m1", "seq": base["seq"], "viewer": viewer, "view": base, "people": people, "table": table}
    ]
    if legal is not None:
        limits = {"base_ms": 12000, "bank_ms": 20000, "grace_ms": 500} if clock else None
        out.append({"type": "prompt", "id": base["seq"], "seq": base["seq"], "legal": legal, "clock": limits})
    return out


def discards(base: Json, viewer: int) -> list[Json]:
    """Every discard of the viewer's hand, the drawn tile first."""
    side = base["seats"][viewer]
    held = sorted(set(side["hand"]))
    return [{"type": "discard", "tile": side["drawn"], "drawn": True}, *({"type": "discard", "tile": t} for t in held)]


def wait(tile: str, left: int, *, reason: str | None = None, total: int = 3) -> Json:
    """One line of the waits."""
    return {"tile": tile, "left": left, "wins": reason is None, "reason": reason, "total": total}


def hong_kong_turn() -> Json:
    """The middle of a deal, on turn with 14 tiles and a kong to declare."""
    base = view("hong_kong/2", dealer=1, round_wind=1, repeat=2, turn=0, live_left=47, discards=38)
    seat(base, 0, hand="23477789m234p556s", drawn="5s", bonus=tiles("15f"), river=river("1z9m4z1s9s2z8p1p3z"))
    seat(
        base,
        1,
        size=7,
        bonus=tiles("2f"),
        river=river("9p1z3z6z1s8m2p9m4m5s", claimed=(5,)),
        melds=[meld("pung", "999p", 3), meld("chow", "46m5m", 0)],
    )
    seat(
        base,
        2,
        size=10,
        bonus=tiles("37f"),
        river=river("4z9s2z1p8s5z7m3p6m", claimed=(2,)),
        melds=[meld("kong", "1111s", None, "concealed")],
    )
    seat(base, 3, size=10, river=river("9m1z8m3z9p4s6z2m3m8s"), melds=[meld("kong", "2222p", 1, "added")])
    legal = [*discards(base, 0), {"type": "kong", "form": "concealed", "tile": "7m"}]
    return {
        "frames": frames(base, 0, legal),
        "answers": {
            "waits": {"waits": [wait("6s", 2), wait("9s", 3, reason="below_min", total=1)]},
            "discards": {
                "discards": [
                    {"tile": "5s", "drawn": True, "waits": [wait("6s", 2), wait("9s", 3)]},
                    {"tile": "6s", "waits": [wait("5s", 1)]},
                ]
            },
            "why_not": {
                "code": "below_min",
                "rule": "wins.minimum",
                "patterns": [{"id": "all_sequences", "worth": 1, "count": 1}],
                "total": 1,
            },
        },
    }


def hong_kong_claim() -> Json:
    """Every kind of claim at once, three chows among them."""
    base = view("hong_kong/2", dealer=0, turn=3, live_left=20, phase="claim")
    base["window"] = {"kind": "discard", "from_seat": 3, "tile": "5p", "seat": None, "by": None, "answers": [None] * 4}
    seat(base, 0, hand="34555p67p11z3456s", river=river("1z9m4z1s9s2z8p1p3z1m9p5z6z2s8s"))
    for i in (1, 2, 3):
        seat(base, i, size=13, river=river("9p1z3z6z1s8m2p9m4m6s2z3m7p5p" if i == 3 else "9p1z3z6z1s8m2p9m4m6s2z3m"))
    legal: list[Json] = [{"type": "win"}, {"type": "pass"}, {"type": "kong", "form": "exposed", "tile": "5p"}]
    legal += [{"type": "pung", "tiles": ["5p", "5p"]}, *({"type": "chow", "tiles": tiles(t)} for t in ("34p", "46p", "67p"))]
    return {"frames": frames(base, 0, legal), "answers": {"waits": {"waits": [wait("5p", 0), wait("2p", 3), wait("8p", 2)]}}}


def hong_kong_refused() -> Json:
    """The discard completes the hand, but not for the minimum."""
    found = hong_kong_claim()
    found["frames"][1]["legal"] = found["frames"][1]["legal"][1:]
    found["answers"]["waits"]["waits"][0].update(wins=False, reason="below_min", total=1)
    found["answers"]["why_not"] = hong_kong_turn()["answers"]["why_not"]
    return found


def taiwanese_full() -> Json:
    """Seventeen concealed tiles, and on the other sides five melds, eight flowers and 24 discards each."""
    base = view("taiwanese/1", dealer=2, round_wind=3, repeat=9, turn=0, live_left=3)
    long = "123456789m123456789p123456s"
    seat(base, 0, hand="112233445566m789p11z", drawn="9p", bonus=[], river=river(long))
    full = [
        meld("kong", "1111m", 0, "exposed"),
        meld("chow", "46m5m", 3),
        meld("kong", "9999p", None, "concealed"),
        meld("kong", "3333z", 0, "added"),
        meld("pung", "777z", 2),
    ]
    seat(base, 1, size=1, bonus=tiles("12345678f"), melds=full, river=river(long, claimed=(3, 11, 20)))
    seat(
        base,
        2,
        size=2,
        bonus=tiles("12345678f"),
        melds=[*full[:4], meld("kong", "6666z", 3, "exposed")],
        river=river(long, claimed=(23,)),
        drawn="?",
    )
    seat(base, 3, size=16, bonus=tiles("1234f"), river=river(long, ready=9), ready="ordinary")
    return {
        "frames": frames(base, 0, [*discards(base, 0), {"type": "declare_ready", "tile": "9p", "drawn": True}, {"type": "win"}]),
        "answers": {"waits": {"waits": [wait(t, 1) for t in tiles("123456789m")]}},
    }


def taiwanese_melds() -> Json:
    """The viewer has the five melds and the eight flowers."""
    base = view("taiwanese/1", dealer=0, turn=0, live_left=11)
    melds = [
        meld("kong", "1111m", 1, "exposed"),
        meld("chow", "46m5m", 3),
        meld("kong", "9999p", None, "concealed"),
        meld("kong", "3333z", 2, "added"),
        meld("pung", "777z", 1),
    ]
    seat(base, 0, hand="58s", drawn="8s", bonus=tiles("12345678f"), melds=melds, river=river("9m1s4z9p1p2s8m7z6p3m"))
    for i in (1, 2, 3):
        seat(base, i, size=16, river=river("9p1z3z6z1s8m2p9m4m6s2z3m"))
    return {"frames": frames(base, 0, discards(base, 0)), "answers": {"waits": {"waits": [wait("5s", 3)]}}}


def riichi_turn() -> Json:
    """Red fives, declarations, five indicators, a stick on the table."""
    base = view("riichi/1", dealer=0, round_wind=1, repeat=1, deposits=1, turn=0, live_left=31, indicators=tiles("4p1z"))
    seat(base, 0, hand="234m0667p40s667s", drawn="7s", melds=[meld("pung", "555z", 2)], river=river("1z9m4z1m9s2z8p1p7m3z"))
    base["seats"][0]["hand"] = tiles("234m067p4066s7s")
    base["seats"][0]["size"] = 11
    seat(
        base,
        1,
        size=7,
        melds=[meld("chow", "68p7p", 0), meld("kong", "2222s", 2, "added")],
        river=river("9p1z3z6z1s8m2p9m4m5s1m7s8s2z9s3p6m4z1s2m8p", claimed=(9,)),
    )
    seat(base, 2, size=10, melds=[meld("kong", "7777z", None, "concealed")], river=river("4z9s2z1p8s5z7m3p6m2m1z", claimed=(5,)))
    seat(base, 3, size=13, ready="ordinary", fresh_ready=True, river=river("9m1z8m3z9p4s6z2m3m8s4p", ready=6))
    legal = [*discards(base, 0), {"type": "abort_deal"}]
    return {"frames": frames(base, 0, legal), "answers": {"waits": {"waits": [wait("4s", 2), wait("7s", 3, reason="furiten")]}}}


def riichi_declare() -> Json:
    """Three tiles to declare with: one plain, one without a yaku of its own, one furiten. The viewer sits across the dealer."""
    base = view("riichi/1", dealer=2, round_wind=0, repeat=3, deposits=2, turn=0, live_left=41, indicators=tiles("3s"))
    seat(base, 0, hand="123m0567p45566s11z", drawn="6s", river=river("9m1s2z8p7z6p3m"))
    base["seats"][0].update(hand=[*tiles("123m0567p4566s11z"), "5s"], size=14)
    seat(base, 1, size=13, river=river("9p1z3z6z1s8m2p9m"))
    seat(base, 2, size=13, ready="double", river=river("4z9s2z1p8s5z7m3p", ready=0))
    seat(base, 3, size=13, river=river("9m1z8m3z9p4s6z2m"))
    declare: list[Json] = [{"type": "declare_ready", "tile": "5s"}, {"type": "declare_ready", "tile": "6s", "drawn": True}]
    declared = [wait("3s", 3), wait("6s", 1)]
    plain = [wait("3s", 3, reason="no_yaku", total=0), wait("6s", 1, reason="no_yaku", total=0)]
    for each in plain:
        each["self_draw"] = {"wins": True, "total": 2}
    furiten = [wait("4s", 2, reason="furiten_discard"), wait("7s", 3, reason="furiten_discard")]
    return {
        "frames": frames(base, 0, [*discards(base, 0), *declare]),
        "answers": {
            "waits": {"waits": []},
            "discards": {
                "discards": [
                    {"tile": "5s", "drawn": False, "waits": plain, "ready": "ordinary", "declared": declared},
                    {"tile": "6s", "drawn": True, "waits": furiten, "ready": "ordinary", "declared": furiten},
                ]
            },
            "why_not": {"code": "not_ready", "rule": "ready.declare"},
        },
    }


def riichi_furiten() -> Json:
    """The viewer has declared and passed a win: the table plays on for it, and it may only draw its win."""
    found = riichi_declare()
    base = found["frames"][0]["view"]
    base.update(turn=1, deposits=3, indicators=tiles("3s4p"))
    seat(
        base,
        0,
        hand="123m0567p4566s11z",
        drawn=None,
        ready="ordinary",
        lock={"reason": "furiten_ready", "kinds": None},
        river=river("9m1s2z8p7z6p3m5s1p", ready=7, claimed=(7,)),
    )
    waits = [wait("3s", 3, reason="furiten_ready"), wait("6s", 1, reason="furiten_ready")]
    for each in waits:
        each["self_draw"] = {"wins": True, "total": 3}
    return {"frames": frames(base, 0, None), "answers": {"waits": {"waits": waits}}}


def riichi_result() -> Json:
    """A closed hand won off a discard after riichi: ura, fu with its parts, a limit by name, deposits."""
    found = riichi_furiten()
    base = found["frames"][0]["view"]
    base.update(phase="settled", turn=3)
    names = (("riichi", 1), ("ippatsu", 1), ("concealed_self_draw", 1), ("round_wind", 1), ("dora", 2), ("red_dora", 1))
    base["results"] = [
        _won(
            base,
            seat=0,
            by="self_draw",
            tile="3s",
            from_seat=None,
            hand=tiles("123m0567p4566s11z")[:13],
            patterns=[{"id": name, "worth": worth, "count": 1} for name, worth in (*names, ("ura_dora", 1))],
            total=8,
            limits=["baiman"],
            fu=40,
            fu_parts=[
                {"id": i, "fu": fu}
                for i, fu in (("base", 20), ("pair", 4), ("concealed_triplet", 8), ("self_draw", 2), ("rounding", 6))
            ],
            deltas=[19900, -4300, -8300, -4300],
            deposits_taken=3,
            indicators=tiles("9m2z"),
        )
    ]
    return {"frames": frames(base, 0, [{"type": "continue_match"}]), "answers": {}}


def riichi_drawn() -> Json:
    """The wall is exhausted, two seats show that they were ready."""
    found = riichi_furiten()
    base = found["frames"][0]["view"]
    base.update(phase="settled", live_left=0)
    seat(base, 2, size=10, ready="double", melds=[meld("kong", "7777z", None, "concealed")], river=base["seats"][2]["river"])
    shown: list[Any] = [tiles("123m0567p4566s11z")[:13], None, tiles("234m34p345678s"), None]
    base["results"] = [
        {
            "type": "deal_drawn",
            "kind": "exhaustive_draw",
            "reason": "wall_exhausted",
            "deltas": [1500, -1500, 1500, -1500],
            "shown": shown,
            "seat": None,
        }
    ]
    return {"frames": frames(base, 0, [{"type": "continue_match"}]), "answers": {}}


def taiwanese_locked() -> Json:
    """The viewer passed a win and may not claim one before the next draw; the seat across has declared from the start."""
    base = view("taiwanese/1", dealer=1, round_wind=1, repeat=2, turn=1, live_left=44)
    seat(base, 0, hand="234m345678p66s789s11z", bonus=tiles("26f"), river=river("9m1s4z9p1p2s8m7z6p3m"))
    seat(base, 1, size=17, drawn="?", bonus=tiles("15f"), river=river("9p1z3z6z1s8m2p9m4m"))
    seat(base, 2, size=16, ready="earthly", bonus=tiles("7f"), river=river("4z9s2z1p8s5z7m3p6m", ready=0))
    seat(base, 3, size=13, ready="ordinary", river=river("9m1z8m3z9p4s6z2m3m", ready=6), melds=[meld("pung", "222z", 1)])
    base["seats"][0]["lock"] = {"reason": "passed_win", "kinds": None}
    waits = [wait("6s", 1, reason="passed_win", total=4), wait("1z", 2, reason="passed_win", total=5)]
    for each in waits:
        each["self_draw"] = {"wins": True, "total": each["total"] + 1}
    return {"frames": frames(base, 0, None), "answers": {"waits": {"waits": waits}}}


def taiwanese_result() -> Json:
    """A self-draw of the dealer: what each of three owes."""
    found = taiwanese_locked()
    base = found["frames"][0]["view"]
    base.update(phase="settled")
    names = ("declared_ready", "concealed_self_draw", "single_wait", "seat_flower")
    extra = [[f"{part}_{s}", n] for s in (0, 2, 3) for part, n in (("tai", 11), ("dealer", 1), ("repeat", 4))]
    base["results"] = [
        _won(
            base,
            seat=1,
            by="self_draw",
            tile="6s",
            from_seat=None,
            hand=tiles("234m345678p66s789s11z"),
            patterns=[{"id": name, "worth": 3 if i == 1 else 1, "count": 1} for i, name in enumerate(names)],
            total=6,
            deltas=[-1600, 4800, -1600, -1600],
            extra=extra,
        )
    ]
    return {"frames": frames(base, 0, [{"type": "continue_match"}]), "answers": {}}


def spectator() -> Json:
    """All hands concealed."""
    found = hong_kong_turn()
    base = found["frames"][0]["view"]
    seat(base, 0, size=14, drawn="?")
    return {"frames": frames(base, None, None), "answers": {}}


def _won(base: Json, **changes: Any) -> Json:
    won = {
        "type": "deal_won",
        "seat": 3,
        "by": "discard",
        "tile": "5p",
        "from_seat": 0,
        "hand": tiles("234m34p345678s55z"),
        "total": 6,
        "limits": [],
        "patterns": [
            {"id": name, "worth": w, "count": 1}
            for name, w in (("half_flush", 3), ("dragon_triplet", 1), ("seat_wind", 1), ("no_flowers", 1))
        ],
        "deltas": [-3200, -1600, -1600, 6400],
        "blocks": [],
        "fu": None,
        "fu_parts": [],
        "yakuman": 0,
        "liable": [],
        "deposits_taken": 0,
        "indicators": [],
        "extra": [],
    }
    return {**won, **changes}


def result() -> Json:
    """A win on the viewer's discard, with a countdown to the next deal."""
    found = hong_kong_claim()
    base = found["frames"][0]["view"]
    base.update(phase="settled", window=None)
    seat(base, 3, size=10, melds=[meld("pung", "777z", 1)], bonus=tiles("15f"), river=base["seats"][3]["river"])
    base["results"] = [_won(base)]
    return {"frames": frames(base, 0, [{"type": "continue_match"}]), "answers": {}}


def result_many_patterns() -> Json:
    """A long list of patterns, melds and flowers on the sheet."""
    found = taiwanese_melds()
    base = found["frames"][0]["view"]
    names = (
        "heavenly_ready",
        "big_four_winds",
        "little_three_dragons",
        "five_concealed_triplets",
        "all_triplets",
        "half_flush",
        "single_wait",
        "dealer",
        "dealer_repeat",
        "seat_flower",
        "flower_set",
        "round_wind",
        "seat_wind",
        "replacement_win",
    )
    patterns = [{"id": name, "worth": 4, "count": 2 if name == "flower_set" else 1} for name in names]
    base.update(phase="settled")
    base["results"] = [
        _won(
            base,
            seat=0,
            by="self_draw",
            tile="8s",
            hand=tiles("58s"),
            from_seat=None,
            patterns=patterns,
            total=56,
            deltas=[90000, -30000, -30000, -30000],
        )
    ]
    return {"frames": frames(base, 0, [{"type": "continue_match"}]), "answers": {}}


def over() -> Json:
    """The end of a match."""
    found = result()
    base = found["frames"][0]["view"]
    base.update(phase="over")
    base["standings"] = [
        {"seat": s, "place": i + 1, "score": base["scores"][s], "points": p}
        for i, (s, p) in enumerate(((3, 500), (0, 100), (1, -100), (2, -500)))
    ]
    return {"frames": frames(base, 0, None), "answers": {}}


def drawn_deal() -> Json:
    """Nobody won."""
    found = result()
    base = found["frames"][0]["view"]
    base["results"] = [
        {
            "type": "deal_drawn",
            "kind": "exhaustive_draw",
            "reason": "wall_exhausted",
            "deltas": [0] * 4,
            "shown": [None] * 4,
            "seat": None,
        }
    ]
    return {"frames": frames(base, 0, [{"type": "continue_match"}]), "answers": {}}


POSITIONS = (
    hong_kong_turn,
    hong_kong_claim,
    hong_kong_refused,
    taiwanese_full,
    taiwanese_melds,
    riichi_turn,
    riichi_declare,
    riichi_furiten,
    riichi_result,
    riichi_drawn,
    taiwanese_locked,
    taiwanese_result,
    spectator,
    result,
    result_many_patterns,
    over,
    drawn_deal,
)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for position in POSITIONS:
        text = json.dumps(position(), ensure_ascii=False, separators=(",", ":"))
        (FOLDER / f"{position.__name__}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
