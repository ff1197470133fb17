import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { production } from './synthesis.ts';

describe("ECS's service-linked role", () => {
  const synthesis = production();
  const [made] = synthesis.resources('sandboxes', 'Custom::EcsServiceLinkedRole');
  const [fn] = synthesis
    .resources('sandboxes', 'AWS::Lambda::Function')
    .filter(({ properties }) => properties.FunctionName === 'agent-conversations-prod-service-linked-role');

  it('is there before the cluster', () => {
    const [cluster] = synthesis.resources('sandboxes', 'AWS::ECS::Cluster');

    expect(cluster?.raw.DependsOn).toContain(made?.logicalId);
    expect(made?.properties.ServiceToken).toEqual({ 'Fn::GetAtt': [fn?.logicalId, 'Arn'] });
    expect(synthesis.everyResource('AWS::IAM::ServiceLinkedRole')).toEqual([]);
  });

  it('is the only resource that its function can create, and the function cannot delete it', () => {
    const [role] = synthesis
      .resources('sandboxes', 'AWS::IAM::Role')
      .filter(({ logicalId }) => fn?.properties.Role['Fn::GetAtt'][0] === logicalId);
    const statements = role?.properties.Policies.flatMap(
      ({ PolicyDocument }: { PolicyDocument: { Statement: unknown } }) => PolicyDocument.Statement,
    );
    const linked = {
      'Fn::Join': [
        '',
        [
          'arn:',
          { Ref: 'AWS::Partition' },
          ':iam::',
          { Ref: 'AWS::AccountId' },
          ':role/aws-service-role/ecs.amazonaws.com/AWSServiceRoleForECS',
        ],
      ],
    };

    expect(statements).toEqual([
      expect.objectContaining({ Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] }),
      {
        Action: 'iam:CreateServiceLinkedRole',
        Effect: 'Allow',
        Resource: linked,
        Condition: { StringEquals: { 'iam:AWSServiceName': 'ecs.amazonaws.com' } },
      },
      { Action: 'iam:GetRole', Effect: 'Allow', Resource: linked },
    ]);
  });

  it('is created by code that Lambda can load from the template', () => {
    const module = { exports: {} as Record<string, unknown> };

    new Function('require', 'module', 'exports', fn?.properties.Code.ZipFile)(
      createRequire(import.meta.url),
      module,
      module.exports,
    );

    expect(module.exports.handler).toBeTypeOf('function');
  });
});
