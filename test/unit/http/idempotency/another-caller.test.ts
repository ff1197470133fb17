import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import { type Endpoint, isStreamed, type WholeEndpoint } from '../../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../../shared/contract/index.ts';
import { limitsOf, noLimits } from '../../../../shared/contract/shapes/limits.ts';
import { type Scope, scopes } from '../../../../shared/contract/shapes/scopes.ts';
import { implement } from '../../../../shared/http/operation/operation.ts';
import { invoke, invokeStreamed, type TestAnswer } from '../../../support/http/invoke.ts';
import { MemoryClaimStore } from '../../../support/http/memory-claim-store.ts';
import { checkParts, writeParts } from '../../../support/platform/memory-parts.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';

const keyed = (endpoints as readonly Endpoint[]).filter(({ idempotent }) => idempotent !== undefined);
const leased = keyed.filter(({ idempotent }) => idempotent === 'lease');
const named = (list: readonly Endpoint[]) => list.map((endpoint) => [endpoint.id, endpoint] as const);

/** An operation of each endpoint, with its own plumbing, whose effects can be counted. */
class Operation {
  readonly clock = new SettableClock();
  readonly claims = { claims: new MemoryClaimStore(this.clock.now), now: this.clock.now };
  readonly effects: string[] = [];
  readonly #endpoint: Endpoint;
  /** What the next run waits for. */
  hangs: Promise<never> | undefined;

  constructor(endpoint: Endpoint) {
    const { params: _, query: __, success, ...described } = endpoint;
    const anything = z.unknown().optional();
    this.#endpoint = { ...described, body: anything, success: { ...success, body: anything } };
  }

