/** When these tables were last compared with ECS's documentation of Fargate Regions and EBS volumes. */
const ZONES_CHECKED = '2026-11-22';

/**
 * Two suitable zones of the Regions in which Fargate, or its EBS volumes, are missing in some zones. In other Regions,
 * the first two zones are used. IDs of zones are the same in every account; names are not.
 *
 * Entries can be changed and added: each zone has its own range of addresses.
 */
export const zonesByRegion: Readonly<Record<string, readonly [string, string]>> = {
  'us-east-1': ['use1-az1', 'use1-az2'],
  'us-west-1': ['usw1-az1', 'usw1-az3'],
  'ap-northeast-1': ['apne1-az1', 'apne1-az4'],
  'cn-north-1': ['cnn1-az1', 'cnn1-az2'],
};

/** Zones that cannot be set, with the reason. */
const unsuitable: Readonly<Record<string, string>> = {
  'use1-az3': 'Fargate cannot attach volumes there',
  'usw1-az2': 'Fargate does not run there',
  'apne1-az3': 'Fargate does not run there',
};

/** IDs of zones, such as `euw1-az3`. The network has ranges of addresses for eight zones. */
export const zoneIdPattern = /^[a-z]+\d-az[1-8]$/;

/** Why sandboxes cannot run in these zones, as the end of a sentence; undefined if no reason is known. */
export function zonesProblem(ids: readonly string[]): string | undefined {
  const [first = ''] = ids;
  const known = ids.find((id) => unsuitable[id] !== undefined);
  if (known !== undefined) return `${known} is not suitable: ${unsuitable[known]} (as of ${ZONES_CHECKED})`;
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
