import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import { describe, expect, it } from 'vitest';
import { settingsFor } from '../../../infra/config.ts';
import { openRange, openSandboxes } from '../../../infra/constructs/ingress/open-sandboxes.ts';
import { specFiles, specsFor } from '../../../infra/specs/catalogue.ts';
import { Grants } from '../grants.ts';
import { changedProduction, directProduction, production, routedProduction, type Synthesis } from '../synthesis.ts';

interface Rule {
  readonly CidrIp?: string;
  readonly SourcePrefixListId?: unknown;
  readonly SourceSecurityGroupId?: unknown;
  readonly FromPort: number;
  readonly ToPort: number;
}

/** The ingress rules of all security groups of all templates. */
function rulesIn(synthesis: Synthesis): readonly Rule[] {
  const inline = synthesis
    .everyResource('AWS::EC2::SecurityGroup')
    .flatMap(({ properties }) => properties.SecurityGroupIngress ?? []);
  const apart = synthesis.everyResource('AWS::EC2::SecurityGroupIngress').map(({ properties }) => properties);
  return [...inline, ...apart];
}

const specs = specsFor(settingsFor((key) => ({ stage: 'prod' })[key]));
const ports = specs.flatMap((spec) => Object.values(spec.ports));
const agentPorts = new Set(specs.map((spec) => spec.ports.AGENT_SERVER));
const rangeOf = (open: readonly number[]) => ({
  IpProtocol: 'tcp',
  FromPort: Math.min(...open),
  ToPort: Math.max(...open),
});

describe('the security group of sandboxes', () => {
  it.each([
    ['by default those of agent servers alone', production, [8000]],
    ['with a domain those that clients can open', changedProduction, [1024, 65_535]],
  ])('accepts only CloudFront, by one range: %s', (_case, synthesis, open) => {
    const [list] = synthesis().resources('sandboxes', 'Custom::EdgePrefixList');
    const [group] = synthesis().resources('sandboxes', 'AWS::EC2::SecurityGroup');

    expect(rulesIn(synthesis())).toEqual([
      {
        ...rangeOf(open),
        GroupId: { 'Fn::GetAtt': [group?.logicalId, 'GroupId'] },
        SourcePrefixListId: { Ref: list?.logicalId },
        Description: 'ports of sandboxes',
      },
    ]);
    expect(agentPorts).toEqual(new Set([8000]));
    expect(
      synthesis()
        .templates.map((template) => JSON.stringify(template))
        .join(),
    ).not.toMatch(/"CidrIpv6":/);
  });

  it('accepts only the router if there is one', () => {
    const [rule, ...others] = rulesIn(routedProduction());

    expect(rule).toMatchObject({ ...rangeOf(ports), SourceSecurityGroupId: 'sg-0123456789abcdef0' });
    expect(others).toEqual([]);
    expect(routedProduction().everyResource('Custom::EdgePrefixList')).toEqual([]);
  });

  it('opens the ports of specs to the ranges of the settings, and no other port, where the ingress is direct', () => {
    const rules = rulesIn(directProduction());

    expect(new Set(rules.map(({ CidrIp }) => CidrIp))).toEqual(new Set(['192.0.2.0/24', '198.51.100.0/24']));
    expect(new Set(rules.map(({ FromPort, ToPort }) => `${FromPort}-${ToPort}`))).toEqual(
      new Set(ports.map((port) => `${port}-${port}`)),
    );
    expect(directProduction().everyResource('Custom::EdgePrefixList')).toEqual([]);
  });

  it('finds the prefix list with a function that has no other rights', () => {
    const synthesis = production();
    const [fn] = synthesis
      .resources('sandboxes', 'AWS::Lambda::Function')
      .filter(({ properties }) => properties.FunctionName === 'agent-conversations-prod-edge-prefix-list');
    const [role] = synthesis
      .resources('sandboxes', 'AWS::IAM::Role')
      .filter(({ logicalId }) => fn?.properties.Role['Fn::GetAtt'][0] === logicalId);

    expect(role?.properties.Policies[0].PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] }),
      { Action: 'ec2:DescribeManagedPrefixLists', Effect: 'Allow', Resource: '*' },
    ]);
  });

  it('keeps its identity with every ingress, so running sandboxes never block a change', () => {
    const idsOf = (synthesis: Synthesis) =>
      synthesis
        .resources('sandboxes', 'AWS::EC2::SecurityGroup')
        .map(({ logicalId, properties }) => [logicalId, properties.GroupDescription]);

    for (const other of [changedProduction(), directProduction(), routedProduction()]) {
      expect(idsOf(other)).toEqual(idsOf(production()));
    }
  });

  it('is in a network with DNS names for task addresses, which CloudFront uses', () => {
    const [vpc] = production().resources('sandboxes', 'AWS::EC2::VPC');

    expect(vpc?.properties).toMatchObject({ EnableDnsHostnames: true, EnableDnsSupport: true });
  });
});

