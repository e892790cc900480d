"""Tables and matches that keep the revision of their rules."""

import sqlalchemy as sa
from alembic import op

revision = "20261130_pinned"
down_revision = "20261129_spine"
branch_labels = None
depends_on = None

TABLES = ("club_tables", "matches")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("pinned", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    for table in TABLES:
        with op.batch_alter_table(table) as batch:
            batch.drop_column("pinned")
