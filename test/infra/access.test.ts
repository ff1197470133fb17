import { describe, expect, it } from 'vitest';
import { codedEndpoints } from '../../shared/contract/coded-endpoints.ts';
import { namedFields } from '../../shared/contract/endpoint/named.ts';
import type { NamedKind } from '../../shared/contract/shapes/named-kind.ts';
import { workers } from '../../shared/contract/workers.ts';
import { DEPLOYMENT_TAG } from '../../shared/domain/sandboxes/record/disks.ts';
import { isAudited } from '../../shared/http/audit/audit-requests.ts';
import { isCharged } from '../../shared/http/rate-limits/charge-calls.ts';
import { Grants } from './grants.ts';
import { changed, changedProduction, production } from './synthesis.ts';

/** Actions that do not support resource-level permissions. */
const onAnything = [
  'xray:PutTelemetryRecords',
  'xray:PutTraceSegments',
  'dynamodb:ListStreams',
  'ecs:ListTasks',
  'ecs:ListTaskDefinitions',
  'ecs:DeregisterTaskDefinition',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeVolumes',
  'ec2:DescribeSnapshots',
];

/** What tells whether a member sees what a request names. */
const rightsToSee: Readonly<Record<NamedKind, readonly string[]>> = {
  conversation: ['Conversations BatchGetItem'],
  'new-conversation': ['Conversations BatchGetItem'],
  queue: ['Conversations BatchGetItem', 'StartTasks BatchGetItem'],
  'start-task': ['Conversations BatchGetItem', 'StartTasks BatchGetItem'],
  sandbox: ['Sandboxes BatchGetItem'],
  snapshot: ['Snapshots BatchGetItem', 'Sandboxes BatchGetItem'],
};

const reconcilers = ['reconcile-sandbox', 'sweep-sandboxes', 'sweep-segment', 'wake-sandbox'];

