import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Data } from '../access/resources.ts';
import { prefixOf, type Settings } from '../config.ts';
import { MasterSecret } from '../constructs/master-secret.ts';
import { ServiceTable } from '../constructs/service-table.ts';
import { VaultKey } from '../constructs/vault-key.ts';

/** What the sweep compares with the volumes and snapshots that there are. */
const stored = [
  'phase',
  'generation',
  'volume_id',
  'snapshot_id',
  'previous_snapshot_id',
  'saving_snapshot_id',
  'discards',
  'created_at',
  'expires_at',
];

/** What an owner may read of a deletion. */
const deleted = ['spec_id', 'created_at', 'purge_at', 'receipt'];

/** Whose a running sandbox is, and what its start set aside of a budget. */
const counted = ['api_key_id', 'lineages', 'reserved_micro_usd', 'task_started_at'];

/** What usage is counted and priced by: the whole row but for its keys. */
const measured = [
  'kind',
  'sandbox_id',
  'generation',
  'started_at',
  'ended_at',
  'is_estimate',
  'spec_id',
  'cpu_units',
  'memory_megabytes',
  'architecture',
  'gigabytes',
  'api_key_id',
  'conversation_ids',
];

const newestFirst = ['owner_id', 'created_sort'] as const;

/** What must outlive other stacks: tables, the master secret and the key of owners' secrets. */
export class DataStack extends Stack implements Data {
  readonly apiKeys: ServiceTable<'created_at_index'>;
  readonly owners: ServiceTable;
  readonly sandboxes: ServiceTable<
    'created_at_index' | 'watch_index' | 'stored_index' | 'counted_index' | 'deleted_index'
  >;
  readonly launchPaces: ServiceTable;
  readonly sweepParts: ServiceTable;
  readonly conversations: ServiceTable<'created_at_index'>;
  readonly startTasks: ServiceTable<'created_at_index' | 'updated_at_index' | 'sandbox_index' | 'watch_index'>;
  readonly events: ServiceTable<'timestamp_index'>;
  readonly pendingMessages: ServiceTable;
  readonly settings: ServiceTable;
  readonly secrets: ServiceTable;
  readonly deviceCodes: ServiceTable;
  readonly apiCalls: ServiceTable;
  readonly audit: ServiceTable;
  /** What integrators are to hear of, until they have. */
  readonly integratorEvents: ServiceTable;
  readonly webhookEndpoints: ServiceTable<'due_index'>;
  readonly webhookMessages: ServiceTable<'work_index'>;
  readonly idempotency: ServiceTable;
  readonly usage: ServiceTable<'ended_index'>;
  readonly waits: ServiceTable;
  /** What the ledger of a month adds up to; it can be made anew from the ledger at any time. */
  readonly usageSums: ServiceTable;
  readonly masterSecret: MasterSecret;
  readonly vaultKey: VaultKey;

