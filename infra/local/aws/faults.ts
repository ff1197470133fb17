import * as z from 'zod';

const calls = z.enum(['cloudfront-keyvaluestore', 'dynamodb', 'ec2', 'ecs', 'kms', 'lambda', 'secretsmanager']);

const every = {
  /** Operation (`RunTask`) or, of events, detail type to hit; without it, every one of the service. */
  action: z.string().optional(),
  /** How many calls or events to hit. */
  times: z.int().min(1).max(1_000_000),
  /** How likely it is that one which could be hit is hit; 1. */
  probability: z.number().gt(0).max(1).optional(),
};

/** The function to hit, by the id that the code gives it (`reconcile-sandbox`); without it, every caller. */
const caller = { function: z.string().optional() };
const milliseconds = z.int().min(0).max(300_000);

function ofCalls<K extends string>(kind: K) {
  return z.strictObject({ kind: z.literal(kind), service: calls, ...every, ...caller });
}

function ofEvents<K extends string>(kind: K) {
  return z.strictObject({ kind: z.literal(kind), service: z.literal('events'), ...every });
}

function ofSnapshots<K extends string>(kind: K) {
  return z.strictObject({ kind: z.literal(kind), service: z.literal('ec2'), ...every });
}

/** How a test makes the local cloud misbehave, for tests of what AWS really does now and then. */
export const FaultSchema = z.discriminatedUnion('kind', [
  /** The call is refused as one too many, in the words of its service. */
  ofCalls('throttle'),
  /** The call is answered with a 5xx, and nothing is done. */
  ofCalls('error'),
  /** The call is refused with an error of this name. */
  ofCalls('refuse').extend({
    error: z.string().min(1),
    message: z.string().optional(),
    status: z.int().min(400).max(599).optional(),
  }),
  /** The call is done and the connection cut. */
  ofCalls('drop-answer'),
  /** The process of the calling function is killed before the call is done, or when it is done and not yet answered. */
  ofCalls('crash').extend({ when: z.enum(['before', 'after']) }),
  /** The call is done, or the event delivered, so much later; one second. */
  z.strictObject({
    kind: z.literal('delay'),
    service: z.enum([...calls.options, 'events']),
    ...every,
    ...caller,
    milliseconds: milliseconds.optional(),
  }),
  /** RunTask answers `failures[]` with this reason; that there is no capacity. */
  z.strictObject({
    kind: z.literal('capacity'),
    service: z.literal('ecs'),
    ...every,
    reason: z.string().min(1).optional(),
  }),
  /** A snapshot stays pending for so long, or until the faults are cleared. */
  ofSnapshots('slow').extend({ milliseconds }),
  /** A snapshot ends in `error`. */
  ofSnapshots('fail').extend({ message: z.string().optional() }),
  ofEvents('repeat'),
  ofEvents('reorder'),
  ofEvents('drop'),
]);

export type Fault = z.infer<typeof FaultSchema>;
export type FaultKind = Fault['kind'];
export type FaultOf<K extends FaultKind> = Extract<Fault, { kind: K }>;

/** The faults still to come. */
export class Faults {
  readonly #random: () => number;
  #pending: { readonly fault: Fault; left: number }[] = [];
  #cleared = Promise.withResolvers<void>();

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  add(fault: Fault): void {
    this.#pending.push({ fault, left: fault.times });
  }

  clear(): void {
    this.#pending = [];
    this.#cleared.resolve();
    this.#cleared = Promise.withResolvers();
  }

  /** Resolves when the faults are cleared the next time: what takes its time on demand ends then. */
  whenCleared(): Promise<void> {
    return this.#cleared.promise;
  }

  list(): readonly Fault[] {
    return this.#pending.map(({ fault, left }) => ({ ...fault, times: left }));
  }

  /**
   * The fault to commit now, which uses up one of its times. Faults come in the order in which they were asked for. Who
   * can act out only some `kinds` leaves the others to other callers.
   *
   * @param caller the function that calls, by the id that the code gives it
   */
  take<K extends FaultKind>(
    service: Fault['service'],
    action: string,
    kinds: readonly K[],
    caller?: string,
  ): FaultOf<K> | undefined {
    for (const entry of this.#pending) {
      const { fault } = entry;
      if (!isOf(fault, kinds) || !hits(fault, service, action, caller) || !this.#happens(fault)) continue;
      entry.left -= 1;
      if (entry.left === 0) this.#pending = this.#pending.filter((other) => other !== entry);
      return fault;
    }
    return undefined;
  }

  #happens({ probability }: Fault): boolean {
    return probability === undefined || this.#random() < probability;
  }
}

function isOf<K extends FaultKind>(fault: Fault, kinds: readonly K[]): fault is FaultOf<K> {
  return (kinds as readonly FaultKind[]).includes(fault.kind);
}

function hits(fault: Fault, service: Fault['service'], action: string, caller: string | undefined): boolean {
  if (fault.service !== service || (fault.action !== undefined && fault.action !== action)) return false;
  return !('function' in fault) || fault.function === undefined || fault.function === caller;
}
