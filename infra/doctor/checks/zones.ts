import { DescribeAvailabilityZonesCommand, paginateDescribeSubnets } from '@aws-sdk/client-ec2';
import { zonesProblem } from '../../settings/zones.ts';
import { ofType, STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, type Finding, ok, type Subject } from '../check.ts';

interface Zone {
  readonly name: string;
  readonly id: string;
}

interface Zones {
  /** Of the Region, as far as the account may use them. */
  readonly region: readonly Zone[];
  /** Where the subnets of the deployment are; null before the first one. */
  readonly used: readonly Zone[] | null;
}

export const zones = defineCheck<Zones>({
  id: 'zones',
  about: 'the availability zones of the sandboxes: whether they exist, and have volumes for Fargate',
  when: ['before', 'after'],
  actions: ['ec2:DescribeAvailabilityZones', 'ec2:DescribeSubnets', ...STACK_ACTIONS],
  async read({ ec2, stacks }) {
    const { AvailabilityZones = [] } = await ec2.send(new DescribeAvailabilityZonesCommand({}));
    const region = AvailabilityZones.filter(({ ZoneType }) => ZoneType === 'availability-zone').map(
      ({ ZoneName: name = '', ZoneId: id = '' }) => ({ name, id }),
    );
    const SubnetIds = [...ofType(await stacks(), 'AWS::EC2::Subnet')];
    if (SubnetIds.length === 0) return { region, used: null };
    const used: Zone[] = [];
    for await (const { Subnets = [] } of paginateDescribeSubnets({ client: ec2 }, { SubnetIds })) {
      used.push(...Subnets.map(({ AvailabilityZone: name = '', AvailabilityZoneId: id = '' }) => ({ name, id })));
    }
    return { region, used };
  },
  judge({ region, used }, subject) {
    const wanted = subject.settings.availabilityZones ?? [];
    const named = wanted.map((zone) => ({ zone, found: region.find(({ id }) => id === zone) }));
    const unknown = named.filter(({ found }) => found === undefined).map(({ zone }) => missing(zone, region, subject));
    const chosen = used ?? named.flatMap(({ found }) => found ?? []);
    const unfit = chosen.filter(isUnfit).map((zone) => unsuitable(zone, region));
    const findings = [...unknown, ...unfit];
    if (findings.length > 0) return findings;
    if (chosen.length === 0)
      return [ok(`Region ${subject.caller.region} has ${region.length} zones; the deployment takes two that suit.`)];
    return [ok(`Sandboxes run in ${chosen.map(described).join(' and ')}.`)];
  },
});

function missing(zone: string, region: readonly Zone[], { caller }: Subject): Finding {
  return error(
    `The setting availabilityZones names ${zone}, which Region ${caller.region} does not have for this account.`,
    'The stack with the network of the sandboxes fails, and is rolled back.',
    `Choose among ${usable(region).map(described).join(', ')}.`,
  );
}

function unsuitable(zone: Zone, region: readonly Zone[]): Finding {
  return error(
    `Sandboxes are to run in zone ${described(zone)}, and ${zonesProblem([zone.id])}.`,
    'The sandboxes that ECS places there do not start.',
    `Set availabilityZones to two or three of ${usable(region).map(described).join(', ')}, and deploy.`,
  );
}

function usable(region: readonly Zone[]): readonly Zone[] {
  return region.filter((zone) => !isUnfit(zone));
}

function isUnfit({ id }: Zone): boolean {
  return zonesProblem([id]) !== undefined;
}

function described({ name, id }: Zone): string {
  return `${name} (${id})`;
}
