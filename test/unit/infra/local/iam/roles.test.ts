import { describe, expect, it } from 'vitest';
import type { Assembly, Resource } from '../../../../../infra/local/assembly/assembly.ts';
import { loadPrincipals } from '../../../../../infra/local/iam/roles.ts';

const roleArn = 'arn:aws:iam::000000000000:role/Test-Role';

function aResource(type: string, logicalId: string, properties: Record<string, unknown> = {}): Resource {
  return { type, logicalId, stack: 'Test', properties, metadata: {} };
}

function allow(Action: string): Record<string, unknown> {
  return { Statement: [{ Effect: 'Allow', Action, Resource: '*' }] };
}

function principal(...more: Resource[]) {
  const resources = [aResource('AWS::Lambda::Function', 'Worker', { Role: roleArn }), ...more];
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  const assembly: Assembly = {
    directory: '',
    resources,
    stacks: [],
    ofType,
    assetPath: () => '',
    output: () => undefined,
  };
  const principals = loadPrincipals(assembly, (name) => ({ accessKeyId: `KEY-${name}`, secretAccessKey: '' }));
  return principals.get('KEY-Test-Worker');
}

function mayDo(action: string, ...resources: Resource[]): boolean {
  return principal(...resources)?.decide({ action, resource: 'arn:x', context: new Map() }) === 'allowed';
}

describe('role of a function', () => {
  const role = (properties: Record<string, unknown> = {}) => aResource('AWS::IAM::Role', 'Role', properties);

  it('names its session as AWS does', () => {
    expect(principal(role())?.sessionArn).toBe('arn:aws:sts::000000000000:assumed-role/Test-Role/Test-Worker');
  });

  it('allows nothing alone', () => {
    expect(mayDo('dynamodb:GetItem', role())).toBe(false);
  });

  it('has its inline policies', () => {
    const Policies = [{ PolicyName: 'inline', PolicyDocument: allow('dynamodb:GetItem') }];
    expect(mayDo('dynamodb:GetItem', role({ Policies }))).toBe(true);
  });

  it('has each policy resource that names it', () => {
    const policy = (roleName: string) =>
      aResource('AWS::IAM::Policy', 'Policy', { Roles: [roleName], PolicyDocument: allow('dynamodb:GetItem') });
    expect(mayDo('dynamodb:GetItem', role(), policy('Test-Role'))).toBe(true);
    expect(mayDo('dynamodb:GetItem', role(), policy('Test-Role2'))).toBe(false);
  });

  it("can have Lambda's basic policy, which allows nothing that runs locally", () => {
    const ManagedPolicyArns = ['arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'];
    expect(mayDo('dynamodb:GetItem', role({ ManagedPolicyArns }))).toBe(false);
  });

  it.each(['AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy'])(
    'with the type %s stops the start with an error',
    (type) => {
      expect(() => principal(role(), aResource(type, 'Shared'))).toThrow(`${type} cannot be evaluated locally`);
    },
  );

  it('that cannot be evaluated stops the start with an error', () => {
    const ManagedPolicyArns = ['arn:aws:iam::aws:policy/AdministratorAccess'];
    expect(() => principal(role({ ManagedPolicyArns }))).toThrow(
      'policy arn:aws:iam::aws:policy/AdministratorAccess of role Test-Role cannot be evaluated locally: it uses the AWS managed policy',
    );
  });
});
