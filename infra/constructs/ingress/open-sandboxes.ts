import { Annotations, CustomResource, Duration } from 'aws-cdk-lib';
import { type IPeer, Peer, Port, type SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Settings } from '../../config.ts';
import type { Specs } from '../../specs/catalogue.ts';
import { acknowledge } from '../acknowledge.ts';
import { makeResourceFunction } from '../resource-function.ts';

/** Lets what the ingress sends reach sandboxes, at the ports that specs expose. Session keys guard these besides. */
export function openSandboxes(scope: Construct, group: SecurityGroup, settings: Settings, specs: Specs): void {
  const ports = [...new Set(specs.flatMap((spec) => Object.values(spec.ports)))].sort((a, b) => a - b);
  if (settings.ingress === 'direct') {
    openDirectly(group, settings, ports);
    return;
  }
  // One range: CloudFront's prefix list weighs 55 of the 60 rules that a group may have.
  const range = Port.tcpRange(Math.min(...ports), Math.max(...ports));
  group.addIngressRule(peerOf(scope, settings), range, 'ports of sandboxes');
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
      'With the ingress direct, clients talk to agents from anywhere; the setting sandboxIngressCidrs narrows it. What listens asks for the session key of its sandbox.',
  });
  if (settings.stage !== 'local') Annotations.of(group).addWarningV2('direct-ingress', warningOf(settings));
}

function warningOf({ stage, sandboxIngressCidrs }: Settings): string {
  const risk =
    stage === 'prod' ? 'PRODUCTION WITHOUT TLS TO SANDBOXES: the ingress is direct' : 'The ingress is direct';
  return `${risk}, so session keys, model keys and git tokens cross the internet in clear between ${sandboxIngressCidrs.join(', ')} and sandboxes, and web pages served over HTTPS cannot call them. The setting 'ingress' is 'cloudfront' by default; 'direct' is for development.`;
}

/** The addresses from which CloudFront calls origins, which AWS keeps as a managed prefix list of each Region. */
class EdgePrefixList extends Construct {
  /** Known once it is deployed. */
  readonly prefixListId: string;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const lambda = makeResourceFunction(this, {
      name: 'edge-prefix-list',
      description: "Finds CloudFront's managed prefix list of this Region",
      statements: [new PolicyStatement({ actions: ['ec2:DescribeManagedPrefixLists'], resources: ['*'] })],
      settings,
    });
    acknowledge(this, { 'AwsSolutions-IAM5[Resource::*]': 'EC2 knows no resource for lists of prefix lists.' });
    this.prefixListId = new CustomResource(this, 'Resource', {
      resourceType: 'Custom::EdgePrefixList',
      serviceToken: lambda.functionArn,
      serviceTimeout: Duration.minutes(5),
    }).ref;
  }
}
