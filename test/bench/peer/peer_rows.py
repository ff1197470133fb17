"""Puts conversations into the database of an app server. Arguments: the file of the database, and their ids."""

import sqlite3
import sys
from datetime import datetime, timedelta, timezone

database, *ids = sys.argv[1:]
begin = datetime(2026, 1, 1, tzinfo=timezone.utc)
rows = [
    (one, f'Conversation {row} of the bench', 'V1', 'no-sandbox', 'a-model', *[str(begin + timedelta(minutes=row))] * 2)
    for row, one in enumerate(ids)
]
columns = 'conversation_id, title, conversation_version, sandbox_id, llm_model, created_at, last_updated_at'
with sqlite3.connect(database) as connection:
    connection.executemany(f'INSERT INTO conversation_metadata ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)', rows)
