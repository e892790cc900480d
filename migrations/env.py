"""Alembic's entry: works on the connection the program hands over, or on `sqlalchemy.url` when called by hand."""

import asyncio

from alembic import context
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import async_engine_from_config
from sqlalchemy.pool import NullPool

from mahjong_club.storage.models import Base


def migrate(connection: Connection) -> None:
    """Run what alembic was asked to run."""
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


async def by_hand() -> None:
    """Open the database of alembic.ini."""
    engine = async_engine_from_config(context.config.get_section("alembic") or {}, prefix="sqlalchemy.", poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
    await engine.dispose()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    asyncio.run(by_hand())
