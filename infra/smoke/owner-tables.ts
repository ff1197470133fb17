import { callsKeyOf } from '../../shared/domain/billing/usage/dynamo-api-calls.ts';
import { logKey } from '../../shared/domain/conversations/events/event-rows.ts';
import { COUNT_KEY } from '../../shared/platform/aws/kept-counts.ts';
import type { OutputName } from '../keys/find-service.ts';

/** Outputs of the data stack that name a table. */
export type TableOutput = Extract<OutputName, `${string}Table`>;

type Row = Readonly<Record<string, unknown>>;

/** By what the rows of a run are found. */
export interface RunKeys {
  readonly ownerId: string;
  readonly conversationId: string;
  /** The hash of the API key. */
  readonly keyHash: string;
}

/** A table with rows of owners, and which of these stay after the owner deleted everything. */
export interface OwnerTable {
  /** What a row is, for people. */
  readonly row: string;
  /** The partition key, and the value under which the rows of a run lie. */
  readonly partition: string;
  readonly keyOf: (keys: RunKeys) => string;
  /** Which rows stay on purpose; absent where none does. */
  readonly stays?: { readonly rows: (row: Row) => boolean; readonly because: string };
}

const ofOwner = { partition: 'owner_id', keyOf: ({ ownerId }: RunKeys) => ownerId } as const;
const all = () => true;

/** What a run may leave rows in. The run removes its key and its owner by itself, at the end. */
export const ownerTables = {
  SandboxesTable: {
    ...ofOwner,
    row: 'sandbox',
    stays: { rows: ({ phase }) => phase === 'DELETED', because: 'receipt of the deletion, for a week' },
  },
  ConversationsTable: {
    ...ofOwner,
    row: 'conversation',
    stays: { rows: ({ conversation_id: id }) => id === COUNT_KEY, because: 'the count of the owner' },
  },
  StartTasksTable: { ...ofOwner, row: 'start task', stays: { rows: all, because: 'the history of starts' } },
  EventsTable: {
    row: 'event',
    partition: 'conversation_key',
    keyOf: ({ ownerId, conversationId }) => logKey({ ownerId, agentConversationId: conversationId }),
    stays: { rows: ({ deleted_at: time }) => time !== undefined, because: 'mark that keeps late events out' },
  },
  PendingMessagesTable: { ...ofOwner, row: 'pending message' },
  SettingsTable: { ...ofOwner, row: 'settings' },
  SecretsTable: { ...ofOwner, row: 'secret' },
  WebhookEndpointsTable: { ...ofOwner, row: 'webhook endpoint' },
  ApiCallsTable: {
    row: 'count of calls',
    partition: 'key_hash',
    keyOf: ({ keyHash }) => callsKeyOf(keyHash),
    stays: { rows: all, because: 'billing' },
  },
  UsageTable: { ...ofOwner, row: 'usage interval', stays: { rows: all, because: 'billing' } },
  UsageSumsTable: { ...ofOwner, row: 'sums of usage', stays: { rows: all, because: 'billing' } },
  AuditTable: { ...ofOwner, row: 'audit entry', stays: { rows: all, because: 'the audit log, for a year' } },
  IntegratorEventsTable: { ...ofOwner, row: 'signed event', stays: { rows: all, because: 'the outbox, for a week' } },
  IdempotencyTable: { ...ofOwner, row: 'idempotent answer', stays: { rows: all, because: 'repeats, for a day' } },
} as const satisfies Partial<Record<TableOutput, OwnerTable>>;

/** Tables in which a run leaves no row of its own, and those of which it removes its rows itself. */
export const otherTables = {
  ApiKeysTable: 'the run removes its key',
  OwnersTable: 'the run removes its owner',
  LaunchPacesTable: 'the pace of all starts; no row is of one owner',
  SweepPartsTable: 'how far the sweep has come; no row is of one owner',
  DeviceCodesTable: 'the run logs no device in',
  WebhookMessagesTable: 'the run has no webhook endpoint',
  WaitsTable: 'places of requests that wait, which expire within minutes',
} as const satisfies Partial<Record<TableOutput, string>>;

export const tableOutputs = [
  ...(Object.keys(ownerTables) as (keyof typeof ownerTables)[]),
  ...(Object.keys(otherTables) as (keyof typeof otherTables)[]),
];
