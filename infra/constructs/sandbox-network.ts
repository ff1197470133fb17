import { IpAddresses, type ISecurityGroup, type IVpc, SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import type { Specs } from '../specs/catalogue.ts';
import { acknowledge } from './acknowledge.ts';
import { openSandboxes } from './ingress/open-sandboxes.ts';
import { SANDBOX_CIDR, SandboxSubnets } from './sandbox-subnets.ts';

export interface SandboxNetworkProps {
  readonly settings: Settings;
  readonly specs: Specs;
}

/** Where sandboxes run. With public addresses in public subnets, nothing costs while nothing runs. */
export class SandboxNetwork extends Construct {
  readonly vpc: IVpc;
  /** Ids of the subnets in which sandboxes start. */
  readonly subnetIds: readonly string[];
  readonly sandboxSecurityGroup: ISecurityGroup;

  constructor(scope: Construct, id: string, { settings, specs }: SandboxNetworkProps) {
    super(scope, id);
    const vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr(SANDBOX_CIDR),
      // CloudFront calls tasks by the names that EC2 gives their addresses.
      enableDnsHostnames: true,
      enableDnsSupport: true,
      natGateways: 0,
      restrictDefaultSecurityGroup: true,
      // The CDK places subnets by the names of zones, and packs their ranges one after the other.
      subnetConfiguration: [],
    });
    acknowledge(vpc, {
      'AwsSolutions-VPC7':
        'Flow logs are charged by volume and sandboxes move much data; an operator who needs them turns them on for this network alone.',
    });
    this.vpc = vpc;
    this.subnetIds = new SandboxSubnets(this, 'Subnets', { vpc, zoneIds: settings.availabilityZones }).ids;
    this.sandboxSecurityGroup = this.#sandboxSecurityGroup(vpc, settings, specs);
  }

  #sandboxSecurityGroup(vpc: Vpc, settings: Settings, specs: Specs): SecurityGroup {
    const group = new SecurityGroup(this, 'SandboxSecurityGroup', {
      vpc,
      description: 'Sandboxes: exposed ports in, everything out',
      allowAllOutbound: true,
    });
    openSandboxes(this, group, settings, specs);
    return group;
  }
}
