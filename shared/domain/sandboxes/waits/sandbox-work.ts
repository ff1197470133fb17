import * as z from 'zod';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { retryLostRaces } from '../../../platform/errors.ts';
import { isHeld, leaseUntil } from '../../../platform/lease.ts';
import { log } from '../../../platform/log.ts';
import type { TransactionPart } from '../../../platform/transaction-part.ts';

/**
 * Work that waits for the agent of one sandbox. An agent can be as slow as it likes, so only one worker at a time
 * serves a sandbox. What else is requested is an order in the sandbox's row, which that worker or the next one takes.
 * After a crash, the lease ends, the orders are still there, and the sweep starts another worker.
 */

const WorkOrder = z.object({
  /** A conversation or start task; null for the whole sandbox. */
  id: z.string().nullable(),
  /** Rises with each request, so that a worker does not remove one that came while it worked. */
  requested: z.int(),
  /** Workers that were started for it without progress. */
  tries: z.int(),
  due_at: z.string(),
});
export type WorkOrder = Readonly<z.infer<typeof WorkOrder>>;

export const WorkRow = z.object({
  version: z.int(),
  lease_holder: z.string().nullable(),
  lease_until: z.string().nullable(),
  orders: z.array(WorkOrder).readonly(),
});
export type WorkRow = Readonly<z.infer<typeof WorkRow>>;

export const noWork: WorkRow = { version: 0, lease_holder: null, lease_until: null, orders: [] };

/** A sandbox by its key. */
export interface WorkPlace {
  readonly ownerId: string;
  readonly sandboxId: string;
}

/** The rows of one kind of work. */
export interface WorkRows {
  read(place: WorkPlace): Promise<WorkRow>;
  /** The sandboxes with orders. */
  withOrders(places: readonly WorkPlace[]): Promise<readonly WorkPlace[]>;
  /** @throws VersionConflictError when another writer was first */
  write(place: WorkPlace, previous: WorkRow, next: WorkRow): Promise<void>;
  /** The same as part of a transaction. */
  part(place: WorkPlace, previous: WorkRow, next: WorkRow): TransactionPart;
}

/** The holder of a lease whose worker was invoked and has not begun. Any worker can take it over. */
const INVITED = 'invited';

/** How long a worker can take to begin, in seconds. */
const INVITATION = 30;

/** The lease of a request that does its own work, in seconds: longer than the request takes. */
const REQUEST = 30;

/** Workers for an order without progress, before it is dropped: an agent that never responds is not worth more. */
const MAX_TRIES = 3;

/** Seconds until failed work is tried again. */
const PAUSE = 60;

/** The most orders of a sandbox. */
const MAX_ORDERS = 100;

/**
 * What a worker did for an order. After progress, unfinished work continues at once, else after a pause. `later` is for
 * work that had to wait for something other than its agent, which takes no try.
 */
export type WorkOutcome = 'done' | 'progress' | 'later' | 'failed';

export class SandboxWork {
  readonly #rows: WorkRows;
  readonly #leaseSeconds: number;
  readonly #now: Clock;

  /** @param leaseSeconds a worker that works longer renews its lease with `begin` */
  constructor(rows: WorkRows, leaseSeconds: number, now: Clock) {
    this.#rows = rows;
    this.#leaseSeconds = leaseSeconds;
    this.#now = now;
  }

  /** Adds an order. @returns whether to invoke a worker; false if the sandbox has one */
  request(place: WorkPlace, id: string | null): Promise<boolean> {
    return this.#change(place, (row) => invited(ordered(row, id, this.#now()), this.#now()));
  }

  /** Adds an order and begins. @returns as `begin` */
  enter(place: WorkPlace, id: string | null, holder: string): Promise<readonly WorkOrder[] | undefined> {
    return this.#change(place, (row) => this.#begun(ordered(row, id, this.#now()), holder));
  }

  /**
   * Adds an order in the transaction of its caller, and begins if the sandbox has no worker. No crash separates the
   * order from what it is for.
   *
   * @returns the part, and the order if the caller is the sandbox's worker then
   */
  async entering(
    place: WorkPlace,
    id: string,
    holder: string,
  ): Promise<{ readonly part: TransactionPart; readonly order: WorkOrder | undefined }> {
    const row = await this.#rows.read(place);
    const [next, orders] = this.#begun(ordered(row, id, this.#now()), holder, REQUEST);
    const part = this.#rows.part(place, row, { ...next, version: row.version + 1 });
    return { part, order: orders?.find((order) => order.id === id) };
  }

