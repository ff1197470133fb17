import { type Row, textIn } from './row.ts';

export interface TableRules {
  /** Whether restored rows can replace existing ones. */
  readonly replaceable: boolean;
  /** Whether a live row must not be replaced. */
  readonly isFinal?: (live: Row) => boolean;
  /** Whether a missing row must not be restored, because it would start work again. */
  readonly isUnfinished?: (restored: Row) => boolean;
  /** The EBS snapshot that a row is nothing without. */
  readonly dataOf?: (restored: Row) => string | undefined;
  /** Whether sandboxes and snapshots must agree again after the rows are written. */
  readonly holds?: boolean;
  /** Changes a row before it is restored. */
  readonly returning?: (restored: Row, now: Date) => Row;
  /** Whether rows that a caller deleted stay deleted, whatever the options. */
  readonly deletedForGood?: boolean;
}

const DAY = 24 * 60 * 60 * 1000;

/** The minimum retention of a restored workspace, whose retention may be over. */
const KEPT_DAYS = 7;

const plain: TableRules = { replaceable: true };

/**
 * The tables whose rows can be restored, by their outputs without `Table`. Excluded are rows that live for minutes, and
 * rows that would deliver a message or an event twice.
 */
export const restorableTables: Readonly<Record<string, TableRules>> = {
  ApiKeys: {
    replaceable: true,
    // A key that was revoked or replaced must never work again.
    isFinal: (live) => textIn(live, 'revoked_at') !== undefined || textIn(live, 'rotated_to') !== undefined,
    deletedForGood: true,
  },
  Owners: plain,
  Members: {
    replaceable: true,
    // A removed member must not come back.
    isFinal: (live) => textIn(live, 'status') === 'REMOVED',
  },
  // Resources of existing sandboxes have changed since; only `workspace` changes their rows.
  Sandboxes: { replaceable: false, returning: returningWorkspace, holds: true },
  // Only the service changes existing rows, with the sandboxes that begin from them.
  Snapshots: {
    replaceable: false,
    isUnfinished: (restored) => dataOfSnapshot(restored) === undefined && textIn(restored, 'state') === 'CREATING',
    dataOf: dataOfSnapshot,
    returning: returningWorkspace,
    holds: true,
  },
  Conversations: plain,
  StartTasks: {
    replaceable: false,
    isUnfinished: (restored) => !['READY', 'ERROR'].includes(textIn(restored, 'status') ?? ''),
  },
  Events: plain,
  Settings: plain,
  Secrets: plain,
  // A build whose sandbox is gone ends with that reason, and a start whose snapshot is gone clones.
  Prebuilds: plain,
  SandboxSpecs: plain,
  ApiCalls: { replaceable: false },
  Audit: { replaceable: false },
  WebhookEndpoints: plain,
  Usage: { replaceable: false },
  // The log of calls, and what the models of conversations have cost. Nothing is in progress any more.
  ModelCalls: {
    replaceable: false,
    isUnfinished: (restored) =>
      textIn(restored, 'status') === 'open' || /^~(sandbox|place)#/.test(textIn(restored, 'call_id') ?? ''),
    returning: (restored) => (restored.calls === undefined ? restored : { ...restored, calls: { N: '0' } }),
  },
};

/** Raises the version, so that workers with the old row lose the race, and gives time to check the workspace. */
function returningWorkspace(restored: Row, now: Date): Row {
  const version = { N: String(Number(restored.version?.N ?? 0) + 1) };
  const least = new Date(now.getTime() + KEPT_DAYS * DAY).toISOString();
  const expires = textIn(restored, 'expires_at');
  return { ...restored, version, ...(expires !== undefined && expires < least && { expires_at: { S: least } }) };
}

function dataOfSnapshot(restored: Row): string | undefined {
  return textIn(restored, 'ebs_snapshot_id');
}
