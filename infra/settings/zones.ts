/** When these tables were compared with the documentation of ECS (its Fargate Regions, and its EBS volumes). */
const ZONES_CHECKED = '2026-11-22';

/**
 * Regions in which Fargate lacks some zones, or has some in which it cannot attach volumes: two zones that have both.
 * Zones have ids here, as their names differ from account to account. Everywhere else the first two zones will do.
 *
 * An entry may be corrected, and a Region added: each zone has a range of addresses of its own.
 */
export const zonesByRegion: Readonly<Record<string, readonly [string, string]>> = {
  'us-east-1': ['use1-az1', 'use1-az2'],
  'us-west-1': ['usw1-az1', 'usw1-az3'],
  'ap-northeast-1': ['apne1-az1', 'apne1-az4'],
  'cn-north-1': ['cnn1-az1', 'cnn1-az2'],
};

/** Zones that a setting must not name, with the reason. */
const unsuitable: Readonly<Record<string, string>> = {
  'use1-az3': 'Fargate cannot attach volumes there',
  'usw1-az2': 'Fargate does not run there',
  'apne1-az3': 'Fargate does not run there',
};

/** Zone ids as AWS writes them, such as `euw1-az3`. Eight ranges of addresses are kept for the zones of a Region. */
export const zoneIdPattern = /^[a-z]+\d-az[1-8]$/;

/** Why sandboxes cannot run in these zones, as the end of a sentence; undefined where nothing is known against them. */
export function zonesProblem(ids: readonly string[]): string | undefined {
  const [first = ''] = ids;
  const known = ids.find((id) => unsuitable[id] !== undefined);
  if (known !== undefined) return `${known} will not do: ${unsuitable[known]} (as of ${ZONES_CHECKED})`;
  const foreign = ids.find((id) => regionPartOf(id) !== regionPartOf(first));
  if (foreign !== undefined) return `${first} and ${foreign} are zones of different Regions`;
  return new Set(ids).size < ids.length ? 'names a zone twice' : undefined;
}

/** The number of a zone in its Region, from 1. */
export function zoneNumber(id: string): number {
  return Number(id.slice(id.indexOf('-az') + '-az'.length));
}

function regionPartOf(id: string): string {
  return id.slice(0, id.indexOf('-az'));
}
