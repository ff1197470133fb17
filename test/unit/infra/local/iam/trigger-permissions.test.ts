import { describe, expect, it } from 'vitest';
import type { Assembly, Resource } from '../../../../../infra/local/assembly/assembly.ts';
import { eventSources } from '../../../../../infra/local/dynamodb/event-source.ts';
import { parsePolicy } from '../../../../../infra/local/iam/policy.ts';
import { Principal } from '../../../../../infra/local/iam/principal.ts';
import { assertMayReadStream, assertRulesMayInvoke } from '../../../../../infra/local/iam/trigger-permissions.ts';

const place = { region: 'us-east-1', accountId: '000000000000' };
const streamArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/things/stream/2000';
const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:worker';

function aResource(type: string, logicalId: string, properties: Record<string, unknown>): Resource {
  return { type, logicalId, stack: 'Test', properties, metadata: {} };
}

function anAssembly(...resources: Resource[]): Assembly {
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  return { directory: '/nowhere', resources, stacks: [], ofType, assetPath: () => '/nowhere', output: () => undefined };
}

function aPrincipal(...Action: string[]): Principal {
  const statements = parsePolicy({
    Statement: [
      { Effect: 'Allow', Action, Resource: streamArn },
      { Effect: 'Allow', Action: 'dynamodb:ListStreams', Resource: '*' },
    ],
  });
  return new Principal({ id: 'worker', functionName: 'worker', roleName: 'role', roleArn: 'role', statements });
}

describe('event source mapping', () => {
  const [source] = eventSources([
    aResource('AWS::Lambda::EventSourceMapping', 'Mapping', { EventSourceArn: streamArn, FunctionName: functionArn }),
  ]);
  const check = (principal: Principal | undefined) => () => source && assertMayReadStream(principal, source);

  it('requires a role that may read the stream', () => {
    expect(
      check(aPrincipal('dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator')),
    ).not.toThrow();
    expect(check(aPrincipal('dynamodb:DescribeStream', 'dynamodb:GetRecords'))).toThrow(
      'The role of worker does not allow dynamodb:GetShardIterator on the stream of things.',
    );
    expect(check(undefined)).toThrow('dynamodb:DescribeStream');
  });

  it('counts as a use of the permissions that it needs', () => {
    const principal = aPrincipal('dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator');

    check(principal)();

    expect(principal.used.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
      `dynamodb:DescribeStream ${streamArn}`,
      `dynamodb:GetRecords ${streamArn}`,
      `dynamodb:GetShardIterator ${streamArn}`,
      'dynamodb:ListStreams *',
    ]);
  });
});

describe('event rule', () => {
  const rule = aResource('AWS::Events::Rule', 'Minutely', { Targets: [{ Arn: functionArn, Id: 'a' }] });
  const ruleArn = 'arn:aws:events:us-east-1:000000000000:rule/Test-Minutely';
  const permission = (more: Record<string, unknown>) =>
    aResource('AWS::Lambda::Permission', 'Permission', {
      Principal: 'events.amazonaws.com',
      FunctionName: functionArn,
      SourceArn: ruleArn,
      ...more,
    });
  const check =
    (...resources: Resource[]) =>
    () =>
      assertRulesMayInvoke(anAssembly(rule, ...resources), place);

  it('requires the permission to invoke its function', () => {
    expect(check(permission({}))).not.toThrow();
    expect(check(permission({ SourceArn: undefined }))).not.toThrow();
    expect(check()).toThrow(`No permission lets the rule ${ruleArn} call worker.`);
  });

  it('is refused with a permission for another rule, function or service', () => {
    expect(check(permission({ SourceArn: `${ruleArn}2` }))).toThrow('No permission');
    expect(check(permission({ FunctionName: `${functionArn}2` }))).toThrow('No permission');
    expect(check(permission({ Principal: 's3.amazonaws.com' }))).toThrow('No permission');
  });
});
