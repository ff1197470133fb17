import { callsKeyOf } from '../../shared/domain/billing/usage/dynamo-api-calls.ts';
import { logKey } from '../../shared/domain/conversations/events/event-rows.ts';
import { COUNT_KEY } from '../../shared/platform/aws/kept-counts.ts';
import type { OutputName } from '../keys/find-service.ts';

/** Outputs of the data stack with names of tables. */
export type TableOutput = Extract<OutputName, `${string}Table`>;

type Row = Readonly<Record<string, unknown>>;

/** The keys of a run's rows. */
export interface RunKeys {
  readonly ownerId: string;
  readonly conversationId: string;
  /** The hash of the API key. */
  readonly keyHash: string;
}

/** A table with rows of owners. */
export interface OwnerTable {
  /** The name of a row in the report. */
  readonly row: string;
  /** The name of the partition key, and its value for the rows of a run. */
  readonly partition: string;
  readonly keyOf: (keys: RunKeys) => string;
  /** The rows that stay on purpose after the owner deleted everything. */
  readonly stays?: { readonly rows: (row: Row) => boolean; readonly because: string };
}

const ofOwner = { partition: 'owner_id', keyOf: ({ ownerId }: RunKeys) => ownerId } as const;
const all = () => true;

/** The tables in which a run can leave rows. */
export const ownerTables = {
  SandboxesTable: {
    ...ofOwner,
    row: 'sandbox',
    stays: { rows: ({ phase }) => phase === 'DELETED', because: 'receipt of the deletion, for a week' },
  },
  SnapshotsTable: {
    ...ofOwner,
    row: 'snapshot',
    stays: { rows: ({ state }) => state === 'DELETED', because: 'receipt of the deletion, for a week' },
  },
  SandboxSpecsTable: {
    ...ofOwner,
    row: 'sandbox spec',
    stays: { rows: ({ spec_id: id }) => id === COUNT_KEY, because: 'the count of the owner' },
  },
  PrebuildsTable: {
    ...ofOwner,
    row: 'prebuild',
    stays: { rows: ({ prebuild_id: id }) => id === COUNT_KEY, because: 'the count of the owner' },
  },
  ConversationsTable: {
    ...ofOwner,
    row: 'conversation',
    stays: {
      rows: ({ conversation_id: id }) => String(id).startsWith(COUNT_KEY),
      because: 'the counts of the owner and of its members',
    },
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
  ModelCallsTable: {
    ...ofOwner,
    row: 'call of a model',
    stays: { rows: all, because: 'the log of calls, for 90 days' },
  },
  AuditTable: { ...ofOwner, row: 'audit entry', stays: { rows: all, because: 'the audit log, for a year' } },
  IntegratorEventsTable: {
    ...ofOwner,
    row: 'signed event',
    stays: { rows: all, because: 'the outbox, for a week, or the month of a budget' },
  },
  IdempotencyTable: { ...ofOwner, row: 'idempotent answer', stays: { rows: all, because: 'repeats, for a day' } },
} as const satisfies Partial<Record<TableOutput, OwnerTable>>;

/** Tables in which a run leaves no rows. */
export const otherTables = {
  ApiKeysTable: 'the run removes its key',
  OperationsTable: 'announcements and the summary of all owners; no row belongs to one owner',
  MembersTable: 'the run signs in no person',
  InvitationsTable: 'the run makes no invitations',
  OwnersTable: 'the run removes its owner',
  EdgeEntriesTable: 'entries at the edge, which leave with their sandbox; their rows expire within a day',
  LaunchPacesTable: 'the pace of all starts; no row belongs to one owner',
  SweepPartsTable: 'the progress of the sweep; no row belongs to one owner',
  DeviceCodesTable: 'the run signs in no device',
  WebhookMessagesTable: 'the run has no webhook endpoint',
  UploadsTable: 'the run sends no large picture or recording',
  WaitsTable: 'waiting requests, which expire within minutes',
} as const satisfies Partial<Record<TableOutput, string>>;

export const tableOutputs = [
  ...(Object.keys(ownerTables) as (keyof typeof ownerTables)[]),
  ...(Object.keys(otherTables) as (keyof typeof otherTables)[]),
];
