import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineEndpoint } from '../../../../shared/contract/endpoint/endpoint.ts';
import { holds, type Scope } from '../../../../shared/contract/shapes/scopes.ts';
import type { ClaimStore } from '../../../../shared/http/idempotency/claim.ts';
import { implement } from '../../../../shared/http/operation/operation.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { echoEndpoint, good } from '../../../support/http/echo.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { MemoryClaimStore } from '../../../support/http/memory-claim-store.ts';
import { checkParts, writeParts } from '../../../support/platform/memory-parts.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { searchSize } from '../../../support/search-size.ts';

const DAY = 24 * 60 * 60;

/** The lease of a claim: the function's time limit in these tests and one second more. */
const LEASE = 11;

const fates = ['done', 'refused', 'failed before', 'failed after', 'killed before', 'killed after'] as const;
type Fate = (typeof fates)[number];

/** Keys of one owner. `other` has the rights of `first`, `wide` has more and `narrow` fewer. */
const held = {
  first: ['conversations:write', 'usage:read'],
  other: ['conversations:write', 'usage:read'],
  wide: ['admin'],
  narrow: ['conversations:write'],
} as const satisfies Record<string, readonly Scope[]>;
type KeyId = keyof typeof held;
const keyIds = Object.keys(held) as KeyId[];
const mayAsMuch = (one: KeyId, other: KeyId) => held[other].every((scope) => holds(held[one], scope));

interface Send {
  readonly kind: 'send';
  readonly name: 'ann' | 'bob';
  readonly fate: Fate;
  readonly by: KeyId;
}
interface Wait {
  readonly kind: 'wait';
  readonly seconds: number;
}

/** The expected state, which determines the response to the next request. */
interface Model {
  now: number;
  claim:
    | { readonly kind: 'free' }
    | {
        readonly kind: 'answered';
        readonly name: string;
        readonly by: KeyId;
        readonly said: string;
        readonly until: number;
      }
    | {
        readonly kind: 'open';
        readonly name: string;
        readonly by: KeyId;
        readonly lease: number;
        readonly until: number;
      };
  effects: number;
}

const endpointIn = (idempotent: true | 'lease') => defineEndpoint(() => ({ ...echoEndpoint, idempotent }));

class World {
  readonly clock = new SettableClock();
  readonly store = new MemoryClaimStore(this.clock.now);
  readonly effects: string[] = [];
  readonly repeated: boolean[] = [];
  /** Never resolves. Killed processes wait for it. */
  readonly #over = Promise.withResolvers<never>();
  readonly #killedRequests: Promise<unknown>[] = [];

  constructor() {
    this.#over.promise.catch(() => undefined);
  }

  readonly operations = {
    transaction: implement(endpointIn(true), async ({ body, request }, fate: Fate) => {
      await this.#before(fate);
      const said = `thing ${this.effects.length + 1}`;
      const parts = await request.claim({ said });
      checkParts(parts);
      this.effects.push(body.name);
      writeParts(parts);
      await this.#after(fate);
      return { said };
    }),
    lease: implement(endpointIn('lease'), async ({ body, request }, fate: Fate) => {
      await this.#before(fate);
      this.repeated.push(request.triedAt !== null);
      this.effects.push(body.name);
      const said = `thing ${this.effects.length}`;
      await this.#after(fate);
      return { said };
    }),
  };

  /** @returns undefined if the process of the request was killed */
  async send(form: 'transaction' | 'lease', { name, fate, by }: Omit<Send, 'kind'>, claims: ClaimStore = this.store) {
    const request = {
      ...good,
      caller: { keyId: by, scopes: held[by] },
      body: { name },
      headers: { 'Idempotency-Key': 'k' },
      claims: { claims, now: this.clock.now },
    };
    const answer = invoke(this.operations[form], fate, request);
    if (fate.startsWith('killed')) this.#killedRequests.push(answer.catch(() => undefined));
    return Promise.race([answer, this.#killed(fate)]);
  }

  /** Ends the requests of killed processes, which would otherwise time out during another test file. */
  async end(): Promise<void> {
    this.#over.reject(new AppError('unavailable', 'killed'));
    await Promise.all(this.#killedRequests);
  }

  #before(fate: Fate): Promise<void> | void {
    if (fate === 'refused') throw new AppError('not_found', 'no');
    if (fate === 'failed before') throw new AppError('unavailable', 'no');
    if (fate === 'killed before') return this.#over.promise;
  }

  #after(fate: Fate): Promise<void> | void {
    if (fate === 'failed after') throw new AppError('unavailable', 'no');
    if (fate === 'killed after') return this.#over.promise;
  }

  async #killed(fate: Fate): Promise<undefined> {
    if (!fate.startsWith('killed')) return new Promise(() => undefined);
    for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** @returns the expected response: a status with the result or the error code */
function expected(model: Model, form: 'transaction' | 'lease', { name, fate, by }: Send): string | undefined {
  if (model.claim.kind !== 'free' && model.now >= model.claim.until) model.claim = { kind: 'free' };
  const { claim } = model;
  if (claim.kind !== 'free' && (claim.name !== name || !mayAsMuch(by, claim.by))) return '422 idempotency_key_reused';
  if (claim.kind === 'answered') return `201 ${claim.said}`;
  if (claim.kind === 'open' && model.now < claim.lease) return '409 idempotency_in_progress';
  const until = model.now + DAY;
  if (fate === 'refused') {
    // An earlier try can have had an effect.
    model.claim = claim.kind === 'open' ? { ...claim, by, lease: model.now, until } : { kind: 'free' };
    return '404 not_found';
  }
  const hasEffect = fate !== 'failed before' && fate !== 'killed before';
  if (hasEffect) model.effects += 1;
  const said = `thing ${model.effects}`;
  const isAnswered = form === 'transaction' ? hasEffect : fate === 'done';
  if (isAnswered) model.claim = { kind: 'answered', name, by, said, until };
  else if (form === 'lease')
    model.claim = { kind: 'open', name, by, lease: fate.startsWith('killed') ? model.now + LEASE : model.now, until };
  if (fate.startsWith('killed')) return undefined;
  return fate === 'done' ? `201 ${said}` : '503 unavailable';
}

const send = fc.record({
  kind: fc.constant('send' as const),
  name: fc.constantFrom('ann' as const, 'ann' as const, 'ann' as const, 'bob' as const),
  fate: fc.constantFrom(...fates),
  by: fc.constantFrom<KeyId>('first', 'first', ...keyIds),
});
const wait = fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 5, LEASE, 3_600, DAY) });
const steps = fc.array(fc.oneof({ weight: 4, arbitrary: send }, { weight: 1, arbitrary: wait }), { maxLength: 25 });

