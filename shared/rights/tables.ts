import {
  countedAttributes,
  deletedAttributes,
  measuredAttributes,
  snapshotDeletionAttributes,
  storedAttributes,
  storedSnapshotAttributes,
} from './index-attributes.ts';
import type { TableDefinition } from './table-definition.ts';

const newestFirst = ['owner_id', 'created_sort'] as const;

/** Every table of the service, by the name that rights, stores and the deployment use. */
export const tables = {
  apiKeys: {
    partitionKey: 'key_id',
    indexes: { created_at_index: ['owner_id', 'created_at'] },
    expiresBy: 'expires_at',
  },
  // Only the receipt of a deleted owner has an end.
  owners: { partitionKey: 'owner_id', expiresBy: 'purge_at' },
  /** People in owners, and a row of each person, so that the authorizer reads all of a person at once, consistently. */
  members: {
    partitionKey: 'person_id',
    sortKey: 'owner_id',
    // Sparse: the row of a person is in no owner.
    indexes: { joined_index: ['owner_id', 'joined_at'] },
  },
  /** Invitations of people to owners. Rows stay some days after their end, so that a late guest learns why. */
  invitations: { partitionKey: 'owner_id', sortKey: 'invitation_id', expiresBy: 'purge_at' },
  sandboxes: {
    partitionKey: 'owner_id',
    sortKey: 'sandbox_id',
    indexes: {
      created_at_index: newestFirst,
      watch_index: ['watch', 'phase_since'],
      stored_index: { keys: ['stored', 'stored_key'], include: storedAttributes },
      // Sparse: only sandboxes that are deleted or being deleted, until their receipts expire.
      deleted_index: { keys: ['owner_id', 'deleted_sort'], include: deletedAttributes },
      // Sparse: only sandboxes that count towards limits. A refused start and a settlement read it consistently.
      counted_index: { sortKey: 'counted_sort', include: countedAttributes },
      // Finds the sandbox of a lasting address. Its attributes never change, so changes of a row do not write to it.
      address_index: { keys: ['address_id', 'owner_id'], include: ['spec_id'] },
    },
    stream: 'images',
    // Only the receipt of a deleted sandbox has this.
    expiresBy: 'purge_at',
  },
  /** Copies of workspaces. Their ids sort by time, so lists read the table itself. */
  snapshots: {
    partitionKey: 'owner_id',
    sortKey: 'snapshot_id',
    indexes: {
      // Sparse: only snapshots with work to do, by the time at which it is due.
      watch_index: { keys: ['watch', 'watch_at'], include: ['state', 'holds'] },
      // Sparse: only snapshots that own an EBS snapshot, which the sweep compares with those that exist.
      stored_index: { keys: ['stored', 'stored_key'], include: ['ebs_snapshot_id'] },
      // Finds the owner's rows of an EBS snapshot, consistently: no other index may decide that none needs it.
      ebs_index: { sortKey: 'ebs_sort', include: ['of_snapshot_id', 'state'] },
      // Sparse: only snapshots whose storage is billed. Read consistently, like the ledger.
      open_index: { sortKey: 'open_sort', include: storedSnapshotAttributes },
      // Sparse: only snapshots that are deleted or being deleted, until their receipts expire.
      deleted_index: { sortKey: 'deleted_sort', include: snapshotDeletionAttributes },
    },
    stream: 'images',
    expiresBy: 'purge_at',
  },
  /** Prepared workspaces of repositories. */
  prebuilds: {
    partitionKey: 'owner_id',
    sortKey: 'prebuild_id',
    indexes: {
      // Sparse: only prebuilds with work to do, by the time at which it is due.
      watch_index: { keys: ['watch', 'watch_at'], include: ['state'] },
      // Finds the owner of a prebuild for a webhook, which has only its id.
      hook_index: { keys: ['prebuild_id', 'owner_id'], include: ['refresh'] },
    },
  },
  /** The entries that the edge's store should have: claims of public addresses, and of address ids by sandboxes. */
  edgeEntries: {
    partitionKey: 'entry_id',
    // Sparse: only sandboxes whose entry the store has or may have.
    indexes: { live_index: ['live', 'entry_id'] },
    stream: 'images',
    expiresBy: 'purge_at',
  },
  /** The specs of owners. */
  sandboxSpecs: {
    partitionKey: 'owner_id',
    sortKey: 'spec_id',
    // Sparse: only specs to check, and versions whose task definitions are to be deregistered.
    indexes: { due_index: ['due', 'due_at'] },
  },
  /** When the next task can be started. */
  launchPaces: { partitionKey: 'pace_id' },
  /** What operators say and see: announcements, the summary of the sweep, and failures by hour and reason. */
  operations: { partitionKey: 'kind', sortKey: 'entry_id', expiresBy: 'expires_at' },
  /** The progress of the sweep. */
  sweepParts: { partitionKey: 'part' },
  conversations: {
    partitionKey: 'owner_id',
    sortKey: 'conversation_id',
    indexes: {
      created_at_index: newestFirst,
      // Sparse: only public conversations, oldest first if several owners use one ID.
      share_index: { keys: ['share_key', 'created_at'], include: ['public'] },
    },
    // Integrators receive the changes.
    stream: 'images',
  },
  startTasks: {
    partitionKey: 'owner_id',
    sortKey: 'start_task_id',
    indexes: {
      created_at_index: newestFirst,
      updated_at_index: ['owner_id', 'updated_sort'],
      sandbox_index: ['sandbox_key', 'created_sort'],
      watch_index: ['watch', 'updated_at'],
    },
    stream: 'keys',
  },
  events: {
    // Owner and conversation.
    partitionKey: 'conversation_key',
    sortKey: 'event_id',
    // Sparse: without the count of a conversation and the parts of large events.
    indexes: { timestamp_index: { sortKey: 'timestamp_sort', include: ['kind', 'event_bytes'] } },
    expiresBy: 'purge_at',
  },
  pendingMessages: { partitionKey: 'owner_id', sortKey: 'message_key', expiresBy: 'expires_at' },
  /** Pictures and recordings, until agents have them. The key has the owner, and spreads rows over partitions. */
  uploads: { partitionKey: 'upload_key', expiresBy: 'expires_at' },
  settings: { partitionKey: 'owner_id' },
  secrets: { partitionKey: 'owner_id', sortKey: 'secret_key' },
  deviceCodes: { partitionKey: 'code_hash', expiresBy: 'expires_at' },
  apiCalls: { partitionKey: 'key_hash', sortKey: 'hour', expiresBy: 'expires_at' },
  audit: { partitionKey: 'owner_id', sortKey: 'entry_key', expiresBy: 'expires_at' },
  /** Events for integrators, until they are queued. */
  integratorEvents: {
    partitionKey: 'owner_id',
    sortKey: 'event_id',
    stream: 'images',
    expiresBy: 'expires_at',
  },
  webhookEndpoints: {
    partitionKey: 'owner_id',
    sortKey: 'endpoint_id',
    // Sparse: only endpoints with messages to send.
    indexes: { due_index: { keys: ['due', 'due_at'], include: ['lease_until'] } },
  },
  webhookMessages: {
    // Owner and endpoint.
    partitionKey: 'endpoint_key',
    sortKey: 'message_id',
    // Sparse: only messages to send.
    indexes: { work_index: { sortKey: 'work_sort', include: ['additions'] } },
    expiresBy: 'expires_at',
  },
  idempotency: { partitionKey: 'owner_id', sortKey: 'request_key', expiresBy: 'expires_at' },
  usage: {
    partitionKey: 'owner_id',
    sortKey: 'usage_key',
    // Read consistently, so that an ended interval is never missing from both the sandbox's row and this index.
    indexes: { ended_index: { sortKey: 'ended_sort', include: measuredAttributes } },
  },
  /** Waiting requests, by owner and API key, and by groups of the service's places. Work for agents of sandboxes. */
  waits: { partitionKey: 'waits_key', expiresBy: 'expires_at' },
  /**
   * Calls of models, and the counts of those in progress by sandbox, conversation and owner. No local index, so that
   * DynamoDB can divide an owner's rows among partitions.
   */
  modelCalls: {
    partitionKey: 'owner_id',
    sortKey: 'call_id',
    indexes: {
      conversation_index: ['conversation_key', 'call_id'],
      // Sparse: only calls in progress.
      open_index: { keys: ['open', 'open_sort'], include: ['started_at'] },
    },
    expiresBy: 'expires_at',
  },
  /** The sums of a month's ledger, which can always be recomputed. */
  usageSums: { partitionKey: 'owner_id' },
} as const satisfies Readonly<Record<string, TableDefinition>>;

export type TableName = keyof typeof tables;

export type IndexOf<Name extends TableName> = (typeof tables)[Name] extends { readonly indexes: infer Indexes }
  ? keyof Indexes & string
  : never;
