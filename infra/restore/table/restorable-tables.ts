import { type Row, textIn } from './row.ts';

export interface TableRules {
  /** Whether rows that exist may be replaced by restored ones. */
  readonly replaceable: boolean;
  /** Whether this row ended something for good, so that no restored row may take its place. */
  readonly isFinal?: (live: Row) => boolean;
  /** Whether a missing row must not come back, for what it would set going. */
  readonly isUnfinished?: (restored: Row) => boolean;
  /** A row as it comes back. */
  readonly returning?: (restored: Row, now: Date) => Row;
  /** Rows that were deleted on purpose stay deleted whatever the options say. */
  readonly deletedForGood?: boolean;
}

const DAY = 24 * 60 * 60 * 1000;

/** How long a workspace that comes back is kept at least, in days: its time may have run out meanwhile. */
const KEPT_DAYS = 7;

const plain: TableRules = { replaceable: true };

/**
 * The tables whose rows can be copied back, by their outputs without `Table`. Not on the list: rows that live for
 * minutes, and rows whose return would deliver a message or an event a second time.
 */
export const restorableTables: Readonly<Record<string, TableRules>> = {
  ApiKeys: {
    replaceable: true,
    // A key that was revoked or replaced must never work again.
    isFinal: (live) => textIn(live, 'revoked_at') !== undefined || textIn(live, 'rotated_to') !== undefined,
    deletedForGood: true,
  },
  Owners: plain,
  // What runs and what is stored changed since: the row of a sandbox that exists is changed by `workspace` alone.
  Sandboxes: { replaceable: false, returning: returningSandbox },
  Conversations: plain,
  StartTasks: {
    replaceable: false,
    isUnfinished: (restored) => !['READY', 'ERROR'].includes(textIn(restored, 'status') ?? ''),
  },
  Events: plain,
  Settings: plain,
  Secrets: plain,
  ApiCalls: { replaceable: false },
  Audit: { replaceable: false },
  WebhookEndpoints: plain,
  Usage: { replaceable: false },
};

/** A later version, so that a worker that still has the old row loses the race; and time to look at the workspace. */
function returningSandbox(restored: Row, now: Date): Row {
  const version = { N: String(Number(restored.version?.N ?? 0) + 1) };
  const least = new Date(now.getTime() + KEPT_DAYS * DAY).toISOString();
  const expires = textIn(restored, 'expires_at');
  return { ...restored, version, ...(expires !== undefined && expires < least && { expires_at: { S: least } }) };
}
