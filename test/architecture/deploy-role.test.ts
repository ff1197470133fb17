import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import template from '../../docs/delivery/deploy-role.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const { DiffRole, DeployRole } = template.Resources;

const Statement = z.strictObject({
  Sid: z.string(),
  Effect: z.literal('Allow'),
  Action: z.array(z.string()),
  Resource: z.array(z.union([z.literal('*'), z.strictObject({ 'Fn::Sub': z.string() })])),
  Condition: z.unknown().optional(),
});

const statementsOf = (role: typeof DiffRole | typeof DeployRole) =>
  role.Properties.Policies.flatMap(({ PolicyDocument }) => z.array(Statement).parse(PolicyDocument.Statement));
const deployStatements = statementsOf(DeployRole);
const allowed = new Set(deployStatements.flatMap(({ Action }) => Action));

/** DynamoDB actions whose names differ from the commands of the document client. */
const documentActions: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  BatchGet: 'BatchGetItem',
};

/** Clients whose name differs from the prefix of their actions. */
const prefixes: Readonly<Record<string, string>> = {
  'secrets-manager': 'secretsmanager',
  'service-quotas': 'servicequotas',
  'cloudwatch-logs': 'logs',
};

/** The actions that a file can call, derived from the commands and paginators that it imports. */
function actionsIn(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const imports = text.matchAll(/import \{([^}]*)\} from '@aws-sdk\/(?:client-([\w-]+)|lib-dynamodb)'/g);
  return [...imports].flatMap(([, names = '', client]) => {
    const commands = names.matchAll(/(?<!type )\b(?:(\w+)Command|paginate(\w+))\b/g);
    return [...commands].map(([, command = '', paged]) => {
      const name = paged ?? command;
      return client === undefined
        ? `dynamodb:${documentActions[name] ?? name}`
        : `${prefixes[client] ?? client}:${name}`;
    });
  });
}

describe('the roles of a pipeline', () => {
  it('trust only tokens of one repository and one environment', () => {
    const trustOf = (role: typeof DiffRole | typeof DeployRole) =>
      role.Properties.AssumeRolePolicyDocument.Statement.map(({ Action, Condition }) => [Action, Condition]);
    const tokensOf = (environment: string) => ({
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        'token.actions.githubusercontent.com:sub': {
          'Fn::Sub': `repo:\${Repository}:environment:${environment}`,
        },
      },
    });

    // biome-ignore lint/suspicious/noTemplateCurlyInString: a CloudFormation parameter
    expect(trustOf(DiffRole)).toEqual([['sts:AssumeRoleWithWebIdentity', tokensOf('${Stage}-diff')]]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a CloudFormation parameter
    expect(trustOf(DeployRole)).toEqual([['sts:AssumeRoleWithWebIdentity', tokensOf('${Stage}')]]);
  });

  it('can assume only the roles of the CDK bootstrap', () => {
    const require = createRequire(import.meta.url);
    const cdk = dirname(require.resolve('aws-cdk/package.json'));
    const bootstrap = readFileSync(join(cdk, 'lib/api/bootstrap/bootstrap-template.yaml'), 'utf8');
    const names = [DiffRole, DeployRole].map((role) =>
      statementsOf(role)
        .filter(({ Action }) => Action.some((action) => action.startsWith('sts:')))
        .flatMap(({ Resource }) => Resource.map((resource) => JSON.stringify(resource).match(/role\/(.*)"/)?.[1])),
    );

    const made = (role: string) => `cdk-hnb659fds-${role}-\${AWS::AccountId}-\${AWS::Region}`;
    expect(names).toEqual([
      [made('lookup-role')],
      [made('deploy-role'), made('file-publishing-role'), made('lookup-role')],
    ]);
    for (const name of names.flat()) expect(bootstrap).toContain(name?.replace('hnb659fds', '$' + '{Qualifier}'));
    expect(bootstrap).toContain('Default: hnb659fds');
  });

  it('compare with read permissions only', () => {
    expect(statementsOf(DiffRole).flatMap(({ Action }) => Action)).toEqual(['sts:AssumeRole']);
  });

  it('grant no action by a wildcard, and only reads on all resources', () => {
    expect([...allowed].filter((action) => action.includes('*'))).toEqual([]);
    const onAnything = deployStatements.filter(({ Resource }) => Resource.includes('*'));
    const changing = onAnything
      .flatMap(({ Action }) => Action)
      .filter((action) => !/:(Describe|Get|List)\w+$/.test(action));
    expect(changing).toEqual([]);
  });

  it('can write only keys, owners and their journal', () => {
    const writing = deployStatements.filter(({ Action }) =>
      Action.some((action) => !/:(Describe|Get|BatchGet|List|Query|AssumeRole)/.test(action)),
    );

    expect(
      writing.flatMap(({ Resource }) => Resource.map((each) => JSON.stringify(each).match(/-data-(.*)"/)?.[1])),
    ).toEqual(['ApiKeys*', 'Owners*', 'Audit*', 'IntegratorEvents*']);
  });

  it('allow each call that the smoke test and doctor send', () => {
    const sent = globSync('infra/{smoke/**/*,keys/find-service}.ts', { cwd: root }).flatMap(actionsIn);
    const declared = globSync('infra/doctor/**/*.ts', { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/'([a-z0-9-]+:[A-Z][A-Za-z]+)'/g)].map(
        ([, action]) => action,
      ),
    );
    // Every identity can call this.
    const needed = new Set([...sent, ...declared].filter((action) => action !== 'sts:GetCallerIdentity'));

    expect(needed).toContain('cloudformation:DescribeStacks');
    expect([...needed].filter((action) => action === undefined || !allowed.has(action))).toEqual([]);
  });
});
