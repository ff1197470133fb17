import * as z from 'zod';

const calls = z.enum([
  'cloudfront-keyvaluestore',
  'dynamodb',
  'ebs',
  'ec2',
  'ecs',
  'kms',
  'lambda',
  'logs',
  'secretsmanager',
  'ses',
]);

const every = {
  /** The operation (`RunTask`), or the detail type of events, to hit; all of the service by default. */
  action: z.string().optional(),
  /** How many calls or events to hit. */
  times: z.int().min(1).max(1_000_000),
  /** The probability that a matching call or event is hit; 1 by default. */
  probability: z.number().gt(0).max(1).optional(),
};

/** Id of the calling function to hit (`reconcile-sandbox`); every caller by default. */
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

/** Faults that a test can inject into the local cloud. AWS has all of them now and then. */
export const FaultSchema = z.discriminatedUnion('kind', [
  /** The call is throttled, with the service's own error. */
  ofCalls('throttle'),
  /** The call fails with a 5xx and has no effect. */
  ofCalls('error'),
  /** The call fails with the given error. */
  ofCalls('refuse').extend({
    error: z.string().min(1),
    message: z.string().optional(),
    status: z.int().min(400).max(599).optional(),
  }),
  /** The call takes effect, and the connection is closed without a response. */
  ofCalls('drop-answer'),
  /**
   * The process of the calling function is killed before the call takes effect, or after it but before the response.
   */
  ofCalls('crash').extend({ when: z.enum(['before', 'after']) }),
  /** The call or event is delayed, by one second unless stated otherwise. */
  z.strictObject({
    kind: z.literal('delay'),
    service: z.enum([...calls.options, 'events']),
    ...every,
    ...caller,
    milliseconds: milliseconds.optional(),
  }),
  /** RunTask returns `failures[]` with this reason; missing capacity by default. */
  z.strictObject({
    kind: z.literal('capacity'),
    service: z.literal('ecs'),
    ...every,
    reason: z.string().min(1).optional(),
  }),
  /** RunTask returns `failures[]` for tasks on Fargate Spot alone, as if only Spot had no capacity. */
  z.strictObject({ kind: z.literal('spot-capacity'), service: z.literal('ecs'), ...every }),
  /** A snapshot stays pending for this time, or until the faults are cleared. */
  ofSnapshots('slow').extend({ milliseconds }),
  /** A snapshot ends in the state `error`. */
  ofSnapshots('fail').extend({ message: z.string().optional() }),
  ofEvents('repeat'),
  ofEvents('reorder'),
  ofEvents('drop'),
]);

export type Fault = z.infer<typeof FaultSchema>;
export type FaultKind = Fault['kind'];
export type FaultOf<K extends FaultKind> = Extract<Fault, { kind: K }>;

/** The faults that are still to be injected. */
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

  /** Resolves when the faults are cleared next, which ends the delays that they caused. */
  whenCleared(): Promise<void> {
    return this.#cleared.promise;
  }

  list(): readonly Fault[] {
    return this.#pending.map(({ fault, left }) => ({ ...fault, times: left }));
  }

  /**
   * Takes the fault to inject now and uses up one of its times. Faults are taken in the order in which they were added.
   *
   * @param kinds the kinds that the caller can act out; it leaves the others to other callers
   * @param caller id of the calling function
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
