"""Refusals of the HTTP interface: a code for machines, parameters for the sentence that a page shows."""

from typing import Any, Final

#: Every code with the HTTP status it comes with. The sentences are in the catalogue ``errors``.
STATUS: Final[dict[str, int]] = {
    # requests
    "bad_request": 400,
    "unknown_option": 400,
    "invalid_option": 400,
    "unknown_ruleset": 400,
    "bad_name": 400,
    "not_signed_in": 401,
    "wrong_origin": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "too_large": 413,
    "too_many_requests": 429,
    "internal": 500,
    "storage_unavailable": 503,
    "server_stopping": 503,
    # accounts
    "guests_only": 403,
    "bot_not_found": 404,
    "banned": 403,
    "banned_until": 403,
    # administration
    "wrong_password": 401,
    "bad_password": 400,
    "reason_missing": 400,
    "console_only": 403,
    "not_an_admin": 404,
    "already_admin": 409,
    "ambiguous_person": 409,
    "login_taken": 409,
    "person_not_found": 404,
    "not_banned": 409,
    "bad_text": 400,
    "announcement_not_found": 404,
    "connection_not_found": 404,
    "event_not_found": 404,
    "own_match": 409,
    "preview_stale": 409,
    "person_seated": 409,
    "person_elsewhere": 409,
    "banned_person": 409,
    "nobody_there": 409,
    "nothing_to_reset": 409,
    "bad_seq": 400,
    "same_player": 409,
    "already_paused": 409,
    "not_paused": 409,
    # tables
    "host_only": 403,
    "table_not_found": 404,
    "match_not_found": 404,
    "not_riichi": 409,
    "table_closed": 409,
    "table_full": 409,
    "practice_table": 409,
    "seat_taken": 409,
    "seat_empty": 409,
    "already_started": 409,
    "no_match_yet": 409,
    "not_seated": 409,
    "not_ready": 409,
    "seated_elsewhere": 409,
    "match_over": 409,
    # claim links
    "link_unknown": 404,
    "link_used": 409,
    "link_expired": 409,
}


class Problem(Exception):
    """A request that is refused. ``code`` is a key of :data:`STATUS`; ``message`` is English, for people who read logs."""

    def __init__(self, code: str, message: str, **params: Any) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.params = params
        self.status = STATUS[code]
