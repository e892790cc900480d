"""Administrators, bans, announcements, the audit log; tables and matches for practice."""

import sqlalchemy as sa
from alembic import op

revision = "20261201_administration"
down_revision = "20261130_pinned"
branch_labels = None
depends_on = None

WITH_PRACTICE = ("club_tables", "matches")


def upgrade() -> None:
    op.create_table(
        "administrators",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("login", sa.String(length=80), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("granted_by", sa.String(length=120), nullable=False),
        sa.Column("granted_ms", sa.BigInteger(), nullable=False),
        sa.Column("revoked_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_administrators_person_id")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_administrators")),
        sa.UniqueConstraint("login", name=op.f("uq_administrators_login")),
    )
    op.create_table(
        "bans",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("made_by", sa.String(length=120), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=True),
        sa.Column("lifted_by", sa.String(length=120), nullable=True),
        sa.Column("lifted_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_bans_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bans")),
    )
    with op.batch_alter_table("bans") as batch:
        batch.create_index(batch.f("ix_bans_person_id"), ["person_id"], unique=False)
    op.create_table(
        "announcements",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made_by", sa.String(length=120), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcements")),
    )
    with op.batch_alter_table("announcements") as batch:
        batch.create_index(batch.f("ix_announcements_until_ms"), ["until_ms"], unique=False)
    op.create_table(
        "audit_log",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=120), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=120), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_audit_log")),
    )
    for table in WITH_PRACTICE:
        op.add_column(table, sa.Column("practice", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    for table in WITH_PRACTICE:
        with op.batch_alter_table(table) as batch:
            batch.drop_column("practice")
    op.drop_table("audit_log")
    with op.batch_alter_table("announcements") as batch:
        batch.drop_index(batch.f("ix_announcements_until_ms"))
    op.drop_table("announcements")
    with op.batch_alter_table("bans") as batch:
        batch.drop_index(batch.f("ix_bans_person_id"))
    op.drop_table("bans")
    op.drop_table("administrators")
