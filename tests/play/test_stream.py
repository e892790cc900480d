"""The bounded queue behind a connection."""

from mahjong_club.play.stream import Outbox


def test_frames_come_out_in_order() -> None:
    rings: list[int] = []
    box = Outbox(lambda: rings.append(1))
    assert box.put(b"a")
    assert box.put(b"b")
    assert [box.take(), box.take(), box.take()] == [b"a", b"b", None]
    assert len(rings) == 2


def test_too_many_frames_or_bytes_end_it() -> None:
    for box, data in (
        (Outbox(lambda: None, max_messages=3), b"x"),
        (Outbox(lambda: None, max_bytes=3000), b"x" * 1000),
    ):
        assert [box.put(data) for _ in range(5)] == [True, True, True, False, False]
        assert box.overflowed
        assert box.take() is None


def test_what_was_taken_makes_room() -> None:
    box = Outbox(lambda: None, max_messages=2, max_bytes=10)
    for _ in range(100):
        assert box.put(b"12345")
        assert box.take() == b"12345"