  constructor(scope: Construct, settings: Settings) {
    super(scope, `${prefixOf(settings)}-data`, {
      description: 'Agent Conversation Service: tables, master secret and key of the vault',
      terminationProtection: settings.protectData,
    });
    const protect = settings.protectData;

    this.apiKeys = new ServiceTable(this, 'ApiKeys', {
      variable: 'API_KEYS_TABLE',
      partitionKey: 'key_id',
      indexes: { created_at_index: ['owner_id', 'created_at'] },
      expiresBy: 'expires_at',
      protect,
    });
    this.owners = new ServiceTable(this, 'Owners', { variable: 'OWNERS_TABLE', partitionKey: 'owner_id', protect });
    this.sandboxes = new ServiceTable(this, 'Sandboxes', {
      variable: 'SANDBOXES_TABLE',
      partitionKey: 'owner_id',
      sortKey: 'sandbox_id',
      indexes: {
        created_at_index: newestFirst,
        watch_index: ['watch', 'phase_since'],
        stored_index: { keys: ['stored', 'stored_key'], include: stored },
        // Sparse: only what is deleted or on its way out, until its receipt goes.
        deleted_index: { keys: ['owner_id', 'deleted_sort'], include: deleted },
        // Sparse: only what counts towards limits. A refused start and a settlement see it as it is now.
        counted_index: { sortKey: 'counted_sort', include: counted },
      },
      stream: 'images',
      // Only what is left of a deleted sandbox, its receipt, has this.
      expiresBy: 'purge_at',
      protect,
    });
    this.launchPaces = new ServiceTable(this, 'LaunchPaces', {
      variable: 'LAUNCH_PACE_TABLE',
      partitionKey: 'pace_id',
      protect,
    });
    this.sweepParts = new ServiceTable(this, 'SweepParts', {
      variable: 'SWEEP_PARTS_TABLE',
      partitionKey: 'part',
      protect,
    });
    this.conversations = new ServiceTable(this, 'Conversations', {
      variable: 'CONVERSATIONS_TABLE',
      partitionKey: 'owner_id',
      sortKey: 'conversation_id',
      indexes: { created_at_index: newestFirst },
      // Integrators receive what changed.
      stream: 'images',
      protect,
    });
    this.startTasks = new ServiceTable(this, 'StartTasks', {
      variable: 'START_TASKS_TABLE',
      partitionKey: 'owner_id',
      sortKey: 'start_task_id',
      indexes: {
        created_at_index: newestFirst,
        updated_at_index: ['owner_id', 'updated_sort'],
        sandbox_index: ['sandbox_key', 'created_sort'],
        watch_index: ['watch', 'updated_at'],
      },
      stream: 'keys',
      protect,
    });
    this.events = new ServiceTable(this, 'Events', {
      variable: 'EVENTS_TABLE',
      // Owner and conversation.
      partitionKey: 'conversation_key',
      sortKey: 'event_id',
      // Sparse: the count of a conversation and the parts of a large event are no events of their own.
      indexes: { timestamp_index: { sortKey: 'timestamp_sort', include: ['kind', 'event_bytes'] } },
      expiresBy: 'purge_at',
      protect,
    });
    this.pendingMessages = new ServiceTable(this, 'PendingMessages', {
      variable: 'PENDING_MESSAGES_TABLE',
      partitionKey: 'owner_id',
      sortKey: 'message_key',
      expiresBy: 'expires_at',
      protect,
    });
    this.settings = new ServiceTable(this, 'Settings', {
      variable: 'SETTINGS_TABLE',
      partitionKey: 'owner_id',
      protect,
    });
    this.secrets = new ServiceTable(this, 'Secrets', {
      variable: 'SECRETS_TABLE',
      partitionKey: 'owner_id',
      sortKey: 'secret_key',
      protect,
    });
    this.deviceCodes = new ServiceTable(this, 'DeviceCodes', {
      variable: 'DEVICE_CODES_TABLE',
      partitionKey: 'code_hash',
      expiresBy: 'expires_at',
      protect,
    });
    this.apiCalls = new ServiceTable(this, 'ApiCalls', {
      variable: 'API_CALLS_TABLE',
      partitionKey: 'key_hash',
      sortKey: 'hour',
      expiresBy: 'expires_at',
      protect,
    });
    this.audit = new ServiceTable(this, 'Audit', {
      variable: 'AUDIT_TABLE',
      partitionKey: 'owner_id',
      sortKey: 'entry_key',
      expiresBy: 'expires_at',
      protect,
    });
    this.integratorEvents = new ServiceTable(this, 'IntegratorEvents', {
      variable: 'INTEGRATOR_EVENTS_TABLE',
      partitionKey: 'owner_id',
      sortKey: 'event_id',
      stream: 'images',
      expiresBy: 'expires_at',
      protect,
    });
    this.webhookEndpoints = new ServiceTable(this, 'WebhookEndpoints', {
      variable: 'WEBHOOK_ENDPOINTS_TABLE',
      partitionKey: 'owner_id',
      sortKey: 'endpoint_id',
      // Sparse: only endpoints for which something waits.
      indexes: { due_index: { keys: ['due', 'due_at'], include: ['lease_until'] } },
      protect,
    });
    this.webhookMessages = new ServiceTable(this, 'WebhookMessages', {
      variable: 'WEBHOOK_MESSAGES_TABLE',
      // Owner and endpoint.
      partitionKey: 'endpoint_key',
      sortKey: 'message_id',
      // Sparse: only what waits to be sent.
      indexes: { work_index: { sortKey: 'work_sort', include: ['additions'] } },
      expiresBy: 'expires_at',
      protect,
    });
    this.idempotency = new ServiceTable(this, 'Idempotency', {
      variable: 'IDEMPOTENCY_TABLE',
      partitionKey: 'owner_id',
      sortKey: 'request_key',
      expiresBy: 'expires_at',
      protect,
    });
    this.usage = new ServiceTable(this, 'Usage', {
      variable: 'USAGE_TABLE',
      partitionKey: 'owner_id',
      sortKey: 'usage_key',
      // As current as the table: what ended is never missing between the row that it ran in and this one.
      indexes: { ended_index: { sortKey: 'ended_sort', include: measured } },
      protect,
    });
    this.waits = new ServiceTable(this, 'Waits', {
      variable: 'WAITS_TABLE',
      // Owner and API key, or a part of the places of the service.
      partitionKey: 'waits_key',
      expiresBy: 'expires_at',
      protect,
    });
    this.usageSums = new ServiceTable(this, 'UsageSums', {
      variable: 'USAGE_SUMS_TABLE',
      partitionKey: 'owner_id',
      protect,
    });
    this.masterSecret = new MasterSecret(this, 'MasterSecret', { protect });
    this.vaultKey = new VaultKey(this, 'VaultKey', { protect, keyArn: settings.vaultKeyArn });

    for (const [name, part] of Object.entries(this)) if (part instanceof ServiceTable) this.#name(name, part);
    new CfnOutput(this, 'MasterSecretArn', { value: this.masterSecret.arn });
  }

  /** The output of a table, such as `ApiKeysTable` for `apiKeys`. */
  #name(field: string, { table }: ServiceTable<string>): void {
    new CfnOutput(this, `${field.charAt(0).toUpperCase()}${field.slice(1)}Table`, { value: table.tableName });
  }
}
