"""Links with which somebody takes the seat of an imported match."""

import sqlalchemy as sa
from alembic import op

revision = "20261202_claim_links"
down_revision = "20261201_administration"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "claim_links",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.Column("used_ms", sa.BigInteger(), nullable=True),
        sa.Column("revoked_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_claim_links_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_claim_links_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim_links")),
        sa.UniqueConstraint("digest", name=op.f("uq_claim_links_digest")),
    )
    with op.batch_alter_table("claim_links") as batch:
        batch.create_index(batch.f("ix_claim_links_match_id"), ["match_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("claim_links") as batch:
        batch.drop_index(batch.f("ix_claim_links_match_id"))
    op.drop_table("claim_links")
