import { beforeAll, describe, expect, it } from 'vitest';
import { changed, changedProduction, production, Synthesis } from './synthesis.ts';

const definitionsOf = (synthesis: Synthesis) => synthesis.resources('sandboxes', 'AWS::ECS::TaskDefinition');

const paidByTheHour = [
  'AWS::EC2::NatGateway',
  'AWS::EC2::EIP',
  'AWS::EC2::VPCEndpoint',
  'AWS::EC2::Instance',
  'AWS::EC2::VPNConnection',
  'AWS::ElasticLoadBalancingV2::LoadBalancer',
  'AWS::ECS::Service',
  'AWS::RDS::DBInstance',
  'AWS::RDS::DBCluster',
  'AWS::ElastiCache::ReplicationGroup',
  'AWS::KMS::Key',
  'AWS::WAFv2::WebACL',
];

describe('network and runtime', () => {
  const synthesis = production();
  const withSettings = changedProduction();
  let local: Synthesis;

  beforeAll(() => {
    local = new Synthesis({ stage: 'local' });
    local.remove();
  });

  it('cost nothing while no sandbox runs', () => {
    const found = synthesis.everyResource().filter(({ type }) => paidByTheHour.includes(type));

    // The key for users' secrets costs one dollar a month. A free key cannot separate users.
    expect(found.map(({ logicalId }) => logicalId)).toEqual([expect.stringMatching(/^VaultKey/)]);
    for (const fn of synthesis.everyResource('AWS::Lambda::Function')) {
      expect(fn.properties.ProvisionedConcurrencyConfig).toBeUndefined();
      expect(fn.properties.VpcConfig).toBeUndefined();
    }
  });

  it('spread sandboxes over at least two zones of their own network', () => {
    const subnets = synthesis.resources('sandboxes', 'AWS::EC2::Subnet');

    expect(synthesis.everyResource('AWS::EC2::VPC')).toHaveLength(1);
    expect(new Set(subnets.map(({ properties }) => JSON.stringify(properties.AvailabilityZone))).size).toBe(2);
  });

  it('close the default security group', () => {
    expect(synthesis.resources('sandboxes', 'Custom::VpcRestrictDefaultSG')).toHaveLength(1);
  });

  it('have one Fargate task definition for each spec, in a stable family', () => {
    const [definition, ...others] = synthesis.resources('sandboxes', 'AWS::ECS::TaskDefinition');

    expect(others).toEqual([]);
    expect(definition?.properties).toMatchObject({
      Family: 'agent-conversations-prod-openhands',
      Cpu: '1024',
      Memory: '4096',
      NetworkMode: 'awsvpc',
      RequiresCompatibilities: ['FARGATE'],
    });
  });

  it("mount one volume, which RunTask configures, at the spec's workspace path", () => {
    for (const { properties } of [...definitionsOf(synthesis), ...definitionsOf(local)]) {
      expect(properties.Volumes).toEqual([{ Name: 'workspace', ConfiguredAtLaunch: true }]);
      expect(properties.ContainerDefinitions[0]).toMatchObject({
        MountPoints: [{ SourceVolume: 'workspace', ContainerPath: '/workspace', ReadOnly: false }],
        WorkingDirectory: '/workspace',
      });
      expect(properties).not.toHaveProperty('EphemeralStorage');
    }
  });

  it("run the container as the image's user, to whom ECS gives the volume", () => {
    const [definition] = definitionsOf(synthesis);

    expect(definition?.properties.ContainerDefinitions[0].User).toBe('10001:10001');
  });

  it('give ECS a role for volumes that no task can assume', () => {
    const [role, ...others] = synthesis
      .resources('sandboxes', 'AWS::IAM::Role')
      .filter(({ properties }) => JSON.stringify(properties).includes('AmazonECSInfrastructureRolePolicyForVolumes'));

    expect(others).toEqual([]);
    expect(role?.properties.AssumeRolePolicyDocument.Statement).toEqual([
      {
        Action: 'sts:AssumeRole',
        Effect: 'Allow',
        Principal: { Service: 'ecs.amazonaws.com' },
        Condition: { StringEqualsIfExists: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
    expect(definitionsOf(synthesis)[0]?.properties.ExecutionRoleArn).not.toEqual({
      'Fn::GetAtt': [role?.logicalId, 'Arn'],
    });
  });

  it("encrypt volumes with the operator's key if set, and can use that and the account's other keys", () => {
    const [cluster] = withSettings.resources('sandboxes', 'AWS::ECS::Cluster');
    const viaEc2 = { 'kms:ViaService': { 'Fn::Join': ['', ['ec2.', { Ref: 'AWS::Region' }, '.amazonaws.com']] } };
    const keys = [changed.volumeKeyArn, ...changed.ebsKeyArns.split(',')].sort();
    const onKeys = withSettings
      .resources('sandboxes', 'AWS::IAM::Policy')
      .flatMap(({ properties }) => properties.PolicyDocument.Statement)
      .filter(({ Action }: { Action: unknown }) => /kms:/.test(JSON.stringify(Action)));

    expect(JSON.stringify(cluster?.properties.Configuration.ManagedStorageConfiguration)).toContain('0a1b2c3d');
    expect(onKeys).toEqual([
      {
        Action: [
          'kms:Decrypt',
          'kms:DescribeKey',
          'kms:GenerateDataKeyWithoutPlaintext',
          'kms:ReEncryptFrom',
          'kms:ReEncryptTo',
        ],
        Effect: 'Allow',
        Resource: keys,
        Condition: { StringEquals: viaEc2 },
      },
      {
        Action: 'kms:CreateGrant',
        Effect: 'Allow',
        Resource: keys,
        Condition: { StringEquals: viaEc2, Bool: { 'kms:GrantIsForAWSResource': 'true' } },
      },
    ]);
    const [ownCluster] = synthesis.resources('sandboxes', 'AWS::ECS::Cluster');
    expect(ownCluster?.properties.Configuration?.ManagedStorageConfiguration).toBeUndefined();
  });

  it('name the container and its ports as the code expects them', () => {
    const [definition] = synthesis.resources('sandboxes', 'AWS::ECS::TaskDefinition');
    const [container, ...others] = definition?.properties.ContainerDefinitions ?? [];

    expect(others).toEqual([]);
    expect(container).toMatchObject({
      Name: 'agent',
      Image: 'ghcr.io/openhands/agent-server:1.58.2-python',
      StopTimeout: 30,
      PortMappings: [
        { Name: 'agent-server', ContainerPort: 8000 },
        { Name: 'vscode', ContainerPort: 8001 },
        { Name: 'worker-1', ContainerPort: 8011 },
        { Name: 'worker-2', ContainerPort: 8012 },
      ],
    });
  });

  it('give the code in sandboxes no identity', () => {
    for (const { properties } of [...definitionsOf(synthesis), ...definitionsOf(local)]) {
      expect(properties).not.toHaveProperty('TaskRoleArn');
    }
    const roles = synthesis.resources('sandboxes', 'AWS::IAM::Role').map(({ logicalId }) => logicalId);
    expect(roles.filter((role) => /TaskRole/.test(role))).toEqual([]);
  });

  it('let Fargate assume the execution role only for tasks of this account and Region', () => {
    const [role] = synthesis
      .resources('sandboxes', 'AWS::IAM::Role')
      .filter(({ logicalId }) => /^ExecutionRole/.test(logicalId));

    expect(role?.properties.AssumeRolePolicyDocument.Statement).toEqual([
      {
        Action: 'sts:AssumeRole',
        Effect: 'Allow',
        Principal: { Service: 'ecs-tasks.amazonaws.com' },
        Condition: {
          StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
          ArnLike: {
            'aws:SourceArn': {
              'Fn::Join': [
                '',
                [
                  'arn:',
                  { Ref: 'AWS::Partition' },
                  ':ecs:',
                  { Ref: 'AWS::Region' },
                  ':',
                  { Ref: 'AWS::AccountId' },
                  ':*',
                ],
              ],
            },
          },
        },
      },
    ]);
  });

  it('have a cluster with Fargate Spot and without a default strategy, as each RunTask names its capacity', () => {
    const [association, ...others] = synthesis.everyResource('AWS::ECS::ClusterCapacityProviderAssociations');

    expect(association?.properties).toMatchObject({
      CapacityProviders: ['FARGATE', 'FARGATE_SPOT'],
      DefaultCapacityProviderStrategy: [],
    });
    expect(others).toEqual([]);
  });

  it('contain in the template how to run a spec as a local process', () => {
    const recipes = local
      .resources('sandboxes', 'AWS::ECS::TaskDefinition')
      .map(({ properties, raw }) => [properties.Family, raw.Metadata.local]);

    expect(Object.fromEntries(recipes)).toMatchObject({
      'agent-conversations-local-reference': {
        command: expect.arrayContaining(['{node}', '{agent}', '{port:AGENT_SERVER}']),
      },
      'agent-conversations-local-openhands': {
        command: expect.arrayContaining(['agent-server', '{port:AGENT_SERVER}']),
        requires: { program: 'agent-server', install: expect.stringContaining('pip install') },
      },
      'agent-conversations-local-openhands-local': {
        command: expect.arrayContaining(['{agent-server}', '{port:AGENT_SERVER}']),
        requires: { program: '{agent-server}', install: 'npm start -- --agent openhands' },
      },
    });
  });

  it('put no secret into any environment', () => {
    const environments = [
      ...synthesis
        .resources('sandboxes', 'AWS::ECS::TaskDefinition')
        .flatMap(({ properties }) =>
          properties.ContainerDefinitions[0].Environment.map(({ Name }: { Name: string }) => Name),
        ),
      ...synthesis
        .resources('api', 'AWS::Lambda::Function')
        .flatMap(({ properties }) => Object.keys(properties.Environment?.Variables ?? {})),
    ];

    expect(
      environments.filter(
        (name) => /SECRET|PASSWORD|TOKEN|_KEY$/.test(name) && !/_(ARN|TABLE)$|^WAITS_PER_KEY$/.test(name),
      ),
    ).toEqual([]);
  });
});
