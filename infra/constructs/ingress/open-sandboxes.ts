import { Annotations } from 'aws-cdk-lib';
import { type IPeer, Peer, Port, type SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Settings } from '../../config.ts';
import type { Specs } from '../../specs/catalogue.ts';
import { acknowledge } from '../acknowledge.ts';
import { makeCustomResource } from '../custom-resource.ts';

/**
 * Opens the exposed ports of sandboxes to the ingress. The agent server and VS Code also ask for the session key, but
 * apps at the ports of workers may ask for nothing.
 */
export function openSandboxes(scope: Construct, group: SecurityGroup, settings: Settings, specs: Specs): void {
  const ports = portsOf(specs);
  if (settings.ingress === 'direct') {
    openDirectly(group, settings, ports);
    return;
  }
  // Every customer's distribution can call what is open to CloudFront. Only agent servers work on a shared host.
  const peer = peerOf(scope, settings);
  if (opensAny(settings)) {
    group.addIngressRule(peer, Port.tcpRange(LOWEST_PORT, HIGHEST_PORT), 'ports of sandboxes');
    return;
  }
  const open = settings.sandboxDomain === undefined ? portsOf(specs, 'AGENT_SERVER') : ports;
  const [first, last] = rangeOf(open);
  const others = ports.filter((port) => first < port && port < last && !open.includes(port));
  if (others.length > 0)
    Annotations.of(group).addWarningV2(
      'agent-ports-apart',
      `CloudFront also reaches the ports ${others.join(', ')} of sandboxes, which lie between those of agent servers. Give all specs the same port AGENT_SERVER.`,
    );
  // One range: CloudFront's prefix list counts as 55 of the 60 rules that a group can have.
  group.addIngressRule(peer, Port.tcpRange(first, last), 'ports of sandboxes');
}

/** What clients can open at an address of its own. */
const LOWEST_PORT = 1024;
const HIGHEST_PORT = 65_535;

/** Opened ports need a host of their own, and an edge that asks who may use them. */
function opensAny({ ingress, sandboxDomain, sandboxPorts }: Settings): boolean {
  return ingress === 'cloudfront' && sandboxDomain !== undefined && sandboxPorts === 'any';
}

/**
 * The first and last port that clients can open, if they cannot open each one from 1024 on. Without a domain, opened
 * ports have no address anyway.
 */
export function openRange(settings: Settings, specs: Specs): readonly [first: number, last: number] | undefined {
  if (settings.ingress !== 'cloudfront' || settings.sandboxDomain === undefined || opensAny(settings)) return undefined;
  return rangeOf(portsOf(specs));
}

/** The ranges of ports that clients can reach in sandboxes, both ends included. */
export function openPorts(settings: Settings, specs: Specs): readonly (readonly [first: number, last: number])[] {
  if (settings.ingress === 'direct') return portsOf(specs).map((port) => [port, port]);
  if (opensAny(settings)) return [[LOWEST_PORT, HIGHEST_PORT]];
  return [rangeOf(settings.sandboxDomain === undefined ? portsOf(specs, 'AGENT_SERVER') : portsOf(specs))];
}

function rangeOf(ports: readonly number[]): readonly [first: number, last: number] {
  return [Math.min(...ports), Math.max(...ports)];
}

/** In ascending order. */
function portsOf(specs: Specs, only?: 'AGENT_SERVER'): readonly number[] {
  const ports = specs.flatMap((spec) => (only ? [spec.ports[only] ?? []].flat() : Object.values(spec.ports)));
  return [...new Set(ports)].sort((a, b) => a - b);
}

function peerOf(scope: Construct, settings: Settings): IPeer {
  const { ingress, routerSecurityGroupId } = settings;
  if (ingress === 'router' && routerSecurityGroupId !== undefined) return Peer.securityGroupId(routerSecurityGroupId);
  return Peer.prefixList(new EdgePrefixList(scope, 'EdgePrefixList', settings).prefixListId);
}

function openDirectly(group: SecurityGroup, settings: Settings, ports: readonly number[]): void {
  for (const cidr of settings.sandboxIngressCidrs) {
    for (const port of ports) group.addIngressRule(Peer.ipv4(cidr), Port.tcp(port), `port ${port} of sandboxes`);
  }
  acknowledge(group, {
    'AwsSolutions-EC23':
      'With the ingress direct, clients reach agents from anywhere unless sandboxIngressCidrs restricts it. Agents ask for the session key of their sandbox.',
  });
  if (settings.stage !== 'local') Annotations.of(group).addWarningV2('direct-ingress', warningOf(settings));
}

function warningOf({ stage, sandboxIngressCidrs }: Settings): string {
  const risk =
    stage === 'prod' ? 'PRODUCTION WITHOUT TLS TO SANDBOXES: the ingress is direct' : 'The ingress is direct';
  return `${risk}, so session keys, model keys and git tokens cross the internet unencrypted between ${sandboxIngressCidrs.join(', ')} and sandboxes, and web pages served over HTTPS cannot call them. Use 'direct' for development only; the default of the setting 'ingress' is 'cloudfront'.`;
}

/** AWS's managed prefix list, one in each Region, of the addresses from which CloudFront calls origins. */
class EdgePrefixList extends Construct {
  /** A token that the deployment resolves. */
  readonly prefixListId: string;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.prefixListId = makeCustomResource(this, {
      name: 'edge-prefix-list',
      resourceType: 'Custom::EdgePrefixList',
      description: "Finds CloudFront's managed prefix list of this Region",
      statements: [new PolicyStatement({ actions: ['ec2:DescribeManagedPrefixLists'], resources: ['*'] })],
      settings,
    }).ref;
    acknowledge(this, { 'AwsSolutions-IAM5[Resource::*]': 'This action of EC2 takes no resource.' });
  }
}