describe.each(['transaction', 'lease'] as const)('claims in a %s', (form) => {
  it('answer sequential requests like the model', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list: readonly (Send | Wait)[]) => {
        const world = new World();
        const model: Model = { now: 0, claim: { kind: 'free' }, effects: 0 };
        for (const step of list) {
          if (step.kind === 'wait') {
            world.clock.advance(step.seconds);
            model.now += step.seconds;
            continue;
          }
          const wanted = expected(model, form, step);
          const answer = await world.send(form, step);
          expect(answer && `${answer.status} ${answer.body.said ?? answer.body.code}`).toBe(wanted);
          expect(world.effects).toHaveLength(model.effects);
        }
        await world.end();
      }),
      { numRuns: searchSize.claims },
    );
  });

  it('let one of many requests run, in any order of their calls to the table', async () => {
    const fate = fc.constantFrom<Fate>('done', 'refused', 'failed before');
    const many = fc.array(fc.record({ fate, by: fc.constantFrom(...keyIds) }), { minLength: 2, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), many, async (scheduler, those) => {
        const world = new World();
        const slow = through(scheduler, world.store);

        const all = Promise.all(those.map((one) => world.send(form, { name: 'ann', ...one }, slow)));
        await scheduler.waitFor(all);

        const answers = await all;
        const said = answers.flatMap((answer) => (answer?.status === 201 ? [answer.body.said] : []));
        expect(new Set(said).size).toBeLessThanOrEqual(1);
        expect(world.effects.length).toBeLessThanOrEqual(1);
        expect(said.length > 0).toBe(world.effects.length > 0);
        const [maker] = [...world.store.rows.values()].map(({ made_by: by }) => by?.key_id as KeyId);
        const shownTo = those.filter((_, index) => answers[index]?.status === 201);
        expect(shownTo.filter(({ by }) => maker === undefined || !mayAsMuch(by, maker))).toEqual([]);
        if (form === 'transaction' && those.some(({ fate }) => fate === 'done')) expect(world.effects).toHaveLength(1);
      }),
      { numRuns: searchSize.claims },
    );
  });
});

it('no request is repeated under a lease without the replay header', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list: readonly (Send | Wait)[]) => {
      const world = new World();
      let day = 0;
      const bySpan = new Map<number, boolean[]>();
      for (const step of list) {
        if (step.kind === 'wait') {
          world.clock.advance(step.seconds);
          if (step.seconds === DAY) day += 1;
          continue;
        }
        const before = world.effects.length;
        await world.send('lease', step);
        if (world.effects.length > before)
          bySpan.set(day, [...(bySpan.get(day) ?? []), world.repeated.at(-1) === true]);
      }
      await world.end();
      for (const repeated of bySpan.values()) expect(repeated.slice(1).every(Boolean)).toBe(true);
    }),
    { numRuns: searchSize.claims },
  );
});

/** A store whose calls complete in an order that the scheduler decides. */
function through(scheduler: fc.Scheduler, store: MemoryClaimStore): ClaimStore {
  const wait = () => scheduler.schedule(Promise.resolve());
  return {
    find: async (...key) => wait().then(() => store.find(...key)),
    part: async (...of) => wait().then(() => store.part(...of)),
    add: async (...row) => wait().then(() => store.add(...row)),
    replace: async (...rows) => wait().then(() => store.replace(...rows)),
  };
}