  /** Repeats all orders, as what they wait for has happened. @returns whether to invoke a worker */
  hasten(place: WorkPlace): Promise<boolean> {
    return this.#change(place, (row) => {
      const now = this.#now();
      const orders = row.orders.map((order) => ({ ...order, requested: row.version + 1, due_at: timestamp(now) }));
      return orders.length === 0 ? [row, false] : invited({ ...row, orders }, now);
    });
  }

  /** Takes or renews the lease. @returns the orders that are due; undefined if another worker has the lease */
  begin(place: WorkPlace, holder: string): Promise<readonly WorkOrder[] | undefined> {
    return this.#change(place, (row) => this.#begun(row, holder));
  }

  /** The orders of a sandbox, without a write. */
  async orders(place: WorkPlace): Promise<readonly WorkOrder[]> {
    return (await this.#rows.read(place)).orders;
  }

  /** Releases the lease. @returns whether to invoke another worker, as orders came meanwhile */
  finish(place: WorkPlace, holder: string, outcomes: ReadonlyMap<WorkOrder, WorkOutcome>): Promise<boolean> {
    return this.#change(place, (row) => {
      const free = row.lease_holder === holder ? { lease_holder: null, lease_until: null } : {};
      return invited({ ...row, ...free, orders: settled(row.orders, outcomes, this.#now()) }, this.#now());
    });
  }

  /** The sandboxes with orders, of which a crash may have left some behind. */
  waiting(places: readonly WorkPlace[]): Promise<readonly WorkPlace[]> {
    return this.#rows.withOrders(places);
  }

  /** @returns whether to invoke a worker for orders that a crash left behind */
  resume(place: WorkPlace): Promise<boolean> {
    return this.#change(place, (row) => invited(row, this.#now()));
  }

  #begun(
    row: WorkRow,
    holder: string,
    seconds = this.#leaseSeconds,
  ): readonly [WorkRow, readonly WorkOrder[] | undefined] {
    const now = this.#now();
    const isTaken = isHeld(row.lease_until, now) && row.lease_holder !== holder && row.lease_holder !== INVITED;
    if (isTaken) return [row, undefined];
    const next = { ...row, lease_holder: holder, lease_until: leaseUntil(now, seconds) };
    return [next, row.orders.filter((order) => isDue(order, now))];
  }

  /** Writes a changed row. Reads and decides again after a lost race. */
  #change<T>(place: WorkPlace, change: (row: WorkRow) => readonly [WorkRow, T]): Promise<T> {
    return retryLostRaces(async () => {
      const row = await this.#rows.read(place);
      const [next, result] = change(row);
      if (next !== row) await this.#rows.write(place, row, { ...next, version: row.version + 1 });
      return result;
    });
  }
}

function isDue({ due_at: at }: WorkOrder, now: Date): boolean {
  return at <= timestamp(now);
}

/** With too many orders, one for the whole sandbox replaces them. */
function ordered(row: WorkRow, id: string | null, now: Date): WorkRow {
  const order = { id, requested: row.version + 1, tries: 0, due_at: timestamp(now) };
  const index = row.orders.findIndex((one) => one.id === id);
  if (index >= 0) return { ...row, orders: row.orders.with(index, order) };
  const orders = row.orders.length < MAX_ORDERS ? [...row.orders, order] : [{ ...order, id: null }];
  return { ...row, orders };
}

/** Invites a worker if the sandbox has none and an order is due. */
function invited(row: WorkRow, now: Date): readonly [WorkRow, boolean] {
  if (isHeld(row.lease_until, now) || !row.orders.some((order) => isDue(order, now))) return [row, false];
  const orders = row.orders.flatMap((order) => {
    if (!isDue(order, now)) return [order];
    return order.tries >= MAX_TRIES ? dropped(order) : [{ ...order, tries: order.tries + 1 }];
  });
  const next = { ...row, orders };
  if (!orders.some((order) => isDue(order, now))) return [next, false];
  return [{ ...next, lease_holder: INVITED, lease_until: leaseUntil(now, INVITATION) }, true];
}

function settled(
  orders: readonly WorkOrder[],
  outcomes: ReadonlyMap<WorkOrder, WorkOutcome>,
  now: Date,
): readonly WorkOrder[] {
  return orders.flatMap((order) => {
    const [, outcome] = [...outcomes].find(([one]) => one.id === order.id && one.requested === order.requested) ?? [];
    if (outcome === 'done') return [];
    if (outcome === 'progress') return [{ ...order, tries: 0 }];
    if (outcome === undefined) return [order];
    if (outcome === 'later') return [{ ...order, tries: 0, due_at: leaseUntil(now, PAUSE) }];
    return order.tries >= MAX_TRIES ? dropped(order) : [{ ...order, due_at: leaseUntil(now, PAUSE) }];
  });
}

/** The next report of the agent, or the next start of the sandbox, orders the work again. */
function dropped({ id, tries }: WorkOrder): readonly WorkOrder[] {
  log.warn('work for an agent was dropped after several tries', { id, tries });
  return [];
}
