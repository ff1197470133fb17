import type { TableName } from '../../../rights/tables.ts';
import { callsHashOf } from '../../accounts/people/person.ts';
import { callsKeyOf } from '../../billing/usage/dynamo-api-calls.ts';
import { logKey } from '../../conversations/events/event-rows.ts';
import { agentConversationId } from '../../conversations/record/conversation.ts';
import { endpointKey } from '../../webhooks/dynamo-webhook-messages.ts';

type Row = Readonly<Record<string, unknown>>;

/** The key below a row; undefined for a row with nothing below it. */
type KeyOf = (ownerId: string, row: Row) => string | undefined;

/** Where the rows of an owner are in a table, and what the deletion of the owner does with them. */
export type OwnerRows =
  /** Under the owner's id: in the table itself, or in an index. */
  | { readonly kind: 'own'; readonly index?: string; readonly isCounted?: (row: Row) => boolean }
  /** The ledger and the audit log, which can be kept. */
  | { readonly kind: 'record' }
  /** Under keys that are made from each row of other tables, and deleted before that row. */
  | { readonly kind: 'below'; readonly keysOf: Readonly<Partial<Record<TableName, KeyOf>>> }
  /** Under keys that begin with the owner's id. The whole table is read, which only holds rows of some days. */
  | { readonly kind: 'named'; readonly prefixOf: (ownerId: string) => string }
  /** The row with the receipt. */
  | { readonly kind: 'receipt' }
  /** DynamoDB removes the rows soon. They hold counts, leases and hashes, and no content of the owner. */
  | { readonly kind: 'expires'; readonly because: string }
  | { readonly kind: 'none'; readonly because: string };

const own = { kind: 'own' } as const;

/** Rows with this prefix are counts of the owner and no things. */
const isThing = (name: string) => (row: Row) => !String(row[name]).startsWith('#');

/**
 * Every table. A new one does not compile until it has a line here, so that the deletion of an owner cannot forget it.
 */
const rules = {
  apiKeys: { kind: 'own', index: 'created_at_index' },
  apiCalls: {
    kind: 'below',
    keysOf: {
      apiKeys: (_, { hash }) => (typeof hash === 'string' ? callsKeyOf(hash) : undefined),
      // The calls of people who signed in.
      members: (ownerId, { person_id: id }) =>
        typeof id === 'string' ? callsKeyOf(callsHashOf(ownerId, id)) : undefined,
    },
  },
  owners: { kind: 'receipt' },
  members: { kind: 'own', index: 'joined_index' },
  invitations: own,
  sandboxes: own,
  snapshots: own,
  prebuilds: { ...own, isCounted: isThing('prebuild_id') },
  edgeEntries: { kind: 'expires', because: 'the deletion of a sandbox removes its entry, whose row goes a day later' },
  sandboxSpecs: { ...own, isCounted: isThing('spec_id') },
  operations: { kind: 'none', because: 'the sweep writes its summary again, and failures have no owner' },
  launchPaces: { kind: 'none', because: 'one row for all owners' },
  sweepParts: { kind: 'none', because: 'the sweep writes its summary again' },
  conversations: { ...own, isCounted: isThing('conversation_id') },
  events: {
    kind: 'below',
    keysOf: {
      conversations: (ownerId, { conversation_id: id }) =>
        typeof id === 'string' && !id.startsWith('#')
          ? logKey({ ownerId, agentConversationId: agentConversationId({ owner_id: ownerId, conversation_id: id }) })
          : undefined,
    },
  },
  startTasks: { ...own, isCounted: isThing('start_task_id') },
  pendingMessages: own,
  uploads: { kind: 'named', prefixOf: (ownerId) => `${ownerId}/` },
  settings: own,
  secrets: own,
  deviceCodes: { kind: 'expires', because: 'device codes expire within minutes, and their keys are deleted' },
  audit: { kind: 'record' },
  integratorEvents: own,
  webhookEndpoints: { ...own, isCounted: isThing('endpoint_id') },
  webhookMessages: {
    kind: 'below',
    keysOf: {
      webhookEndpoints: (ownerId, { endpoint_id: id }) =>
        typeof id === 'string' ? endpointKey(ownerId, id) : undefined,
    },
  },
  idempotency: own,
  usage: { kind: 'record' },
  waits: { kind: 'expires', because: 'leases and orders of sandboxes expire within eight days' },
  // Counts of calls in progress sort behind the calls.
  modelCalls: { ...own, isCounted: ({ call_id: id }) => !String(id).startsWith('~') },
  usageSums: own,
} as const satisfies Readonly<Record<TableName, OwnerRows>>;

type Rules = typeof rules;

/** The tables with a partition for each owner, or for what is below a row. */
export type PartitionedTable = {
  [Name in TableName]: Rules[Name] extends { readonly index: string }
    ? never
    : Rules[Name]['kind'] extends 'own' | 'record' | 'below'
      ? Name
      : never;
}[TableName];

/** The tables whose rows the worker deletes itself. */
export type ErasedTable = {
  [Name in TableName]: Rules[Name]['kind'] extends 'own' | 'record' | 'below' | 'named' ? Name : never;
}[TableName];

export const ownerRows: Readonly<Record<TableName, OwnerRows>> = rules;
