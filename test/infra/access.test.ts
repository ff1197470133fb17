import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Build, build } from '../../infra/build.ts';
import { workers } from '../../infra/workers.ts';
import { endpoints } from '../../shared/contract/index.ts';
import { type Resource, Synthesis } from './synthesis.ts';

/** What belongs to no resource that could be named. */
const onAnything = [
  'xray:PutTelemetryRecords',
  'xray:PutTraceSegments',
  'dynamodb:ListStreams',
  'ecs:ListTasks',
  'ec2:DescribeNetworkInterfaces',
];

/** Variables that every bundle knows by name, but only some functions are given. */
const optional = ['LEGACY_SUNSET', 'LLM_BASE_URL', 'LLM_API_KEY_SECRET_ARN'];

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

describe('access', () => {
  let built: Build;
  let synthesis: Synthesis;
  let statements: ReadonlyMap<string, readonly Statement[]>;
  let variables: ReadonlyMap<string, Readonly<Record<string, unknown>>>;

  beforeAll(async () => {
    built = await build(mkdtempSync(join(tmpdir(), 'access-')));
    synthesis = new Synthesis({ stage: 'prod', bundles: built.directory });
    const functions = synthesis.resources('api', 'AWS::Lambda::Function');
    const policies = synthesis.resources('api', 'AWS::IAM::Policy');
    const byId = (id: string): Resource => {
      const found = functions.filter(({ logicalId }) => logicalId.startsWith(`${id.replaceAll('-', '')}Function`));
      expect(found).toHaveLength(1);
      return found[0] as Resource;
    };
    const ids = [...endpoints, ...workers].map(({ id }) => id);
    variables = new Map(ids.map((id) => [id, byId(id).properties.Environment?.Variables ?? {}]));
    statements = new Map(
      ids.map((id) => {
        const [role] = byId(id).properties.Role['Fn::GetAtt'];
        const own = policies.filter(({ properties }) =>
          properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role),
        );
        return [id, own.flatMap(({ properties }) => properties.PolicyDocument.Statement)];
      }),
    );
  });

  afterAll(() => {
    synthesis.remove();
    rmSync(built.directory, { recursive: true });
  });

  const statementsOf = (id: string) => statements.get(id) ?? [];
  const actionsOf = (id: string) => statementsOf(id).flatMap(({ Action }) => Action);
  /** What a function may do to the tables, as `Table action` or `Table/index action`. */
  const rightsOf = (id: string) =>
    statementsOf(id)
      .flatMap(({ Action, Resource }) => {
        const text = JSON.stringify(Resource);
        const table = /FnGetAtt(\w+?)Table\w*Arn/.exec(text)?.[1];
        const index = /\/index\/(\w+)/.exec(text)?.[1];
        const name = index ? `${table}/${index}` : table;
        return table ? [Action].flat().map((action) => `${name} ${action.replace('dynamodb:', '')}`) : [];
      })
      .sort();

  it('gives every function a role of its own, without managed policies', () => {
    const roles = synthesis
      .resources('api', 'AWS::Lambda::Function')
      .map(({ properties }) => properties.Role['Fn::GetAtt'][0]);

    expect(new Set(roles).size).toBe(endpoints.length + workers.length);
    for (const { logicalId, properties } of synthesis.resources('api', 'AWS::IAM::Role')) {
      if (roles.includes(logicalId)) expect(properties).not.toHaveProperty('ManagedPolicyArns');
    }
  });

  it('lets no endpoint do anything but read and write its tables, its log and its traces', () => {
    for (const { id } of endpoints) {
      expect(new Set(actionsOf(id).map((action) => action.split(':')[0]))).toEqual(
        new Set([
          'logs',
          'xray',
          ...actionsOf(id).flatMap((action) => /^(dynamodb|secretsmanager):/.exec(action)?.[1] ?? []),
        ]),
      );
    }
  });

  it('allows no action by a wildcard, and on any resource only what knows none', () => {
    for (const { id } of [...endpoints, ...workers]) {
      expect(actionsOf(id).filter((action) => action.includes('*'))).toEqual([]);
      const anything = statementsOf(id).filter(({ Resource }) => [Resource].flat().includes('*'));
      expect(anything.flatMap(({ Action }) => Action).filter((action) => !onAnything.includes(action))).toEqual([]);
    }
  });

  it.each([
    ['get-alive', []],
    ['get-current-key', []],
    ['authorize', ['ApiKeys GetItem']],
    ['get-sandbox', ['Sandboxes GetItem']],
    ['search-sandboxes', ['Sandboxes/created_at_index Query']],
    ['pause-sandbox', ['Owners UpdateItem', 'Sandboxes GetItem', 'Sandboxes PutItem']],
    ['count-app-conversations', ['Conversations/created_at_index Query']],
    ['batch-get-start-tasks', ['StartTasks BatchGetItem']],
    [
      'create-conversation',
      [
        'Conversations GetItem',
        'Conversations PutItem',
        'Conversations UpdateItem',
        'Owners UpdateItem',
        'Sandboxes ConditionCheckItem',
        'Sandboxes GetItem',
        'Sandboxes PutItem',
        'Sandboxes Query',
        'StartTasks PutItem',
      ],
    ],
  ])('gives %s exactly its rights on tables', (id, rights) => {
    expect(rightsOf(id)).toEqual(rights);
  });

  it('gives a function exactly the variables that its code names', () => {
    const known = new Set([...variables.values()].flatMap((each) => Object.keys(each)));
    for (const [id, given] of variables) {
      const code = readFileSync(join(built.directory, id, 'index.mjs'), 'utf8');
      const named = [...known].filter(
        (name) => new RegExp(`["'\`]${name}["'\`]`).test(code) && !optional.includes(name),
      );

      expect({ id, variables: Object.keys(given).sort() }).toEqual({ id, variables: named.sort() });
    }
  });

  it('shows the master secret only to functions that derive keys from it', () => {
    const readers = [...statements.keys()].filter((id) => actionsOf(id).includes('secretsmanager:GetSecretValue'));

    expect(readers.sort()).toEqual(
      [...variables.keys()].filter((id) => 'MASTER_SECRET_ARN' in (variables.get(id) ?? {})).sort(),
    );
    expect(readers).not.toContain('authorize');
  });

  it('lets tasks be started, stopped and read in the one cluster alone', () => {
    for (const { id } of workers) {
      const onEcs = statementsOf(id).filter(({ Action }) =>
        [Action].flat().some((action) => action.startsWith('ecs:')),
      );
      for (const { Condition } of onEcs) {
        expect(Object.keys((Condition as { ArnEquals: object }).ArnEquals)).toEqual(['ecs:cluster']);
      }
    }
    expect(workers.map(({ id }) => id).filter((id) => actionsOf(id).includes('ecs:RunTask'))).toEqual([
      'reconcile-sandbox',
      'sweep-sandboxes',
    ]);
  });

  it('passes roles to ECS tasks only', () => {
    const passing = statementsOf('reconcile-sandbox').filter(({ Action }) => Action === 'iam:PassRole');

    expect(passing).toEqual([
      expect.objectContaining({ Condition: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } } }),
    ]);
    expect(JSON.stringify(passing)).not.toContain('"*"');
  });

  it("keeps the operator's model key to the worker that uses it", () => {
    const llmApiKeySecretArn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:model-key-AbCdEf';
    const withKey = new Synthesis({ stage: 'prod', bundles: built.directory, context: { llmApiKeySecretArn } });
    const told = withKey
      .resources('api', 'AWS::Lambda::Function')
      .filter(({ properties }) => properties.Environment?.Variables?.LLM_API_KEY_SECRET_ARN === llmApiKeySecretArn);
    const allowed = withKey
      .resources('api', 'AWS::IAM::Policy')
      .filter(({ properties }) => JSON.stringify(properties.PolicyDocument).includes(llmApiKeySecretArn));
    withKey.remove();

    expect(told.map(({ logicalId }) => logicalId)).toEqual([expect.stringMatching(/^runstarttask/)]);
    expect(allowed.map(({ logicalId }) => logicalId)).toEqual([expect.stringMatching(/^runstarttask/)]);
  });

  it('stays within the four kilobytes that Lambda has for variables', () => {
    // References are counted as they stand in the template, which is longer than what they become.
    for (const [id, given] of variables) {
      expect({ id, bytes: JSON.stringify(given).length }).toEqual({ id, bytes: expect.toSatisfy((n) => n < 4096) });
    }
  });

  it('puts the sandbox specs beside exactly the functions that read them', () => {
    const readers = built.bundles
      .filter(({ sources }) => sources.includes('shared/sandbox-specs/sandbox-specs.ts'))
      .map(({ id }) => id);

    expect(readers).toEqual(expect.arrayContaining(['search-sandbox-specs', 'start-sandbox', 'reconcile-sandbox']));
    for (const { id } of built.bundles) {
      const read = () => readFileSync(join(synthesis.directory, 'functions', id, 'sandbox-specs.json'), 'utf8');
      if (readers.includes(id)) expect(JSON.parse(read())).toMatchObject({ default: 'openhands' });
      else expect(read).toThrow('ENOENT');
    }
  });
});