const warningsOf = (context: Readonly<Record<string, unknown>>, of?: typeof specs) => {
  const settings = settingsFor((key) => context[key]);
  // The check takes ten seconds.
  const stack = new Stack(new App({ builtinCloudFormationValidation: false }));
  const group = new SecurityGroup(stack, 'Group', { vpc: new Vpc(stack, 'Vpc') });
  openSandboxes(stack, group, settings, of ?? specsFor(settings));
  return Annotations.fromStack(stack).findWarning('*', Match.anyValue());
};

it('accepts CloudFront at the ports of all specs alone with sandboxPorts set to specs', () => {
  const domain = { sandboxDomain: 'sandboxes.example.com', sandboxCertificateArn: CERTIFICATE };
  const settings = settingsFor((key) => ({ stage: 'prod', sandboxPorts: 'specs', ...domain })[key]);
  const stack = new Stack(new App({ builtinCloudFormationValidation: false }));
  const group = new SecurityGroup(stack, 'Group', { vpc: new Vpc(stack, 'Vpc') });

  openSandboxes(stack, group, settings, specs);

  Template.fromStack(stack).hasResourceProperties('AWS::EC2::SecurityGroupIngress', rangeOf(ports));
  // Further ones cannot be opened.
  expect(openRange(settings, specs)).toEqual([Math.min(...ports), Math.max(...ports)]);
});

it('lets every port be opened by default, which needs no range', () => {
  const domain = { sandboxDomain: 'sandboxes.example.com', sandboxCertificateArn: CERTIFICATE };

  expect(
    openRange(
      settingsFor((key) => ({ stage: 'prod', ...domain })[key]),
      specs,
    ),
  ).toBeUndefined();
});

it.each([80, 70_000])('refuses a spec with the port %i, which the edge could not reach, at the synthesis', (port) => {
  const { openhands } = specFiles;
  const files = { ...specFiles, openhands: { ...Object(openhands), ports: { AGENT_SERVER: port } } };

  expect(() =>
    specsFor(
      settingsFor((key) => ({ stage: 'prod' })[key]),
      files,
    ),
  ).toThrow(/openhands[\s\S]*ports/);
});

const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d';

it('warns if ports of workers lie between those of agent servers', () => {
  const [spec] = specs;
  const apart = { ...spec, ports: { AGENT_SERVER: 9000 } };

  expect(warningsOf({ stage: 'prod' }, [spec, apart])[0]?.entry.data).toContain(
    'CloudFront also reaches the ports 8001, 8011',
  );
});

describe('a direct ingress', () => {
  it('is said at the synthesis, and loudly in production', () => {
    const [inDev] = warningsOf({ stage: 'dev', ingress: 'direct' });
    const [inProd] = warningsOf({ stage: 'prod', ingress: 'direct' });

    expect(inDev?.entry.data).toMatch(
      /^The ingress is direct, so session keys, .* unencrypted between 0\.0\.0\.0\/0 and/,
    );
    expect(inProd?.entry.data).toMatch(/^PRODUCTION WITHOUT TLS TO SANDBOXES: the ingress is direct/);
  });

  it('causes no warning on one machine, nor does another ingress', () => {
    expect(warningsOf({ stage: 'local', ingress: 'direct' })).toEqual([]);
    expect(warningsOf({ stage: 'prod' })).toEqual([]);
  });

  it('has no distribution, nor has one behind a router', () => {
    for (const other of [directProduction(), routedProduction()]) {
      expect(other.stackNames.filter((name) => name.endsWith('-ingress'))).toEqual([]);
      expect(other.resources('api').filter(({ type }) => type.startsWith('AWS::CloudFront::'))).toEqual([]);
      expect(other.everyResource('Custom::IngressKeys')).toEqual([]);
    }
  });
});

describe('the address of sandboxes', () => {
  const addressesOf = (synthesis: Synthesis) =>
    [...new Grants(synthesis).variables].flatMap(([id, { SANDBOX_ADDRESS: address }]) =>
      address === undefined ? [] : [[id, address]],
    );
  const known = [
    'answer-address',
    'boot-sandbox',
    'change-sandbox-port',
    'close-sandbox-port',
    'list-sandbox-ports',
    'open-port-in-browser',
    'open-sandbox-port',
    'sweep-sandboxes',
    'sweep-segment',
  ];

  it('is known to the workers that give sandboxes addresses, and imported if CloudFront chooses the name', () => {
    const imported = { 'Fn::ImportValue': expect.stringMatching(/^agent-conversations-prod-ingress:.*DomainName/) };
    const address = { 'Fn::Join': ['', ['https://', imported, '/{label}']] };

    expect(addressesOf(production())).toEqual(expect.arrayContaining(known.map((id) => [id, address])));
    expect(addressesOf(production())).toHaveLength(known.length);
  });

  it.each([
    ['of a distribution with a domain', changedProduction],
    ['of a router', routedProduction],
  ])('has the label before the domain: %s', (_case, synthesis) => {
    const expected = known.map((id) => [id, 'https://{label}.sandboxes.example.com']);

    expect(addressesOf(synthesis()).toSorted()).toEqual(expected);
  });

  it('is that of the task with direct ingress', () => {
    expect(addressesOf(directProduction())).toEqual([]);
  });
});
