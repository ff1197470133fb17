import { isQueued } from '../sandboxes/record/conditions.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';

/** The fields that a sweep keeps of each row, so that a large fleet fits in memory. */
export type Head = Pick<
  Sandbox,
  'owner_id' | 'sandbox_id' | 'desired' | 'phase' | 'phase_since' | 'task_arn' | 'api_key_id' | 'lineages' | 'warm'
>;

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
    const { owner_id, sandbox_id, desired, phase, phase_since, task_arn, api_key_id, lineages, warm } = row;
    const head = { owner_id, sandbox_id, desired, phase, phase_since, task_arn, api_key_id, lineages, warm };
    this.heads.push(head);
    if (isQueued(row)) this.queued.push(head);
    if (task_arn !== null) this.taskArns.add(task_arn);
    this.rows?.push(row);
    if (this.heads.length > MOST_AT_ONCE) this.rows = undefined;
  }
}
