import { CfnCondition, type CfnResource, Fn, Stack, Token } from 'aws-cdk-lib';
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
import { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { zoneNumber, zonesByRegion } from '../settings/zones.ts';
import type { Specs } from '../specs/catalogue.ts';
import { acknowledge } from './acknowledge.ts';
import { openSandboxes } from './ingress/open-sandboxes.ts';
import { makeLogGroup, writeTo } from './log-group.ts';

interface SandboxNetworkProps {
  readonly settings: Settings;
  readonly specs: Specs;
}

/** The network of sandboxes. Public subnets and addresses cost nothing while nothing runs. */
export class SandboxNetwork extends Construct {
  readonly vpc: IVpc;
  /** The subnets in which sandboxes start. */
  readonly subnetIds: readonly string[];
  readonly sandboxSecurityGroup: ISecurityGroup;

  constructor(scope: Construct, id: string, { settings, specs }: SandboxNetworkProps) {
    super(scope, id);
    const vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr(SANDBOX_CIDR),
      // CloudFront reaches tasks by the DNS names of their addresses.
      enableDnsHostnames: true,
      enableDnsSupport: true,
      natGateways: 0,
      restrictDefaultSecurityGroup: true,
      // The CDK would choose zones by name, and pack the ranges of the subnets without gaps.
      subnetConfiguration: [],
    });
    keepLogs(Stack.of(this), settings);
    acknowledge(vpc, {
      'AwsSolutions-VPC7':
        'Flow logs are charged by volume, and sandboxes move much data. An operator can turn them on for this network.',
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

/**
 * Gives the CDK's function that empties the default security group a log group of the stack. By itself it would leave
 * one behind, without a retention.
 */
function keepLogs(stack: Stack, settings: Settings): void {
  const provider = stack.node.findChild('Custom::VpcRestrictDefaultSGCustomResourceProvider');
  const [role, handler] = ['Role', 'Handler'].map((id) => provider.node.findChild(id) as CfnResource);
  const logGroup = makeLogGroup(stack, 'DefaultSecurityGroupLogs', settings);
  handler?.addPropertyOverride('LoggingConfig', { LogGroup: logGroup.logGroupName });
  // AWS's policy would let it create a log group.
  role?.addPropertyDeletionOverride('ManagedPolicyArns');
  const document = new PolicyDocument({ statements: [writeTo(logGroup)] });
  role?.addPropertyOverride('Policies.1', { PolicyName: 'Logs', PolicyDocument: stack.resolve(document) });
}

/** The network of all sandboxes: 16 blocks of 4,091 usable addresses. */
const SANDBOX_CIDR = '10.64.0.0/16';

/**
 * The first block of each way to choose zones. Blocks never overlap, because CloudFormation makes the subnets of a
 * changed choice while the old ones still exist.
 */
const blocks = { ofTable: 0, ofIndex: 6, ofSetting: 8 } as const;

/** The two default subnets, which work in every Region. */
const defaults = [0, 1] as const;

interface SandboxSubnetsProps {
  readonly vpc: IVpc;
  /** Ids of the zones in which sandboxes run; by default, two of the Region. */
  readonly zoneIds?: readonly string[] | undefined;
}

/** Public subnets, each in one zone. The default ones always exist, as unused subnets cost nothing. */
class SandboxSubnets extends Construct {
  /** The subnets in which sandboxes start. */
  readonly ids: readonly string[];
  readonly #vpc: IVpc;
  readonly #routeTable: CfnRouteTable;

  constructor(scope: Construct, id: string, { vpc, zoneIds }: SandboxSubnetsProps) {
    super(scope, id);
    acknowledge(this, {
      'CloudFormation-Validate::F3020':
        'A condition gives a default subnet either the id or the name of its zone, never both.',
    });
    this.#vpc = vpc;
    this.#routeTable = this.#publicRoutes();
    const byDefault = this.#defaultSubnets();
    const bySetting = zoneIds?.map((zoneId) =>
      this.#subnet(zoneId, { availabilityZoneId: zoneId, cidrBlock: block(blocks.ofSetting + zoneNumber(zoneId) - 1) }),
    );
    this.ids = bySetting ?? byDefault;
  }

  /** The zones of the table, or else the first two zones of the account in the Region. */
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
      // In a Region of the table, exactly one of these strings is not empty.
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

function block(index: number): string {
  return `10.64.${16 * index}.0/20`;
}