  send(caller: Partial<Caller>, body: unknown = { name: 'one' }): Promise<TestAnswer> {
    const run = async (by: string, claim: (answer: unknown) => Promise<Parameters<typeof checkParts>[0]>) => {
      await this.hangs;
      const answer = [{ shown_to: by, effect: this.effects.length + 1 }];
      const parts = await claim(answer);
      checkParts(parts);
      this.effects.push(by);
      writeParts(parts);
      return answer;
    };
    const params = Object.fromEntries(
      [...this.#endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x']),
    );
    const request = { params, body, caller, claims: this.claims, headers: { 'Idempotency-Key': 'order-17' } };
    if (isStreamed(this.#endpoint)) {
      const streamed = { ...this.#endpoint, access: 'key', stream: true } as const;
      const pieces = async function* (answer: unknown) {
        yield JSON.stringify(answer);
      };
      const operation = implement(
        streamed,
        async (input, _: object) => pieces(await run(input.caller.keyId, input.request.claim)),
        async (kept) => pieces(kept),
      );
      return invokeStreamed(operation, {}, request);
    }
    const whole = this.#endpoint as WholeEndpoint & { readonly access: 'key' };
    const operation = implement(whole, async (input, _: object) => run(input.caller.keyId, input.request.claim));
    return invoke(operation, {}, request);
  }
}

const limits = limitsOf({ sandboxes: 5, monthly_budget_usd: 10, monthly_sandbox_hours: 20, requests_per_minute: 30 });

/** The key that sends first: it has more scopes than the endpoint needs, and limits. */
const makerFor = ({ scope }: Endpoint) => ({
  keyId: 'maker0000001',
  scopes: [...new Set<Scope>([scope as Scope, 'usage:read', 'audit:read'])],
  limits,
});

interface Other {
  readonly who: string;
  readonly may: boolean;
  readonly of: (maker: ReturnType<typeof makerFor>, endpoint: Endpoint) => Partial<Caller>;
}

/** Other keys of the owner, and whether they may as much as the maker. */
const others: readonly Other[] = [
  { who: 'a key like it', may: true, of: (maker) => ({ ...maker, keyId: 'other0000001' }) },
  {
    who: 'a key with all scopes and no limits',
    may: true,
    of: () => ({ keyId: 'wider0000001', scopes, limits: noLimits }),
  },
  { who: 'an administrator', may: true, of: () => ({ keyId: 'admin0000001', scopes: ['admin'], limits: noLimits }) },
  {
    who: 'a key with fewer calls per minute',
    may: true,
    of: (maker) => ({ ...maker, keyId: 'other0000002', limits: { ...limits, requests_per_minute: 1 } }),
  },
  ...(['sandboxes', 'monthly_budget_usd', 'monthly_sandbox_hours'] as const).map((name) => ({
    who: `a key with a lower limit of ${name}`,
    may: false,
    of: (maker: ReturnType<typeof makerFor>) => ({ ...maker, keyId: 'lower0000001', limits: { ...limits, [name]: 1 } }),
  })),
  {
    who: 'a key with the scope of the endpoint alone',
    may: false,
    of: (_, { scope }) => ({ keyId: 'narrow000001', scopes: [scope as Scope], limits: noLimits }),
  },
];

const reused = (answer: TestAnswer) => [answer.status, answer.body.code, answer.headers['Retry-After']];
const REUSED = [422, 'idempotency_key_reused', undefined];
const isReplay = ({ headers }: TestAnswer) => headers['Idempotent-Replayed'] === 'true';

describe.each(named(keyed))('an answer of %s that is kept', (_, endpoint) => {
  const maker = makerFor(endpoint);
  const begun = async () => {
    const operation = new Operation(endpoint);
    return { operation, first: await operation.send(maker) };
  };

  it('is given again to its own key', async () => {
    const { operation, first } = await begun();

    const again = await operation.send(maker);

    expect([first.status, again.text, isReplay(again)]).toEqual([endpoint.success.status, first.text, true]);
    expect(operation.effects).toHaveLength(1);
  });

  it.each(others.map((other) => [other.who, other] as const))(
    'is compared with the rights of %s',
    async (_who, { may, of }) => {
      const { operation, first } = await begun();

      const answer = await operation.send(of(maker, endpoint));

      // `admin` includes every scope, so that no key with it may less.
      const mayAsMuch = may || (endpoint.scope === 'admin' && of(maker, endpoint).limits === noLimits);
      if (mayAsMuch && endpoint.idempotent !== 'sealed') {
        expect([answer.status, answer.text, isReplay(answer)]).toEqual([first.status, first.text, true]);
      } else {
        expect(reused(answer)).toEqual(REUSED);
        expect(answer.text).not.toContain(maker.keyId);
      }
      expect(operation.effects).toEqual([maker.keyId]);
    },
  );

  it('is hidden alike from a key that may less, whatever it sends', async () => {
    const { operation } = await begun();
    const [narrow] = others.filter(({ may }) => !may);
    const caller = narrow?.of(maker, endpoint) ?? {};

    const [same, another] = [await operation.send(caller), await operation.send(caller, { name: 'two' })];

    expect(reused(same)).toEqual(REUSED);
    expect(same.text.replaceAll(same.requestId, '')).toBe(another.text.replaceAll(another.requestId, ''));
  });

  it('is unknown to another owner', async () => {
    const { operation } = await begun();

    const answer = await operation.send({ ...maker, ownerId: 'bob', keyId: 'bobs00000001' });

    expect([answer.status, isReplay(answer), operation.effects.length]).toEqual([endpoint.success.status, false, 2]);
  });

  it('frees the Idempotency-Key for every key after a day', async () => {
    const { operation } = await begun();
    const other = { ...maker, keyId: 'other0000001' };
    operation.clock.advance(24 * 60 * 60);

    expect(isReplay(await operation.send(other))).toBe(false);
    expect(operation.effects).toEqual([maker.keyId, other.keyId]);
    // The row is that of the other key now.
    expect(isReplay(await operation.send(other))).toBe(true);
  });
});

describe.each(named(leased))('a try of %s', (_, endpoint) => {
  const maker = makerFor(endpoint);
  const hanging = async () => {
    const operation = new Operation(endpoint);
    operation.hangs = new Promise(() => undefined);
    void operation.send(maker);
    await new Promise((resolve) => setImmediate(resolve));
    operation.hangs = undefined;
    return operation;
  };

  it.each(others.map((other) => [other.who, other] as const))(
    'that is under way, and then given up, is no news to %s unless it may as much',
    async (_who, { may, of }) => {
      const operation = await hanging();
      const caller = of(maker, endpoint);

      const during = await operation.send(caller);
      operation.clock.advance(60);
      const after = await operation.send(caller);

      if (may) {
        expect([during.status, during.body.code]).toEqual([409, 'idempotency_in_progress']);
        expect([after.status, isReplay(after)]).toEqual([endpoint.success.status, false]);
        expect(operation.effects).toEqual([caller.keyId]);
      } else {
        expect([reused(during), reused(after)]).toEqual([REUSED, REUSED]);
        expect(operation.effects).toEqual([]);
      }
    },
  );

  it('belongs to the key that takes it over: its first key gets the answer if it may as much', async () => {
    const [like, wider] = others.map(({ of }) => of(maker, endpoint));
    for (const [other, isShown] of [
      [like, true],
      [wider, false],
    ] as const) {
      const operation = await hanging();
      operation.clock.advance(60);
      const taken = await operation.send(other ?? {});

      const first = await operation.send(maker);

      expect([isReplay(first), first.status]).toEqual([isShown, isShown ? taken.status : 422]);
      expect(operation.effects).toEqual([other?.keyId]);
    }
  });
});