describe('roles and policies', () => {
  const synthesis = production();
  const grants = new Grants(synthesis);

  it('every function has its own role without managed policies', () => {
    const roles = synthesis
      .resources('api', 'AWS::Lambda::Function')
      .map(({ properties }) => properties.Role['Fn::GetAtt'][0]);

    expect(new Set(roles).size).toBe(codedEndpoints.length + workers.length);
    for (const { logicalId, properties } of synthesis.resources('api', 'AWS::IAM::Role')) {
      if (roles.includes(logicalId)) expect(properties).not.toHaveProperty('ManagedPolicyArns');
    }
  });

  it('an endpoint can only use its tables, its log, its traces and the vault, and call workers', () => {
    for (const { id } of codedEndpoints) {
      const services = new Set(grants.actionsOf(id).map((action) => action.split(':')[0] ?? ''));
      const own = ['logs', 'xray', 'dynamodb', 'secretsmanager', 'kms', 'lambda'];
      // The files of paused sandboxes.
      if (id === 'share-files' || /^(list|read|download)-(sandbox|snapshot)-(files?|folder|changes)$/.test(id))
        own.push('ebs');

      expect([...services].filter((service) => !own.includes(service))).toEqual([]);
    }
  });

  it('the vault key is granted only with the owner in the encryption context', () => {
    const onKeys = [...codedEndpoints, ...workers].flatMap(({ id }) =>
      grants
        .statementsOf(id)
        .filter(({ Action }) => [Action].flat().some((action) => action.startsWith('kms:')))
        .filter((statement) => !isForSnapshots(statement)),
    );

    expect(onKeys.length).toBeGreaterThan(0);
    for (const { Action, Resource, Condition } of onKeys) {
      expect([Action].flat().filter((action) => !/^kms:(GenerateDataKey|Decrypt)$/.test(action))).toEqual([]);
      expect(JSON.stringify(Resource)).toContain('VaultKey');
      expect(Condition).toEqual({ Null: { 'kms:EncryptionContext:owner_id': 'false' } });
    }
  });

  it("only endpoints of files read snapshots, which have the deployment's tag, and open only the keys of disks", () => {
    const readers = [...codedEndpoints, ...workers].filter(({ id }) =>
      grants.statementsOf(id).some(({ Action }) => [Action].flat().some((action) => action.startsWith('ebs:'))),
    );

    expect(readers.map(({ id }) => id).sort()).toEqual([
      'download-sandbox-folder',
      'download-snapshot-folder',
      'list-sandbox-files',
      'list-snapshot-changes',
      'list-snapshot-files',
      'read-sandbox-file',
      'read-snapshot-file',
      'share-files',
    ]);
    for (const { id } of readers) {
      const statements = grants.statementsOf(id);
      const onBlocks = statements.filter(({ Action }) => [Action].flat().some((action) => action.startsWith('ebs:')));
      const actions = onBlocks.flatMap(({ Action }) => Action).sort();
      const compares = id === 'list-snapshot-changes' ? ['ebs:ListChangedBlocks'] : [];
      expect([id, actions]).toEqual([id, ['ebs:GetSnapshotBlock', ...compares, 'ebs:ListSnapshotBlocks']]);
      for (const { Condition, Resource } of onBlocks) {
        expect(Condition).toEqual({ StringEquals: { [`aws:ResourceTag/${DEPLOYMENT_TAG}`]: expect.anything() } });
        expect(JSON.stringify(Resource)).toContain('::snapshot/*');
      }
      expect(statements.filter(isForSnapshots)).toHaveLength(1);
    }
  });

  it('no wildcard grants an action, and all resources are granted only for actions without resources', () => {
    for (const { id } of [...codedEndpoints, ...workers]) {
      expect(grants.actionsOf(id).filter((action) => action.includes('*'))).toEqual([]);
      const anything = grants.statementsOf(id).filter(({ Resource }) => [Resource].flat().includes('*'));
      expect(anything.flatMap(({ Action }) => Action).filter((action) => !onAnything.includes(action))).toEqual([]);
    }
  });

  it.each<[string, Record<string, string>]>([
    ['get-alive', {}],
    ['get-current-key', {}],
    [
      'authorize',
      { ApiCalls: 'UpdateItem', ApiKeys: 'GetItem UpdateItem', Members: 'GetItem Query', Owners: 'GetItem' },
    ],
    ['get-sandbox', { Sandboxes: 'GetItem', Waits: 'UpdateItem' }],
    ['search-sandboxes', { 'Sandboxes/created_at_index': 'Query' }],
    ['list-sandbox-deletions', { 'Sandboxes/deleted_index': 'Query' }],
    ['get-sandbox-deletion', { Sandboxes: 'GetItem' }],
    ['search-snapshots', { Snapshots: 'Query' }],
    ['get-snapshot', { Snapshots: 'GetItem' }],
    ['list-snapshot-files', { Snapshots: 'GetItem' }],
    ['read-snapshot-file', { Snapshots: 'GetItem' }],
    ['download-snapshot-folder', { Snapshots: 'GetItem' }],
    ['list-snapshot-changes', { Snapshots: 'GetItem' }],
    ['download-sandbox-folder', { Sandboxes: 'GetItem' }],
    ['update-snapshot', { Audit: 'PutItem', Snapshots: 'GetItem PutItem' }],
    ['delete-snapshot', { Audit: 'PutItem', Owners: 'UpdateItem', Snapshots: 'GetItem PutItem' }],
    ['list-snapshot-deletions', { Sandboxes: 'BatchGetItem', 'Snapshots/deleted_index': 'Query' }],
    [
      'create-snapshot',
      {
        Audit: 'PutItem',
        Idempotency: 'GetItem PutItem',
        Owners: 'UpdateItem',
        Sandboxes: 'GetItem PutItem',
        Snapshots: 'GetItem PutItem UpdateItem',
        Usage: 'PutItem',
        UsageSums: 'UpdateItem',
      },
    ],
    [
      'reconcile-snapshot',
      {
        Owners: 'UpdateItem',
        Sandboxes: 'GetItem PutItem',
        Snapshots: 'GetItem PutItem UpdateItem',
        'Snapshots/ebs_index': 'Query',
        Usage: 'PutItem',
        UsageSums: 'UpdateItem',
      },
    ],
    ['get-sandbox-logs', { ApiKeys: 'GetItem', Members: 'GetItem Query', Sandboxes: 'GetItem', Waits: 'UpdateItem' }],
    ['get-sandbox-measurements', { Sandboxes: 'GetItem' }],
    [
      'stop-sandbox',
      {
        ApiCalls: 'UpdateItem',
        Conversations: 'ConditionCheckItem GetItem PutItem UpdateItem',
        Events: 'BatchGetItem ConditionCheckItem GetItem PutItem UpdateItem',
        Sandboxes: 'GetItem PutItem UpdateItem',
      },
    ],
    [
      'wake-sandbox',
      {
        EdgeEntries: 'GetItem PutItem UpdateItem',
        LaunchPaces: 'UpdateItem',
        Owners: 'UpdateItem',
        Sandboxes: 'GetItem PutItem',
        Snapshots: 'GetItem UpdateItem',
        Usage: 'PutItem',
        UsageSums: 'UpdateItem',
      },
    ],
    [
      'answer-address',
      {
        ApiKeys: 'GetItem',
        Audit: 'PutItem',
        DeviceCodes: 'UpdateItem',
        EdgeEntries: 'GetItem',
        Members: 'GetItem',
        Owners: 'GetItem UpdateItem',
        Sandboxes: 'BatchGetItem GetItem PutItem',
        'Sandboxes/address_index': 'Query',
        'Sandboxes/counted_index': 'Query',
        'Sandboxes/stored_index': 'Query',
        'Snapshots/open_index': 'Query',
        'Usage/ended_index': 'Query',
        UsageSums: 'GetItem UpdateItem',
      },
    ],
    ['reconcile-usage', { Sandboxes: 'GetItem PutItem', Usage: 'GetItem PutItem', UsageSums: 'UpdateItem' }],
    [
      'get-usage',
      {
        ApiCalls: 'Query',
        'ApiKeys/created_at_index': 'Query',
        Sandboxes: 'BatchGetItem',
        'Sandboxes/stored_index': 'Query',
        'Snapshots/open_index': 'Query',
        'Usage/ended_index': 'Query',
      },
    ],
    [
      'sweep-sandboxes',
      {
        EdgeEntries: 'GetItem PutItem UpdateItem',
        'EdgeEntries/live_index': 'Query',
        IntegratorEvents: 'PutItem',
        LaunchPaces: 'GetItem UpdateItem',
        Members: 'GetItem',
        ModelCalls: 'GetItem UpdateItem',
        'ModelCalls/open_index': 'Query',
        Operations: 'PutItem',
        Owners: 'GetItem Scan UpdateItem',
        'Prebuilds/watch_index': 'Query',
        'SandboxSpecs/due_index': 'Query',
        Sandboxes: 'BatchGetItem GetItem PutItem',
        'Sandboxes/counted_index': 'Query',
        'Sandboxes/created_at_index': 'Query',
        'Sandboxes/stored_index': 'Query',
        'Sandboxes/watch_index': 'Query',
        Snapshots: 'GetItem Query UpdateItem',
        'Snapshots/ebs_index': 'Query',
        'Snapshots/open_index': 'Query',
        'Snapshots/stored_index': 'Query',
        'Snapshots/watch_index': 'Query',
        'StartTasks/watch_index': 'Query',
        SweepParts: 'PutItem Scan',
        Usage: 'PutItem UpdateItem',
        'Usage/ended_index': 'Query',
        UsageSums: 'GetItem UpdateItem',
        Waits: 'BatchGetItem GetItem PutItem',
        'WebhookEndpoints/due_index': 'Query',
      },
    ],
    [
      'pause-sandbox',
      {
        Audit: 'PutItem',
        Idempotency: 'GetItem PutItem',
        Owners: 'UpdateItem',
        Sandboxes: 'GetItem PutItem',
      },
    ],
    ['count-app-conversations', { Conversations: 'GetItem', 'Conversations/created_at_index': 'Query' }],
    ['batch-get-start-tasks', { StartTasks: 'BatchGetItem' }],
    [
      'create-conversation',
      {
        Audit: 'PutItem',
        Conversations: 'ConditionCheckItem GetItem PutItem UpdateItem',
        Idempotency: 'GetItem PutItem',
        Owners: 'GetItem UpdateItem',
        PendingMessages: 'PutItem Query',
        Prebuilds: 'Query',
        SandboxSpecs: 'GetItem',
        Sandboxes: 'BatchGetItem GetItem PutItem UpdateItem',
        'Sandboxes/counted_index': 'Query',
        'Sandboxes/created_at_index': 'Query',
        'Sandboxes/stored_index': 'Query',
        Snapshots: 'GetItem UpdateItem',
        'Snapshots/open_index': 'Query',
        Settings: 'GetItem',
        StartTasks: 'GetItem PutItem UpdateItem',
        Uploads: 'BatchGetItem GetItem PutItem UpdateItem',
        'Usage/ended_index': 'Query',
        UsageSums: 'GetItem UpdateItem',
      },
    ],
    [
      'create-app-conversation',
      {
        Audit: 'PutItem',
        Conversations: 'GetItem PutItem UpdateItem',
        Idempotency: 'GetItem PutItem',
        Owners: 'GetItem UpdateItem',
        PendingMessages: 'PutItem Query',
        Prebuilds: 'Query',
        SandboxSpecs: 'GetItem',
        Sandboxes: 'BatchGetItem GetItem PutItem UpdateItem',
        'Sandboxes/counted_index': 'Query',
        'Sandboxes/created_at_index': 'Query',
        'Sandboxes/stored_index': 'Query',
        Snapshots: 'GetItem UpdateItem',
        'Snapshots/open_index': 'Query',
        Settings: 'GetItem',
        StartTasks: 'GetItem PutItem UpdateItem',
        Uploads: 'GetItem PutItem UpdateItem',
        'Usage/ended_index': 'Query',
        UsageSums: 'GetItem UpdateItem',
      },
    ],
    [
      'delete-conversation',
      {
        Audit: 'PutItem',
        Conversations: 'BatchGetItem DeleteItem PutItem UpdateItem',
        Events: 'UpdateItem',
        Owners: 'UpdateItem',
        Sandboxes: 'BatchGetItem PutItem',
      },
    ],
    [
      'search-app-conversations',
      {
        Conversations: 'UpdateItem',
        'Conversations/created_at_index': 'Query',
        Events: 'BatchGetItem',
        'Events/timestamp_index': 'Query',
        Sandboxes: 'BatchGetItem Query',
      },
    ],
    ['get-app-conversation', { Conversations: 'BatchGetItem UpdateItem', Sandboxes: 'BatchGetItem', Usage: 'Query' }],
    [
      'update-app-conversation',
      {
        Audit: 'PutItem',
        Conversations: 'BatchGetItem UpdateItem',
        Sandboxes: 'BatchGetItem GetItem PutItem',
        Waits: 'GetItem PutItem',
      },
    ],
    ['list-files', { Conversations: 'BatchGetItem', Sandboxes: 'BatchGetItem' }],
  ])('gives %s exactly its rights on tables', (id, rights) => {
    const expected = Object.entries(rights).flatMap(([table, actions]) =>
      actions.split(' ').map((action) => `${table} ${action}`),
    );
    const charges = codedEndpoints.some((one) => one.id === id && isCharged(one)) ? ['ApiCalls UpdateItem'] : [];
    const endpoint = codedEndpoints.find((one) => one.id === id);
    const seen = endpoint ? namedFields(endpoint).flatMap(({ kind }) => rightsToSee[kind]) : [];
    expect([...grants.rightsOf(id)].sort()).toEqual([...new Set([...expected, ...charges, ...seen])].sort());
  });

  it('only functions that derive keys can read the master secret', () => {
    const readers = grants.holdersOf('secretsmanager:GetSecretValue');

    expect(readers).toEqual(grants.ids.filter((id) => 'MASTER_SECRET_ARN' in (grants.variables.get(id) ?? {})).sort());
    expect(readers).not.toContain('authorize');
    // 47 before sessions were checked by a hash. The others show session keys, send them to agents or make them.
    // Those of commands, files and logs reach agents with session keys too.
    expect(readers.length).toBeLessThanOrEqual(72);
  });

  it('endpoints for sandboxes cannot read the master secret, as they check session keys by their hash', () => {
    const readers = grants.holdersOf('secretsmanager:GetSecretValue');
    const forSandboxes = codedEndpoints.filter(({ access }) => access === 'sandbox').map(({ id }) => id);

    expect(forSandboxes.length).toBeGreaterThan(5);
    expect(forSandboxes.filter((id) => readers.includes(id))).toEqual([]);
  });

  it('only functions that make audited changes can add to the audit log, and no function can change its entries', () => {
    const rights = (id: string) => grants.rightsOf(id).filter((right) => right.startsWith('Audit '));

    for (const endpoint of codedEndpoints.filter(isAudited)) expect(rights(endpoint.id)).toEqual(['Audit PutItem']);
    for (const { id } of [...codedEndpoints, ...workers]) {
      expect(rights(id).filter((right) => right !== 'Audit PutItem')).toEqual(
        { 'list-audit': ['Audit Query'], 'erase-owner': ['Audit DeleteItem', 'Audit Query'] }[id as string] ?? [],
      );
    }
  });

  it('tasks can be started, stopped and read only in the cluster of the deployment', () => {
    for (const { id } of workers) {
      const onEcs = grants
        .statementsOf(id)
        .filter(({ Action }) => [Action].flat().some((action) => /^ecs:(?!\w*TaskDefinition)/.test(action)));
      for (const { Condition } of onEcs) {
        expect(Object.keys((Condition as { ArnEquals: object }).ArnEquals)).toEqual(['ecs:cluster']);
      }
    }
    expect(grants.holdersOf('ecs:RunTask')).toEqual(reconcilers);
  });

  it('only one worker can touch task definitions, and it registers none where owners make no specs', () => {
    const ofDefinitions = (id: (typeof workers)[number]['id']) =>
      grants.actionsOf(id).filter((action) => /TaskDefinition/.test(action));
    const others = workers.filter(({ id }) => id !== 'check-sandbox-spec');

    expect(others.flatMap(({ id }) => ofDefinitions(id))).toEqual([]);
    expect(ofDefinitions('check-sandbox-spec')).toEqual(['ecs:DeregisterTaskDefinition', 'ecs:ListTaskDefinitions']);
    expect(grants.holdersOf('ecs:RegisterTaskDefinition')).toEqual([]);
  });

  it("task definitions of owners are registered only with the deployment's tag, and with Fargate's own role", () => {
    const changed = new Grants(changedProduction());
    const statements = changed.statementsOf('check-sandbox-spec');
    const withAction = (action: string) => statements.filter(({ Action }) => [Action].flat().includes(action));

    expect(changed.holdersOf('ecs:RegisterTaskDefinition')).toEqual(['check-sandbox-spec']);
    expect(withAction('ecs:RegisterTaskDefinition').map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'aws:RequestTag/service': 'agent-conversations-prod' } },
    ]);
    const [tagging] = withAction('ecs:TagResource');
    expect(tagging?.Condition).toEqual({ StringEquals: { 'ecs:CreateAction': 'RegisterTaskDefinition' } });
    expect(JSON.stringify(tagging?.Resource)).toContain('task-definition/agent-conversations-prod-own_*:*');
    const passed = withAction('iam:PassRole').map(({ Resource }) => JSON.stringify(Resource));
    expect(passed).toEqual([expect.stringContaining('ExecutionRole')]);
  });

  it('roles are passed only to ECS: the execution role for tasks, the volume role to the service', () => {
    const passing = grants.statementsOf('reconcile-sandbox').filter(({ Action }) => Action === 'iam:PassRole');
    const passed = passing.map(({ Condition, Resource }) => [
      Condition,
      [Resource].flat().map((arn) => /(TaskRole|ExecutionRole|VolumeRole)/.exec(JSON.stringify(arn))?.[1]),
    ]);

    expect(passed).toEqual([
      [{ StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } }, ['ExecutionRole']],
      [{ StringEquals: { 'iam:PassedToService': 'ecs.amazonaws.com' } }, ['VolumeRole']],
    ]);
  });

  it('disks can be saved and deleted only with the tag of the deployment, and snapshots created only with it', () => {
    const tag = 'agent-conversations:deployment';
    const condition = (block: unknown) =>
      JSON.stringify(block ?? 'always')
        .replaceAll(tag, 'TAG')
        .replaceAll('agent-conversations-prod', 'OURS');
    const onDisks = (id: string) =>
      grants.statementsOf(id).flatMap(({ Action, Resource, Condition }) =>
        [Action].flat().flatMap((action) => {
          if (!/^ec2:(Create|Delete|Describe(Volumes|Snapshots))/.test(action)) return [];
          const kind = /:(volume|snapshot)\/\*/.exec(JSON.stringify(Resource))?.[1] ?? Resource;
          return [`${action} ${kind} ${condition(Condition)}`];
        }),
      );

    expect(onDisks('reconcile-sandbox').sort()).toEqual([
      'ec2:CreateSnapshot snapshot {"StringEquals":{"aws:RequestTag/TAG":"OURS"}}',
      'ec2:CreateSnapshot volume {"StringEquals":{"aws:ResourceTag/TAG":"OURS"}}',
      'ec2:CreateTags snapshot {"StringEquals":{"ec2:CreateAction":"CreateSnapshot"}}',
      'ec2:DeleteSnapshot snapshot {"StringEquals":{"aws:ResourceTag/TAG":"OURS"}}',
      'ec2:DeleteVolume volume {"StringEquals":{"aws:ResourceTag/TAG":"OURS"}}',
      'ec2:DescribeSnapshots * "always"',
      'ec2:DescribeVolumes * "always"',
    ]);
    expect(onDisks('sweep-segment')).toEqual(onDisks('sweep-sandboxes'));
    expect(onDisks('sweep-sandboxes').filter((line) => !onDisks('reconcile-sandbox').includes(line))).toEqual([
      'ec2:CreateTags volume {"StringEquals":{"aws:ResourceTag/TAG":"OURS"},' +
        '"ForAllValues:StringEquals":{"aws:TagKeys":["agent-conversations:orphan-since"]}}',
      'ec2:CreateTags snapshot {"StringEquals":{"aws:ResourceTag/TAG":"OURS"},' +
        '"ForAllValues:StringEquals":{"aws:TagKeys":["agent-conversations:snapshot"]}}',
    ]);
    // It copies disks, and deletes no volume.
    expect(onDisks('reconcile-snapshot').sort()).toEqual(
      onDisks('reconcile-sandbox')
        .filter((line) => !/Volume/.test(line.split(' ')[0] ?? ''))
        .sort(),
    );
    const others = grants.ids.filter((id) => onDisks(id).length > 0 && id !== 'reconcile-snapshot');
    expect(others.sort()).toEqual(reconcilers);
  });

  it('no worker can start itself, directly or through other workers', () => {
    const called = (id: string) =>
      grants
        .statementsOf(id)
        .filter(({ Action }) => Action === 'lambda:InvokeFunction')
        .flatMap(({ Resource }) => [Resource].flat())
        .flatMap((arn) =>
          workers.filter((worker) => JSON.stringify(arn).endsWith(`:function:agent-conversations-prod-${worker.id}"}`)),
        )
        .map((worker) => worker.id)
        .sort();
    const reached = (id: string, path: readonly string[] = []): readonly string[] =>
      path.includes(id) ? [id] : called(id).flatMap((next) => [next, ...reached(next, [...path, id])]);

    expect(called('reconcile-sandbox')).toEqual([
      ...['boot-sandbox', 'reconcile-snapshot', 'stop-sandbox', 'sweep-sandboxes', 'wake-sandbox'],
    ]);
    for (const { id } of workers) expect(reached(id)).not.toContain(id);
  });

  it("only functions that set up agents' models or call models can read the operator's model key", () => {
    const of = new Grants(changedProduction());
    const allowed = of.ids.filter((id) => JSON.stringify(of.statementsOf(id)).includes(changed.llmApiKeySecretArn));

    // An owner can choose a model without a key, which then uses the key of the deployment.
    const broker = ['create-anthropic-message', 'create-chat-completion', 'create-embeddings', 'create-model-response'];
    const setUp = ['backfill-events', 'deliver-messages', 'run-start-task', 'switch-profile'];
    expect(allowed.toSorted()).toEqual([...broker, ...setUp].toSorted());
    for (const id of allowed) {
      expect(of.statementsOf(id)).toContainEqual({
        Action: 'kms:Decrypt',
        Effect: 'Allow',
        Resource: changed.llmApiKeySecretKeyArn,
        Condition: {
          StringEquals: {
            'kms:ViaService': { 'Fn::Join': ['', ['secretsmanager.', { Ref: 'AWS::Region' }, '.amazonaws.com']] },
            'kms:EncryptionContext:SecretARN': changed.llmApiKeySecretArn,
          },
        },
      });
    }
  });
});

/** Lets a function decrypt blocks with AWS's own key for EBS. */
function isForSnapshots({ Action, Condition }: ReturnType<Grants['statementsOf']>[number]): boolean {
  const ofEbs = { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': 'alias/aws/ebs' } };
  return Action === 'kms:Decrypt' && JSON.stringify(Condition) === JSON.stringify(ofEbs);
}
