"""The first schema: event log, matches, people, the lobby's tables."""

import sqlalchemy as sa
from alembic import op

revision = "20261129_spine"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "match_answers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("act_id", sa.String(length=64), nullable=True),
        sa.Column("banks", sa.String(length=60), nullable=True),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match_answers")),
        sa.UniqueConstraint("match_id", "seq", "seat", name=op.f("uq_match_answers_match_id_seq_seat")),
    )
    op.create_table(
        "match_events",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("act_id", sa.String(length=64), nullable=True),
        sa.Column("banks", sa.String(length=60), nullable=True),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match_events")),
        sa.UniqueConstraint("match_id", "seq", name=op.f("uq_match_events_match_id_seq")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("code", sa.String(length=6), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("ruleset_key", sa.String(length=60), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=True),
        sa.Column("away", sa.Text(), nullable=False),
        sa.Column("window_ms", sa.Integer(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("lot", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("finished_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_matches_state"), ["state"], unique=False)
        batch_op.create_index(batch_op.f("ix_matches_table_id"), ["table_id"], unique=False)

    op.create_table(
        "meta",
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
    )
    op.create_table(
        "persons",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=True),
        sa.Column("owner_id", sa.String(length=32), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["persons.id"], name=op.f("fk_persons_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_persons")),
    )
    with op.batch_alter_table("persons", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_persons_owner_id"), ["owner_id"], unique=False)

    op.create_table(
        "snapshots",
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_snapshots")),
    )
    op.create_table(
        "bot_tokens",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("revoked_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_bot_tokens_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bot_tokens")),
        sa.UniqueConstraint("digest", name=op.f("uq_bot_tokens_digest")),
    )
    with op.batch_alter_table("bot_tokens", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_bot_tokens_person_id"), ["person_id"], unique=False)

    op.create_table(
        "club_tables",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("code", sa.String(length=6), nullable=False),
        sa.Column("host_id", sa.String(length=32), nullable=False),
        sa.Column("ruleset_key", sa.String(length=60), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=True),
        sa.Column("away", sa.Text(), nullable=False),
        sa.Column("window_ms", sa.Integer(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("seating", sa.String(length=8), nullable=False),
        sa.Column("bot", sa.String(length=16), nullable=True),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("match_id", sa.String(length=32), nullable=True),
        sa.Column("next_match_id", sa.String(length=32), nullable=False),
        sa.Column("next_secret", sa.String(length=64), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("changed_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["host_id"], ["persons.id"], name=op.f("fk_club_tables_host_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club_tables")),
        sa.UniqueConstraint("code", name=op.f("uq_club_tables_code")),
    )
    with op.batch_alter_table("club_tables", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_club_tables_closed_listed_changed_ms"), ["closed", "listed", "changed_ms"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_club_tables_host_id"), ["host_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_club_tables_match_id"), ["match_id"], unique=False)

    op.create_table(
        "results",
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_results_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_results")),
    )
    op.create_table(
        "seatings",
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=True),
        sa.Column("bot", sa.String(length=16), nullable=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("entropy", sa.Text(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_seatings_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_seatings_person_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_seatings")),
    )
    with op.batch_alter_table("seatings", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seatings_person_id"), ["person_id"], unique=False)

    op.create_table(
        "club_seats",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=True),
        sa.Column("bot", sa.String(length=16), nullable=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("entropy", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_club_seats_person_id")),
        sa.ForeignKeyConstraint(["table_id"], ["club_tables.id"], name=op.f("fk_club_seats_table_id")),
        sa.PrimaryKeyConstraint("table_id", "place", name=op.f("pk_club_seats")),
        sa.UniqueConstraint("table_id", "person_id", name=op.f("uq_club_seats_table_id_person_id")),
    )
    with op.batch_alter_table("club_seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_club_seats_person_id"), ["person_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("club_seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_club_seats_person_id"))

    op.drop_table("club_seats")
    with op.batch_alter_table("seatings", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seatings_person_id"))

    op.drop_table("seatings")
    op.drop_table("results")
    with op.batch_alter_table("club_tables", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_club_tables_match_id"))
        batch_op.drop_index(batch_op.f("ix_club_tables_host_id"))
        batch_op.drop_index(batch_op.f("ix_club_tables_closed_listed_changed_ms"))

    op.drop_table("club_tables")
    with op.batch_alter_table("bot_tokens", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_bot_tokens_person_id"))

    op.drop_table("bot_tokens")
    op.drop_table("snapshots")
    with op.batch_alter_table("persons", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_persons_owner_id"))

    op.drop_table("persons")
    op.drop_table("meta")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_table_id"))
        batch_op.drop_index(batch_op.f("ix_matches_state"))

    op.drop_table("matches")
    op.drop_table("match_events")
    op.drop_table("match_answers")
