import * as z from 'zod';

/** How the local cloud is told to misbehave, for tests of what AWS really does now and then. */
export const FaultSchema = z.strictObject({
  service: z.enum(['ecs', 'dynamodb', 'secretsmanager', 'lambda', 'events']),
  /** Operation (`RunTask`) or, of events, detail type to hit; without it, every one of the service. */
  action: z.string().optional(),
  /**
   * throttle, error: the answer is a ThrottlingException or a 5xx, and nothing is done. delay: `milliseconds` before the call.
   * drop-answer: the call is done and the connection cut. capacity: RunTask answers `failures[]`. repeat, reorder, drop: of events.
   */
  kind: z.enum(['throttle', 'error', 'delay', 'drop-answer', 'capacity', 'repeat', 'reorder', 'drop']),
  milliseconds: z.int().min(0).max(300_000).optional(),
  /** How many calls or events to hit. */
  times: z.int().min(1).max(1_000_000),
});

export type Fault = z.infer<typeof FaultSchema>;

/** The faults still to come. */
export class Faults {
  #pending: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#pending.push({ fault, left: fault.times });
  }

  clear(): void {
    this.#pending = [];
  }

  list(): readonly Fault[] {
    return this.#pending.map(({ fault, left }) => ({ ...fault, times: left }));
  }

  /**
   * The fault to commit now, which uses up one of its times. Faults come in the order in which they were asked for. Who can act out only some
   * `kinds` says so, and leaves the others to somebody else.
   */
  take(service: Fault['service'], action: string, kinds?: readonly Fault['kind'][]): Fault | undefined {
    const found = this.#pending.find(
      ({ fault }) =>
        fault.service === service &&
        (fault.action === undefined || fault.action === action) &&
        (kinds === undefined || kinds.includes(fault.kind)),
    );
    if (!found) return undefined;
    found.left -= 1;
    if (found.left === 0) this.#pending = this.#pending.filter((entry) => entry !== found);
    return found.fault;
  }
}
