import * as z from 'zod';
import { type EdgeEntry, edgeEndOf } from '../ingress/edge-entry.ts';
import type { OpenedPort } from '../record/opened-port.ts';
import type { EdgeSandbox } from './edge-entries.ts';

/** The row of a sandbox, by its address id: the entry that the edge's store should have. */
export const EdgeRow = z.object({
  entry_id: z.string(),
  owner_id: z.string().optional(),
  sandbox_id: z.string().optional(),
  generation: z.int(),
  /** Rises with each change that the store must get. */
  version: z.int(),
  /**
   * `held`: the store should have the entry. `leaving`: it should not, but may. `left`: it has none, and no earlier
   * write can bring it back.
   */
  state: z.enum(['held', 'leaving', 'left']),
  public_address: z.string().optional(),
  /** Addresses of earlier generations that the store may still have. They stay claimed until it has this version. */
  former_addresses: z.array(z.string()).optional(),
  /** The text of the entry. */
  value: z.string().optional(),
  /** The version of the sandbox's row that the entry comes from. An older row never replaces a newer one. */
  row_version: z.int().default(0),
  /** Present while the store does not have this version. Only changes of such rows invoke the writer. */
  write: z.literal('yes').optional(),
  /** When the change was asked for, in milliseconds since 1970. */
  asked_at: z.number().default(0),
  /** When the sweep last asked the writer again. */
  reminded_at: z.number().optional(),
  /** The version that the store got last, since this row is held. */
  written: z.int().optional(),
  /** The store is full: it has no entry of this sandbox. */
  overflow: z.boolean().optional(),
  /** When this generation was last asked to leave. What was seen of its address before is outdated. */
  ended_at: z.number().optional(),
  /** The partition of `live_index` while the store has or may have the entry. */
  live: z.string().optional(),
  /** When DynamoDB can remove the row, in seconds since 1970. */
  purge_at: z.number().optional(),
});
export type EdgeRow = z.infer<typeof EdgeRow>;

/** The row of a public address: which sandbox claimed it. */
export const AddressRow = z.object({
  entry_id: z.string(),
  address_id: z.string(),
  generation: z.int(),
  /** When AWS was asked for the address. */
  seen_at: z.number(),
  /** From when another sandbox can have the address: no edge has the old entry by then. Absent while it is claimed. */
  free_at: z.number().optional(),
  purge_at: z.number().optional(),
});
export type AddressRow = z.infer<typeof AddressRow>;

const NAME = 'name#';

export function nameRowId(addressId: string): string {
  return `${NAME}${addressId}`;
}

export function addressRowId(publicAddress: string): string {
  return `address#${publicAddress}`;
}

/** @returns the key of the row's entry in the store; undefined for the row of a public address */
export function addressIdOf(rowId: string): string | undefined {
  return rowId.startsWith(NAME) ? rowId.slice(NAME.length) : undefined;
}

/** How long an edge can use an entry that the store does not have any more, in milliseconds. */
export const PROPAGATION = 10_000;

/** The addresses that the store may have for this row, before it has this version. */
export function addressesOf({ public_address: address, former_addresses: former = [] }: EdgeRow): readonly string[] {
  return address === undefined ? former : [...former, address];
}

/** How long the row of an entry that left is kept, in seconds. It refuses calls of workers that hang. */
const KEPT = 24 * 60 * 60;

export function purgeAt(now: Date): number {
  return Math.floor(now.getTime() / 1000) + KEPT;
}

/** The partitions of `live_index`, over which rows are spread. */
export const LIVE_PARTITIONS = ['0', '1', '2', '3', '4', '5', '6', '7'];

/** The partition of `live_index` for this row. Address ids are random. */
export function liveKey(addressId: string): string {
  return String(addressId.charCodeAt(0) % LIVE_PARTITIONS.length);
}

/** The row of the store itself. Times are in milliseconds since 1970. */
export const STORE_ROW = 'store';

export const StoreRow = z.object({
  /** When a writer last updated the store, and the version that it made. Another update can have replaced it. */
  changed_at: z.number().default(0),
  version: z.string().optional(),
  /** Until when a writer has its turn at the store. */
  turn_until: z.number().default(0),
  /** When the last comparison with the rows began. */
  compared_at: z.number().default(0),
  /** When a sweep that found no entries began. */
  empty_at: z.number().default(0),
});
export type StoreRow = z.infer<typeof StoreRow>;

/** The longest turn of a writer, in milliseconds: of its calls, and of one that crashed. */
export const TURN = 2_000;

/** The entry of a running sandbox, as the edge reads it. */
export function entryOf(sandbox: EdgeSandbox, publicAddress: string): EdgeEntry {
  return {
    a: publicAddress,
    g: sandbox.generation,
    e: edgeEndOf(sandbox),
    ...(sandbox.edge_key_hash === null ? {} : { k: sandbox.edge_key_hash }),
    ...(sandbox.opened_ports.length === 0 ? {} : { p: Object.fromEntries(sandbox.opened_ports.map(portOf)) }),
  };
}

type EdgePort = NonNullable<EdgeEntry['p']>[string];

/** The edge refuses a port after its end, so the entry can still have it. */
function portOf({ slot, access, expires_at: end }: OpenedPort): [string, EdgePort] {
  const kind = access === 'key' ? 'k' : 'o';
  return [String(slot), end === null ? [kind] : [kind, Math.floor(Date.parse(end) / 1000)]];
}
