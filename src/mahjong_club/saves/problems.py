"""Why a save is refused: a code for programs, the place of the fault, a sentence for people."""


class SaveRefused(Exception):
    """Nothing of the save was taken. ``place`` is a JSON path (``$.hands[1][3]``)."""

    def __init__(self, code: str, place: str = "$", detail: str = "") -> None:
        super().__init__(f"{code} at {place}" + (f": {detail}" if detail else ""))
        self.code = code
        self.place = place
        self.detail = detail
