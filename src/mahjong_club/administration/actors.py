"""Who does something, as the audit log names him."""

from dataclasses import dataclass

from mahjong_club.storage.administrators import AdminRecord


@dataclass(frozen=True, slots=True)
class Actor:
    """An admin who is signed in, or somebody at the server's command line (``person_id`` ``None``)."""

    name: str
    #: The name that people at a table see.
    shown: str
    person_id: str | None = None

    @property
    def at_console(self) -> bool:
        """Whether he works with the command, which needs the rights of the server's own files."""
        return self.person_id is None


def web_actor(admin: AdminRecord) -> Actor:
    """An admin of the web pages."""
    return Actor(f"admin:{admin.login}", admin.name, admin.person_id)


def console_actor(user: str) -> Actor:
    """A user of the machine at the command line."""
    shown = "".join(sign for sign in user if sign.isprintable())[:80]
    return Actor(f"cli:{shown or 'unknown'}", shown or "admin")
