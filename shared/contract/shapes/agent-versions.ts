/**
 * The releases of the OpenHands agent server that this service is made for: the one place to raise them. Journeys run
 * at both ends with the real agent server (docs/sandbox-specs.md says how).
 */
export const agentVersions = {
  oldest: '1.43.1',
  newest: '1.58.2',
  /** The release in the image of the default spec. */
  offered: '1.58.2',
  /** Earlier ones keep the cipher that they made when they were loaded; from this one on, the init makes it anew. */
  firstToSealAfterInit: '1.57.0',
} as const;

/** @returns undefined if this is not a release, such as a build from a branch */
function numbersOf(version: string): readonly number[] | undefined {
  const [, ...numbers] = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(version) ?? [];
  return numbers.length === 0 ? undefined : numbers.map(Number);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((number, place) => number !== b[place]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

/** Whether a release came before another. A build that is not a release counts as the newest. */
function isOlder(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  return a !== undefined && b !== undefined && compare(a, b) < 0;
}

/** Whether it is a release outside the supported range; false for builds that are not releases. */
export function isUnsupported(version: string): boolean {
  return isOlder(version, agentVersions.oldest) || isOlder(agentVersions.newest, version);
}

/** Whether a release keeps the cipher key that it was loaded with, ignoring the one from its init. */
export function sealsWithBootKey(version: string): boolean {
  return isOlder(version, agentVersions.firstToSealAfterInit);
}
