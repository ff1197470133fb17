import { describe, expect, it } from 'vitest';
import { changedProduction, production, routedProduction, type Synthesis } from './synthesis.ts';

/** Resource types that would let a sandbox reach more than the internet. */
const doors = [
  'AWS::EC2::VPCEndpoint',
  'AWS::EC2::VPCPeeringConnection',
  'AWS::EC2::TransitGatewayAttachment',
  'AWS::EC2::TransitGatewayVpcAttachment',
  'AWS::EC2::VPNGateway',
  'AWS::EC2::NatGateway',
  'AWS::EC2::Instance',
  'AWS::EC2::NetworkInterface',
  'AWS::Route53::HostedZone',
  'AWS::RDS::DBInstance',
  'AWS::EFS::FileSystem',
] as const;

describe.each([
  ['by default', production],
  ['with other settings', changedProduction],
  ['behind a router', routedProduction],
])('what a sandbox can reach, %s', (_case, synthesis: () => Synthesis) => {
  const only = (type: string) => {
    const [resource, ...others] = synthesis().everyResource(type);
    if (!resource || others.length > 0) throw new Error(`There is not exactly one ${type}.`);
    return resource;
  };

  it('includes no credentials: its task has no role, and ECS provides none', () => {
    const tasks = synthesis().everyResource('AWS::ECS::TaskDefinition');

    expect(tasks.length).toBeGreaterThan(0);
    for (const { properties } of tasks) {
      expect(properties).not.toHaveProperty('TaskRoleArn');
      // Each task has a network interface and shares no loopback or instance with another task.
      expect([properties.NetworkMode, properties.RequiresCompatibilities]).toEqual(['awsvpc', ['FARGATE']]);
      for (const container of properties.ContainerDefinitions) {
        expect(container.Privileged ?? false).toBe(false);
        expect(container).not.toHaveProperty('Secrets');
      }
    }
  });

  it('is no other sandbox: nothing in the network lets tasks call each other', () => {
    const group = only('AWS::EC2::SecurityGroup');
    const rules = [
      ...(group.properties.SecurityGroupIngress ?? []),
      ...synthesis()
        .everyResource('AWS::EC2::SecurityGroupIngress')
        .map(({ properties }) => properties),
    ];

    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) {
      expect(rule).not.toHaveProperty('CidrIp');
      expect(rule).not.toHaveProperty('CidrIpv6');
      // The source of a rule is CloudFront's prefix list or the router, never the sandboxes' group.
      const source = rule.SourcePrefixListId ?? rule.SourceSecurityGroupId;
      expect(source).toBeDefined();
      expect(JSON.stringify(source)).not.toContain(group.logicalId);
    }
    // The default group's initial rules accept all traffic from its members.
    expect(synthesis().everyResource('Custom::VpcRestrictDefaultSG')).toHaveLength(1);
  });

  it('is the internet, and no private network', () => {
    const routes = synthesis().everyResource('AWS::EC2::Route');

    expect(routes.map(({ properties }) => properties.DestinationCidrBlock)).toEqual(['0.0.0.0/0']);
    expect(routes[0]?.properties.GatewayId).toEqual({ Ref: only('AWS::EC2::InternetGateway').logicalId });
    for (const type of doors) expect(synthesis().everyResource(type), type).toEqual([]);
    expect(synthesis().everyResource('AWS::EC2::NetworkAclEntry')).toEqual([]);
  });

  it('is none of the functions: they run outside of its network', () => {
    for (const { logicalId, properties } of synthesis().everyResource('AWS::Lambda::Function')) {
      expect([logicalId, properties.VpcConfig]).toEqual([logicalId, undefined]);
    }
  });
});
