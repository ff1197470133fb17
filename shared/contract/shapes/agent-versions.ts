/**
 * The supported releases of the OpenHands agent server. Journeys with the real agent server run at both ends
 * (docs/sandbox-specs.md).
 */
export const agentVersions = {
  oldest: '1.43.1',
  newest: '1.58.2',
  /** The release in the image of the default spec. */
  offered: '1.58.2',
  /** The first release whose init replaces the cipher key. Earlier ones keep the key from their load. */
  firstToSealAfterInit: '1.57.0',
} as const;

/** @returns undefined if it is not a release, such as a build from a branch */
function numbersOf(version: string): readonly number[] | undefined {
  const [, ...numbers] = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(version) ?? [];
  return numbers.length === 0 ? undefined : numbers.map(Number);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((number, place) => number !== b[place]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

/** Whether a release is older than another. A build that is not a release counts as the newest. */
function isOlder(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  return a !== undefined && b !== undefined && compare(a, b) < 0;
}

/** Whether a release is outside the supported range. False for builds that are not releases. */
export function isUnsupported(version: string): boolean {
  return isOlder(version, agentVersions.oldest) || isOlder(agentVersions.newest, version);
}

/** Whether a release keeps the cipher key from its load and ignores the one from its init. */
export function sealsWithBootKey(version: string): boolean {
  return isOlder(version, agentVersions.firstToSealAfterInit);
}
