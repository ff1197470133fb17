import {
  IpAddresses,
  type ISecurityGroup,
  type ISubnet,
  type IVpc,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import type { Specs } from '../specs/catalogue.ts';
import { acknowledge } from './acknowledge.ts';

export interface SandboxNetworkProps {
  readonly settings: Settings;
  readonly specs: Specs;
}

/** Where sandboxes run. With public addresses in public subnets, nothing costs while nothing runs. */
export class SandboxNetwork extends Construct {
  readonly vpc: IVpc;
  readonly subnets: readonly ISubnet[];
  readonly sandboxSecurityGroup: ISecurityGroup;

  constructor(scope: Construct, id: string, { settings, specs }: SandboxNetworkProps) {
    super(scope, id);
    const vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr('10.64.0.0/16'),
      ...(settings.availabilityZones === undefined ? { maxAzs: 3 } : { availabilityZones: settings.availabilityZones }),
      natGateways: 0,
      restrictDefaultSecurityGroup: true,
      subnetConfiguration: [
        { name: 'sandboxes', subnetType: SubnetType.PUBLIC, cidrMask: 20, mapPublicIpOnLaunch: false },
      ],
    });
    acknowledge(vpc, {
      'AwsSolutions-VPC7':
        'Flow logs are charged by volume and sandboxes move much data; an operator who needs them turns them on for this network alone.',
    });
    this.vpc = vpc;
    this.subnets = vpc.publicSubnets;
    this.sandboxSecurityGroup = this.#sandboxSecurityGroup(vpc, settings, specs);
  }

  /** From outside only the specs' exposed ports are reached, guarded by session keys. */
  #sandboxSecurityGroup(vpc: Vpc, settings: Settings, specs: Specs): SecurityGroup {
    const group = new SecurityGroup(this, 'SandboxSecurityGroup', {
      vpc,
      description: 'Sandboxes: exposed ports in, everything out',
      allowAllOutbound: true,
    });
    const ports = [...new Set(specs.flatMap((spec) => Object.values(spec.ports)))].sort((a, b) => a - b);
    for (const cidr of settings.sandboxIngressCidrs) {
      for (const port of ports) group.addIngressRule(Peer.ipv4(cidr), Port.tcp(port), `port ${port} of sandboxes`);
    }
    acknowledge(group, {
      'AwsSolutions-EC23':
        'Clients talk to their agents directly, from anywhere; the setting sandboxIngressCidrs narrows it. What listens asks for the session key of its sandbox.',
    });
    return group;
  }
}
