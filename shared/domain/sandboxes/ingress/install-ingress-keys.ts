import * as z from 'zod';
import type { MasterSecret } from '../../../platform/aws/master-keys.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type AcceptedKey, acceptedKeys } from './ingress-keys.ts';

export interface InstallDeps {
  /** The master secret as it is now, and never as it was: an older one would take a key from the edge. */
  readonly secret: () => Promise<MasterSecret>;
  readonly edge: EdgeKeys;
  readonly now: Clock;
  /** Waits so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

export interface InstalledKeys {
  /** The numbers of the keys that the edge accepts. */
  readonly installed: readonly number[];
  /** Whether the edge had others before. */
  readonly changed: boolean;
}

/** How often a lost race is tried again. */
const TRIES = 5;

/**
 * Gives the edge the keys that the master secret lists. It may run at any time, any number of times and several times
 * at once.
 *
 * @throws Error without any part of a key, when the secret cannot be used or the edge cannot be reached
 * @throws EdgeKeysChangedError when other writers won every try
 */
export async function installIngressKeys(deps: InstallDeps): Promise<InstalledKeys> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await install(deps);
    } catch (error) {
      if (!(error instanceof EdgeKeysChangedError) || tried === TRIES) throw error;
      await deps.pause(100 * tried);
    }
  }
}

/** The version comes first: a write that succeeds then has the newest secret that any writer had. */
async function install({ secret, edge, now }: InstallDeps): Promise<InstalledKeys> {
  const version = await edge.version();
  const keys = await keysFrom(secret, now);
  const wanted = edgeEntry(keys);
  const changed = (await edge.value()) !== wanted;
  if (changed) await edge.replace(wanted, version);
  return { installed: keys.map(({ number }) => number), changed };
}

/** A parser's error would show a part of what it parsed. */
async function keysFrom(secret: InstallDeps['secret'], now: Clock): Promise<readonly AcceptedKey[]> {
  try {
    return acceptedKeys(await secret(), now());
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new Error("the master secret is damaged, or its member 'ingress' is: `npm run restore -- secret` mends it");
  }
}

/** Bytes that a value in a KeyValueStore of CloudFront may have. */
export const EDGE_ENTRY_BYTES = 1024;

/**
 * What the edge reads: each accepted key by its number. Equal keys give equal texts.
 *
 * @throws RangeError for more keys than the entry has room for
 */
export function edgeEntry(keys: readonly AcceptedKey[]): string {
  const entry = JSON.stringify(
    Object.fromEntries(keys.map(({ number, key, until }) => [number, { key, ...(until !== undefined && { until }) }])),
  );
  const bytes = Buffer.byteLength(entry);
  if (bytes <= EDGE_ENTRY_BYTES) return entry;
  throw new RangeError(
    `${keys.length} ingress keys take ${bytes} bytes, and the edge has room for ${EDGE_ENTRY_BYTES}: an older key has to end first`,
  );
}

/** The ingress keys as the edge has them: one entry of a store, of which every write needs the version. */
export interface EdgeKeys {
  /** The version of the whole store. */
  version(): Promise<string>;
  /** @returns undefined while there is no entry */
  value(): Promise<string | undefined>;
  /** @throws EdgeKeysChangedError when the store is no longer of this version: nothing was written then */
  replace(value: string, version: string): Promise<void>;
}

/** Another writer changed the store since its version was read. */
export class EdgeKeysChangedError extends Error {
  override readonly name = 'EdgeKeysChangedError';

  constructor() {
    super('another writer changed the keys of the edge at the same time');
  }
}
