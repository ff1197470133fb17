import * as z from 'zod';
import type { MasterSecret } from '../../../platform/aws/master-keys.ts';
import type { Clock } from '../../../platform/clock.ts';
import { edgeNames } from './edge-entry.ts';
import { type AcceptedKey, acceptedKeys, acceptedNameKeys } from './ingress-keys.ts';

export interface InstallDeps {
  /** Reads the current master secret. A cached one could remove a key from the edge. */
  readonly secret: () => Promise<MasterSecret>;
  readonly edge: EdgeKeys;
  /** The base URL of the service, which answers for sandboxes without an entry at the edge. */
  readonly serviceUrl: string;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

export interface InstalledKeys {
  /** The numbers of the keys of labels that the edge accepts. */
  readonly installed: readonly number[];
  /** The numbers of the keys of names. */
  readonly names: readonly number[];
  /** Whether the edge had other entries before. */
  readonly changed: boolean;
}

const TRIES = 5;

/**
 * Installs the master secret's ingress keys at the edge, and where the service is. Idempotent, and safe to run
 * concurrently.
 *
 * @throws Error, without any part of a key, when the secret cannot be used or the edge cannot be reached
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

/** Reads the version first, so that a successful write has the newest secret that any writer had. */
async function install({ secret, edge, serviceUrl, now }: InstallDeps): Promise<InstalledKeys> {
  const version = await edge.version();
  const { labels, names } = await keysFrom(secret, now);
  const wanted: EdgeValues = {
    [edgeNames.labelKeys]: edgeEntry(labels),
    [edgeNames.nameKeys]: edgeEntry(names),
    [edgeNames.service]: serviceEntry(serviceUrl),
  };
  const present = await edge.values();
  const changed = INSTALLED.some((name) => present[name] !== wanted[name]);
  if (changed) await edge.replace(wanted, version);
  return { installed: labels.map(numberOf), names: names.map(numberOf), changed };
}

function numberOf({ number }: AcceptedKey): number {
  return number;
}

/** Replaces a parser's error, which would show a part of the secret. */
async function keysFrom(secret: InstallDeps['secret'], now: Clock): Promise<EdgeKeySet> {
  try {
    const [present, time] = [await secret(), now()];
    return { labels: acceptedKeys(present, time), names: acceptedNameKeys(present, time) };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new Error(
      "The master secret or its member 'ingress' is damaged. Repair it with `npm run restore -- secret`.",
    );
  }
}

interface EdgeKeySet {
  readonly labels: readonly AcceptedKey[];
  readonly names: readonly AcceptedKey[];
}

/** The size limit of a value in a CloudFront KeyValueStore, in bytes. */
export const EDGE_ENTRY_BYTES = 1024;

/**
 * The value that the edge reads: each accepted key by its number. Equal keys give equal texts.
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
    `${keys.length} ingress keys take ${bytes} bytes, but the edge has room for ${EDGE_ENTRY_BYTES}. Wait until an older key expires.`,
  );
}

/** The host and the base path of the service, as the edge reads them. */
function serviceEntry(serviceUrl: string): string {
  const { hostname: host, pathname } = new URL(serviceUrl);
  return JSON.stringify({ host, path: pathname.replace(/\/+$/, '') });
}

/** The entries of the edge's store that this module writes. */
export const INSTALLED = [edgeNames.labelKeys, edgeNames.nameKeys, edgeNames.service] as const;

/** The entries by name. */
export type EdgeValues = Readonly<Record<(typeof INSTALLED)[number], string>>;

/** The ingress keys at the edge, and where the service is: entries of a store whose writes need the store's version. */
export interface EdgeKeys {
  /** The version of the whole store. */
  version(): Promise<string>;
  /** Those that exist. */
  values(): Promise<Partial<EdgeValues>>;
  /** Writes all or nothing. @throws EdgeKeysChangedError, without a write, when the store has another version */
  replace(values: EdgeValues, version: string): Promise<void>;
}

/** Another writer changed the store after its version was read. */
export class EdgeKeysChangedError extends Error {
  override readonly name = 'EdgeKeysChangedError';

  constructor() {
    super('another writer changed the keys of the edge at the same time');
  }
}
