import { entryOf } from '../sandboxes/edge/edge-row.ts';
import { isQueued } from '../sandboxes/record/conditions.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';

const kept = [
  'owner_id',
  'sandbox_id',
  'address_id',
  'generation',
  'desired',
  'phase',
  'phase_since',
  'session_rotates',
  'task_arn',
  'api_key_id',
  'lineages',
  'size',
  'warm',
] as const satisfies readonly (keyof Sandbox)[];

/** The fields that a sweep keeps of each row, so that a large fleet fits in memory. */
export interface Head extends Pick<Sandbox, (typeof kept)[number]> {
  /** The entry that the edge should have; null if the sandbox needs none. */
  readonly entry: string | null;
}

/** The most sandboxes that one worker checks. In a larger fleet, each segment gets its own worker. */
export const MOST_AT_ONCE = 1_000;

/** All sandboxes that are not at rest, as one sweep found them. */
export class Fleet {
  readonly heads: Head[] = [];
  /** Starts that wait in the queue. */
  readonly queued: Head[] = [];
  readonly taskArns = new Set<string>();
  /** The whole rows; undefined when there are too many for one worker. */
  rows: Sandbox[] | undefined = [];

  static async read(pages: AsyncIterable<readonly Sandbox[]>): Promise<Fleet> {
    const fleet = new Fleet();
    for await (const page of pages) for (const row of page) fleet.#add(row);
    return fleet;
  }

  #add(row: Sandbox): void {
    const head = headOf(row);
    this.heads.push(head);
    if (isQueued(row)) this.queued.push(head);
    if (row.task_arn !== null) this.taskArns.add(row.task_arn);
    this.rows?.push(row);
    if (this.heads.length > MOST_AT_ONCE) this.rows = undefined;
  }
}

function headOf(row: Sandbox): Head {
  const { phase, public_address: address, session_rotates: rotates } = row;
  const entry = phase === 'RUNNING' && !rotates && address !== null ? JSON.stringify(entryOf(row, address)) : null;
  return { ...(Object.fromEntries(kept.map((name) => [name, row[name]])) as Pick<Head, (typeof kept)[number]>), entry };
}
