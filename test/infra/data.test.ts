import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Synthesis } from './synthesis.ts';

describe('data', () => {
  let kept: Synthesis;
  let thrownAway: Synthesis;

  beforeAll(() => {
    kept = new Synthesis({ stage: 'prod' });
    thrownAway = new Synthesis({ stage: 'dev', context: { protectData: false } });
  });

  afterAll(() => {
    kept.remove();
    thrownAway.remove();
  });

  it('has a table for each noun, with the keys and indexes that the stores use', () => {
    const tables = kept.resources('data', 'AWS::DynamoDB::Table').map(({ logicalId, properties }) => ({
      name: logicalId.replace(/Table.*$/, ''),
      key: keysOf(properties.KeySchema),
      indexes: (properties.GlobalSecondaryIndexes ?? []).map(
        (index: { IndexName: string; KeySchema: never }) => `${index.IndexName} ${keysOf(index.KeySchema)}`,
      ),
    }));

    expect(tables).toEqual([
      { name: 'ApiKeys', key: 'key_id', indexes: ['created_at_index owner_id created_at'] },
      { name: 'Owners', key: 'owner_id', indexes: [] },
      {
        name: 'Sandboxes',
        key: 'owner_id sandbox_id',
        indexes: [
          'created_at_index owner_id created_sort',
          'watch_index watch phase_since',
          'stored_index stored stored_key',
        ],
      },
      { name: 'LaunchPaces', key: 'pace_id', indexes: [] },
      {
        name: 'Conversations',
        key: 'owner_id conversation_id',
        indexes: ['created_at_index owner_id created_sort'],
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
    ]);
  });

  it('charges for requests only, encrypts, and can go back to any second', () => {
    for (const { properties } of kept.resources('data', 'AWS::DynamoDB::Table')) {
      expect(properties.BillingMode).toBe('PAY_PER_REQUEST');
      expect(properties.SSESpecification).toEqual({ SSEEnabled: true });
      expect(properties.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    }
  });

  it('keeps tables and secret when somebody removes or replaces them', () => {
    const stateful = kept.resources('data').filter(({ type }) => type !== 'AWS::CDK::Metadata');

    expect(stateful).toHaveLength(7);
    for (const { raw } of stateful) {
      expect(raw).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    }
    for (const { properties } of kept.resources('data', 'AWS::DynamoDB::Table')) {
      expect(properties.DeletionProtectionEnabled).toBe(true);
    }
  });

  it('lets a stage that is to be thrown away be thrown away', () => {
    for (const { raw, properties } of thrownAway.resources('data')) {
      expect(raw.DeletionPolicy).toBe('Delete');
      expect(properties.DeletionProtectionEnabled ?? false).toBe(false);
    }
  });

  it('forgets expired API keys and receipts of deleted sandboxes, and nothing else', () => {
    const expiring = kept
      .resources('data', 'AWS::DynamoDB::Table')
      .flatMap(({ logicalId, properties }) =>
        properties.TimeToLiveSpecification
          ? [[logicalId.replace(/Table.*$/, ''), properties.TimeToLiveSpecification]]
          : [],
      );

    expect(expiring).toEqual([
      ['ApiKeys', { AttributeName: 'expires_at', Enabled: true }],
      ['Sandboxes', { AttributeName: 'purge_at', Enabled: true }],
    ]);
  });

  it('copies whole rows into its indexes, but of what sandboxes store only what the sweep reads', () => {
    const projections = kept
      .resources('data', 'AWS::DynamoDB::Table')
      .flatMap(({ properties }) => properties.GlobalSecondaryIndexes ?? [])
      .map(({ IndexName, Projection }) => [IndexName, Projection] as const);
    const [stored, ...others] = projections.filter(([, { ProjectionType }]) => ProjectionType !== 'ALL');

    expect(others).toEqual([]);
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
          'saving_snapshot_id',
          'discards',
          'created_at',
          'expires_at',
        ],
      },
    ]);
  });

  it('tells of changes to sandboxes with both rows, and of start tasks, which hold secrets for a while, with their keys alone', () => {
    const views = kept
      .resources('data', 'AWS::DynamoDB::Table')
      .flatMap(({ logicalId, properties }) =>
        properties.StreamSpecification
          ? [[logicalId.replace(/Table.*$/, ''), properties.StreamSpecification.StreamViewType]]
          : [],
      );

    expect(views).toEqual([
      ['Sandboxes', 'NEW_AND_OLD_IMAGES'],
      ['StartTasks', 'KEYS_ONLY'],
    ]);
  });

  it('makes the master secret up at deployment, under a key id that allows rotation', () => {
    const [secret] = kept.resources('data', 'AWS::SecretsManager::Secret');

    expect(secret?.properties.GenerateSecretString).toMatchObject({
      SecretStringTemplate: '{"current":"k1"}',
      GenerateStringKey: 'k1',
      PasswordLength: 64,
    });
  });

  it('names its tables and its secret in its outputs', () => {
    expect(Object.keys(kept.template('data').toJSON().Outputs)).toEqual(
      expect.arrayContaining([
        'ApiKeysTable',
        'OwnersTable',
        'SandboxesTable',
        'LaunchPacesTable',
        'ConversationsTable',
        'StartTasksTable',
        'MasterSecretArn',
      ]),
    );
  });
});

function keysOf(schema: readonly { readonly AttributeName: string }[]): string {
  return schema.map(({ AttributeName }) => AttributeName).join(' ');
}
