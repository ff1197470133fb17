import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settingsFor } from '../../infra/config.ts';
import { loadAssembly } from '../../infra/local/assembly/assembly.ts';
import { zoneNumber, zonesByRegion, zonesProblem } from '../../infra/settings/zones.ts';
import { specsFor } from '../../infra/specs/catalogue.ts';
import { SandboxesStack } from '../../infra/stacks/sandboxes-stack.ts';
import { Grants } from './grants.ts';
import { changedProduction } from './synthesis.ts';

interface Subnet {
  readonly AvailabilityZone?: string;
  readonly AvailabilityZoneId?: string;
  readonly CidrBlock: string;
}

/** The subnets of a deployment in this Region. */
function deployedTo(region: string, availabilityZones?: string) {
  const outdir = mkdtempSync(join(tmpdir(), 'zones-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  const settings = settingsFor((key) => (key === 'availabilityZones' ? availabilityZones : undefined));
  const app = new App({ outdir, analyticsReporting: false, builtinCloudFormationValidation: false });
  new SandboxesStack(new Stack(app, 'Parent'), settings, specsFor(settings));
  app.synth();
  const assembly = loadAssembly(outdir, { region, accountId: '123456789012' });
  const resources = assembly.ofType('AWS::EC2::Subnet');
  return {
    names: resources.map(({ logicalId, properties }) => `${logicalId} ${JSON.stringify(properties)}`),
    subnets: resources.map(({ properties }) => properties as unknown as Subnet),
  };
}

describe('zones of sandboxes', () => {
  it.each(Object.entries(zonesByRegion))('in %s are those of the table, by id', (region, zones) => {
    const { subnets } = deployedTo(region);

    expect(subnets.map(({ AvailabilityZoneId }) => AvailabilityZoneId)).toEqual(zones);
    for (const subnet of subnets) expect(subnet).not.toHaveProperty('AvailabilityZone');
  });

  it('in any other Region are the first two of the account', () => {
    const { subnets } = deployedTo('eu-west-1');

    expect(subnets.map(({ AvailabilityZone }) => AvailabilityZone)).toEqual(['eu-west-1a', 'eu-west-1b']);
    for (const subnet of subnets) expect(subnet).not.toHaveProperty('AvailabilityZoneId');
  });

  it('are those of the setting, while the default ones stay there unused', () => {
    const { subnets } = deployedTo('us-east-1', 'use1-az2,use1-az4');

    expect(subnets.map(({ AvailabilityZoneId }) => AvailabilityZoneId)).toEqual([
      ...(zonesByRegion['us-east-1'] ?? []),
      'use1-az2',
      'use1-az4',
    ]);
  });

  it('are passed from the setting to the functions that start sandboxes', () => {
    const launching = [...new Grants(changedProduction()).variables.values()].flatMap(
      ({ TASK_SUBNETS }) => TASK_SUBNETS ?? [],
    );

    expect(launching.length).toBeGreaterThan(0);
    for (const subnets of launching) {
      const named = [...JSON.stringify(subnets).matchAll(/NetworkSubnets(\w+?az\d|Default\d)/g)];
      expect(new Set(named.map(([, zone]) => zone))).toEqual(new Set(['use1az4', 'use1az5']));
    }
  });

  it('can change in any way: no two choices give different zones the same address range', () => {
    const choices = [undefined, 'use1-az2,use1-az4', 'use1-az4,use1-az2,use1-az5', 'euw1-az1,euw1-az3'].flatMap(
      (zones) => ['us-east-1', 'eu-west-1'].map((region) => deployedTo(region, zones).subnets),
    );

    for (const region of ['use1', 'euw1']) {
      const zones = Map.groupBy(choices.flat().filter(inRegion(region)), ({ CidrBlock }) => CidrBlock);
      for (const [block, subnets] of zones) expect([block, new Set(subnets.map(zoneOf)).size]).toEqual([block, 1]);
    }
    for (const subnets of choices) expect(new Set(subnets.map(({ CidrBlock }) => CidrBlock)).size).toBe(subnets.length);
  });

  it('keep their subnet when others are added or the order changes', () => {
    const before = deployedTo('us-east-1', 'use1-az2,use1-az4').names;

    expect(deployedTo('us-east-1', 'use1-az5,use1-az4,use1-az2').names).toEqual(expect.arrayContaining(before));
  });

  it('in the table are two of their Region, which settings can name', () => {
    for (const zones of Object.values(zonesByRegion)) {
      expect(zonesProblem(zones)).toBeUndefined();
      // The blocks after the sixth have other uses.
      for (const zone of zones) expect(zoneNumber(zone)).toBeLessThanOrEqual(6);
    }
  });
});

const zoneOf = ({ AvailabilityZone, AvailabilityZoneId }: Subnet) => AvailabilityZoneId ?? AvailabilityZone;

/** A setting can name zones of any Region, so no two zones can share a block. */
function inRegion(part: string) {
  return (subnet: Subnet) => subnet.AvailabilityZone !== undefined || subnet.AvailabilityZoneId?.startsWith(`${part}-`);
}
