import { describe, expect, it } from 'vitest';
import { changedProduction, production } from './synthesis.ts';

describe('data stack', () => {
  const kept = production();

  it('has a table for each noun, with the keys and indexes that the stores use', () => {
    const tables = kept.resources('data', 'AWS::DynamoDB::Table').map(({ logicalId, properties }) => ({
      name: logicalId.replace(/Table.*$/, ''),
      key: keysOf(properties.KeySchema),
      indexes: [...(properties.GlobalSecondaryIndexes ?? []), ...(properties.LocalSecondaryIndexes ?? [])].map(
        (index: { IndexName: string; KeySchema: never }) => `${index.IndexName} ${keysOf(index.KeySchema)}`,
      ),
    }));

    expect(tables).toEqual([
      { name: 'ApiKeys', key: 'key_id', indexes: ['created_at_index owner_id created_at'] },
      { name: 'Owners', key: 'owner_id', indexes: [] },
      { name: 'Members', key: 'person_id owner_id', indexes: ['joined_index owner_id joined_at'] },
      { name: 'Invitations', key: 'owner_id invitation_id', indexes: [] },
      {
        name: 'Sandboxes',
        key: 'owner_id sandbox_id',
        indexes: [
          'created_at_index owner_id created_sort',
          'watch_index watch phase_since',
          'stored_index stored stored_key',
          'deleted_index owner_id deleted_sort',
          'address_index address_id owner_id',
          'counted_index owner_id counted_sort',
        ],
      },
      {
        name: 'Snapshots',
        key: 'owner_id snapshot_id',
        indexes: [
          'watch_index watch watch_at',
          'stored_index stored stored_key',
          'ebs_index owner_id ebs_sort',
          'open_index owner_id open_sort',
          'deleted_index owner_id deleted_sort',
        ],
      },
      {
        name: 'Prebuilds',
        key: 'owner_id prebuild_id',
        indexes: ['watch_index watch watch_at', 'hook_index prebuild_id owner_id'],
      },
      { name: 'EdgeEntries', key: 'entry_id', indexes: ['live_index live entry_id'] },
      { name: 'SandboxSpecs', key: 'owner_id spec_id', indexes: ['due_index due due_at'] },
      { name: 'LaunchPaces', key: 'pace_id', indexes: [] },
      { name: 'Operations', key: 'kind entry_id', indexes: [] },
      { name: 'SweepParts', key: 'part', indexes: [] },
      {
        name: 'Conversations',
        key: 'owner_id conversation_id',
        indexes: ['created_at_index owner_id created_sort', 'share_index share_key created_at'],
      },
      {
        name: 'StartTasks',
        key: 'owner_id start_task_id',
        indexes: [
          'created_at_index owner_id created_sort',
          'updated_at_index owner_id updated_sort',
          'sandbox_index sandbox_key created_sort',
          'watch_index watch updated_at',
        ],
      },
      {
        name: 'Events',
        key: 'conversation_key event_id',
        indexes: ['timestamp_index conversation_key timestamp_sort'],
      },
      { name: 'PendingMessages', key: 'owner_id message_key', indexes: [] },
      { name: 'Uploads', key: 'upload_key', indexes: [] },
      { name: 'Settings', key: 'owner_id', indexes: [] },
      { name: 'Secrets', key: 'owner_id secret_key', indexes: [] },
      { name: 'DeviceCodes', key: 'code_hash', indexes: [] },
      { name: 'ApiCalls', key: 'key_hash hour', indexes: [] },
      { name: 'Audit', key: 'owner_id entry_key', indexes: [] },
      { name: 'IntegratorEvents', key: 'owner_id event_id', indexes: [] },
      { name: 'WebhookEndpoints', key: 'owner_id endpoint_id', indexes: ['due_index due due_at'] },
      {
        name: 'WebhookMessages',
        key: 'endpoint_key message_id',
        indexes: ['work_index endpoint_key work_sort'],
      },
      { name: 'Idempotency', key: 'owner_id request_key', indexes: [] },
      { name: 'Usage', key: 'owner_id usage_key', indexes: ['ended_index owner_id ended_sort'] },
      { name: 'Waits', key: 'waits_key', indexes: [] },
      {
        name: 'ModelCalls',
        key: 'owner_id call_id',
        indexes: ['conversation_index conversation_key call_id', 'open_index open open_sort'],
      },
      { name: 'UsageSums', key: 'owner_id', indexes: [] },
    ]);
  });

  it('bills tables on demand, encrypts them and keeps point-in-time recovery', () => {
    for (const { properties } of kept.resources('data', 'AWS::DynamoDB::Table')) {
      expect(properties.BillingMode).toBe('PAY_PER_REQUEST');
      expect(properties.SSESpecification).toEqual({ SSEEnabled: true });
      expect(properties.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    }
  });

  it('retains tables, secret and key when a deployment removes or replaces them', () => {
    const stateful = kept.resources('data').filter(({ type }) => type !== 'AWS::CDK::Metadata');

    expect(stateful).toHaveLength(kept.resources('data', 'AWS::DynamoDB::Table').length + 2);
    for (const { raw } of stateful) {
      expect(raw).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    }
    for (const { properties } of kept.resources('data', 'AWS::DynamoDB::Table')) {
      expect(properties.DeletionProtectionEnabled).toBe(true);
    }
  });

  it('deletes the data of a stage whose settings allow it', () => {
    for (const { raw, properties } of changedProduction().resources('data')) {
      expect(raw.DeletionPolicy).toBe('Delete');
      expect(properties.DeletionProtectionEnabled ?? false).toBe(false);
    }
  });

  it('expires only rows that have ended or were deleted', () => {
    const expiring = kept
      .resources('data', 'AWS::DynamoDB::Table')
      .flatMap(({ logicalId, properties }) =>
        properties.TimeToLiveSpecification
          ? [[logicalId.replace(/Table.*$/, ''), properties.TimeToLiveSpecification]]
          : [],
      );

    expect(expiring).toEqual([
      ['ApiKeys', { AttributeName: 'expires_at', Enabled: true }],
      ['Owners', { AttributeName: 'purge_at', Enabled: true }],
      ['Invitations', { AttributeName: 'purge_at', Enabled: true }],
      ['Sandboxes', { AttributeName: 'purge_at', Enabled: true }],
      ['Snapshots', { AttributeName: 'purge_at', Enabled: true }],
      ['EdgeEntries', { AttributeName: 'purge_at', Enabled: true }],
      ['Operations', { AttributeName: 'expires_at', Enabled: true }],
      ['Events', { AttributeName: 'purge_at', Enabled: true }],
      ['PendingMessages', { AttributeName: 'expires_at', Enabled: true }],
      ['Uploads', { AttributeName: 'expires_at', Enabled: true }],
      ['DeviceCodes', { AttributeName: 'expires_at', Enabled: true }],
      ['ApiCalls', { AttributeName: 'expires_at', Enabled: true }],
      ['Audit', { AttributeName: 'expires_at', Enabled: true }],
      ['IntegratorEvents', { AttributeName: 'expires_at', Enabled: true }],
      ['WebhookMessages', { AttributeName: 'expires_at', Enabled: true }],
      ['Idempotency', { AttributeName: 'expires_at', Enabled: true }],
      ['Waits', { AttributeName: 'expires_at', Enabled: true }],
      ['ModelCalls', { AttributeName: 'expires_at', Enabled: true }],
    ]);
  });

  it('projects whole rows into indexes, except into those of disks, sandbox deletions, lasting addresses, prebuilds, due deliveries and open calls, which hold only fields that are read', () => {
    const projections = kept
      .resources('data', 'AWS::DynamoDB::Table')
      .flatMap(({ properties }) => properties.GlobalSecondaryIndexes ?? [])
      .map(({ IndexName, Projection }) => [IndexName, Projection] as const);
    const [stored, deleted, address, work, ebs, building, hook, share, due, open, ...others] = projections.filter(
      ([, { ProjectionType }]) => ProjectionType !== 'ALL',
    );

    expect(others).toEqual([]);
    const receipts = ['spec_id', 'created_at', 'purge_at', 'receipt', 'private_to'];
    expect(deleted).toEqual(['deleted_index', { ProjectionType: 'INCLUDE', NonKeyAttributes: receipts }]);
    expect(address).toEqual(['address_index', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['spec_id'] }]);
    expect(work).toEqual(['watch_index', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['state', 'holds'] }]);
    expect(ebs).toEqual(['stored_index', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['ebs_snapshot_id'] }]);
    expect(building).toEqual(['watch_index', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['state'] }]);
    expect(hook).toEqual(['hook_index', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['refresh'] }]);
    expect(due).toEqual(['due_index', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['lease_until'] }]);
    expect(open).toEqual(['open_index', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['started_at'] }]);
    expect(share).toEqual(['share_index', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['public'] }]);
    expect(stored).toEqual([
      'stored_index',
      {
        ProjectionType: 'INCLUDE',
        NonKeyAttributes: [
          'phase',
          'generation',
          'volume_id',
          'snapshot_id',
          'previous_snapshot_id',
          'base_snapshot',
          'saving_snapshot_id',
          'discards',
          'created_at',
          'expires_at',
        ],
      },
    ]);
  });

  it('has a consistent local order of events by time, and of the sandboxes that count by age', () => {
    const local = kept
      .resources('data', 'AWS::DynamoDB::Table')
      .flatMap(({ properties }) => properties.LocalSecondaryIndexes ?? [])
      .map(({ IndexName, Projection }) => [IndexName, Projection] as const);
    const counted = ['api_key_id', 'lineages', 'reserved_micro_usd', 'size', 'task_started_at'];

    const byName = new Map(local);
    expect([...byName].filter(([name]) => /^(counted|timestamp)_index$/.test(name))).toEqual([
      ['counted_index', { ProjectionType: 'INCLUDE', NonKeyAttributes: counted }],
      ['timestamp_index', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['kind', 'event_bytes'] }],
    ]);
  });

  it('streams both images of a row, and only the keys where rows hold sealed secrets', () => {
    const views = kept
      .resources('data', 'AWS::DynamoDB::Table')
      .flatMap(({ logicalId, properties }) =>
        properties.StreamSpecification
          ? [[logicalId.replace(/Table.*$/, ''), properties.StreamSpecification.StreamViewType]]
          : [],
      );

    expect(views).toEqual([
      ['Sandboxes', 'NEW_AND_OLD_IMAGES'],
      ['Snapshots', 'NEW_AND_OLD_IMAGES'],
      ['EdgeEntries', 'NEW_AND_OLD_IMAGES'],
      ['Conversations', 'NEW_AND_OLD_IMAGES'],
      ['StartTasks', 'KEYS_ONLY'],
      ['IntegratorEvents', 'NEW_AND_OLD_IMAGES'],
    ]);
  });

  it('generates the master secret at deployment, under a key id that allows rotation', () => {
    const [secret] = kept.resources('data', 'AWS::SecretsManager::Secret');

    expect(secret?.properties.GenerateSecretString).toMatchObject({
      SecretStringTemplate: '{"current":"k1"}',
      GenerateStringKey: 'k1',
      PasswordLength: 64,
    });
  });

  it('rotates the vault key every year', () => {
    const [key] = kept.resources('data', 'AWS::KMS::Key');

    expect(key?.properties.EnableKeyRotation).toBe(true);
  });

  it('outputs the names of its tables and its secret', () => {
    expect(Object.keys(kept.template('data').toJSON().Outputs)).toEqual(
      expect.arrayContaining([
        'ApiKeysTable',
        'OwnersTable',
        'MembersTable',
        'InvitationsTable',
        'SandboxesTable',
        'LaunchPacesTable',
        'SweepPartsTable',
        'ConversationsTable',
        'StartTasksTable',
        'EventsTable',
        'PendingMessagesTable',
        'UploadsTable',
        'SettingsTable',
        'SecretsTable',
        'DeviceCodesTable',
        'ApiCallsTable',
        'AuditTable',
        'MasterSecretArn',
      ]),
    );
  });
});

function keysOf(schema: readonly { readonly AttributeName: string }[]): string {
  return schema.map(({ AttributeName }) => AttributeName).join(' ');
}
