import type { AcceptedKey } from './ingress-keys.ts';

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
