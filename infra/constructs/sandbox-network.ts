import { CfnCondition, Fn, Stack, Token } from 'aws-cdk-lib';
import {
  CfnInternetGateway,
  CfnRoute,
  CfnRouteTable,
  CfnSubnet,
  CfnSubnetRouteTableAssociation,
  CfnVPCGatewayAttachment,
  IpAddresses,
  type ISecurityGroup,
  type IVpc,
  SecurityGroup,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { zoneNumber, zonesByRegion } from '../settings/zones.ts';
import type { Specs } from '../specs/catalogue.ts';
import { acknowledge } from './acknowledge.ts';
import { openSandboxes } from './ingress/open-sandboxes.ts';

interface SandboxNetworkProps {
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

/** The network of all sandboxes: 16 blocks of 4,091 usable addresses. */
const SANDBOX_CIDR = '10.64.0.0/16';

/**
 * The first block of each use. No zone ever has the block of another, in whichever way it was chosen: CloudFormation
 * makes the new subnet of a changed choice while the old one still exists.
 */
const blocks = { ofTable: 0, ofIndex: 6, ofSetting: 8 } as const;

/** The two subnets without a setting, by which the template works in every Region. */
const defaults = [0, 1] as const;

interface SandboxSubnetsProps {
  readonly vpc: IVpc;
  /** Ids of the zones that sandboxes run in; without them, two of the Region. */
  readonly zoneIds?: readonly string[] | undefined;
}

/** Public subnets, each in one zone. Subnets that are not in use cost nothing, so the default ones always exist. */
class SandboxSubnets extends Construct {
  /** Ids of those in which sandboxes start. */
  readonly ids: readonly string[];
  readonly #vpc: IVpc;
  readonly #routeTable: CfnRouteTable;

  constructor(scope: Construct, id: string, { vpc, zoneIds }: SandboxSubnetsProps) {
    super(scope, id);
    acknowledge(this, {
      'CloudFormation-Validate::F3020':
        'A default subnet has the id of its zone or the name, by one condition: in no Region has it both.',
    });
    this.#vpc = vpc;
    this.#routeTable = this.#publicRoutes();
    const byDefault = this.#defaultSubnets();
    const bySetting = zoneIds?.map((zoneId) =>
      this.#subnet(zoneId, { availabilityZoneId: zoneId, cidrBlock: block(blocks.ofSetting + zoneNumber(zoneId) - 1) }),
    );
    this.ids = bySetting ?? byDefault;
  }

  /** In a Region of the table its zones, else the first two that the account has there. */
  #defaultSubnets(): readonly string[] {
    const listed = Object.entries(zonesByRegion).map(([region, zones]) => ({
      zones,
      isHere: new CfnCondition(this, `Is-${region}`, { expression: Fn.conditionEquals(Stack.of(this).region, region) }),
    }));
    const regions = Object.keys(zonesByRegion).map((region) => Fn.conditionEquals(Stack.of(this).region, region));
    const isListed = new CfnCondition(this, 'IsListed', { expression: Fn.conditionOr(...regions) });
    const ifListed = (yes: string, no: string) => Fn.conditionIf(isListed.logicalId, yes, no).toString();
    const nothing = Token.asString({ Ref: 'AWS::NoValue' });
    return defaults.map((place) => {
      // Exactly one of these texts is not empty in a Region of the table.
      const ofRegion = (value: (zoneId: string) => string) =>
        Fn.join(
          '',
          listed.map(({ zones, isHere }) => Fn.conditionIf(isHere.logicalId, value(zones[place]), '').toString()),
        );
      return this.#subnet(`Default${place + 1}`, {
        availabilityZoneId: ifListed(
          ofRegion((zoneId) => zoneId),
          nothing,
        ),
        availabilityZone: ifListed(nothing, Fn.select(place, Fn.getAzs())),
        cidrBlock: ifListed(
          ofRegion((zoneId) => block(blocks.ofTable + zoneNumber(zoneId) - 1)),
          block(blocks.ofIndex + place),
        ),
      });
    });
  }

  #subnet(id: string, where: Readonly<Record<'cidrBlock', string>> & Partial<Record<string, string>>): string {
    const subnet = new CfnSubnet(this, id, { vpcId: this.#vpc.vpcId, mapPublicIpOnLaunch: false, ...where });
    new CfnSubnetRouteTableAssociation(this, `${id}Routes`, {
      subnetId: subnet.ref,
      routeTableId: this.#routeTable.ref,
    });
    return subnet.ref;
  }

  #publicRoutes(): CfnRouteTable {
    const { vpcId } = this.#vpc;
    const gateway = new CfnInternetGateway(this, 'Gateway');
    const attachment = new CfnVPCGatewayAttachment(this, 'Attachment', { vpcId, internetGatewayId: gateway.ref });
    const table = new CfnRouteTable(this, 'RouteTable', { vpcId });
    const route = new CfnRoute(this, 'Internet', {
      routeTableId: table.ref,
      destinationCidrBlock: '0.0.0.0/0',
      gatewayId: gateway.ref,
    });
    route.addResourceDependency(attachment);
    return table;
  }
}

/** The block of this index in the network. */
function block(index: number): string {
  return `10.64.${16 * index}.0/20`;
}
