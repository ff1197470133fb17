import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import { type Endpoint, isStreamed, type WholeEndpoint } from '../../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../../shared/contract/index.ts';
import { limitsOf, noLimits } from '../../../../shared/contract/shapes/limits.ts';
import { type Scope, scopes } from '../../../../shared/contract/shapes/scopes.ts';
import { implement } from '../../../../shared/http/operation/operation.ts';
import { systemClock } from '../../../../shared/platform/clock.ts';
import { invoke, invokeStreamed, type TestAnswer } from '../../../support/http/invoke.ts';
import { MemoryClaimStore } from '../../../support/http/memory-claim-store.ts';
import { checkParts, writeParts } from '../../../support/platform/memory-parts.ts';

/** Those with `own` store no response: the object that they made is found by the key. */
const keyed = (endpoints as readonly Endpoint[]).filter(
  ({ idempotent }) => idempotent !== undefined && idempotent !== 'own',
);

/** An operation with the HTTP layer of the endpoint. It counts its effects. */
function operationOf({ params: _, query: __, success, ...described }: Endpoint) {
  const anything = z.unknown().optional();
  const endpoint: Endpoint = { ...described, body: anything, success: { ...success, body: anything } };
  const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x']));
  const claims = { claims: new MemoryClaimStore(), now: systemClock };
  const effects: string[] = [];
  const run = async (by: string, claim: (answer: unknown) => Promise<Parameters<typeof checkParts>[0]>) => {
    const answer = [{ shown_to: by, effect: effects.length + 1 }];
    const parts = await claim(answer);
    checkParts(parts);
    effects.push(by);
    writeParts(parts);
    return answer;
  };
  const send = (caller: Partial<Caller>): Promise<TestAnswer> => {
    const request = { params, body: {}, caller, claims, headers: { 'Idempotency-Key': 'order-17' } };
    if (isStreamed(endpoint)) {
      const pieces = async function* (answer: unknown) {
        yield JSON.stringify(answer);
      };
      const operation = implement(
        { ...endpoint, access: 'key', stream: true } as const,
        async (input, _: object) => pieces(await run(input.caller.keyId, input.request.claim)),
        async (kept) => pieces(kept),
      );
      return invokeStreamed(operation, {}, request);
    }
    const whole = endpoint as WholeEndpoint & { readonly access: 'key' };
    const operation = implement(whole, async (input, _: object) => run(input.caller.keyId, input.request.claim));
    return invoke(operation, {}, request);
  };
  return { effects, send };
}

const limits = limitsOf({ sandboxes: 5, monthly_budget_usd: 10, monthly_sandbox_hours: 20, requests_per_minute: 30 });

/** The key that sends the first request. It has limits, and more scopes than the endpoint needs. */
const makerFor = ({ scope }: Endpoint) => ({
  keyId: 'maker0000001',
  scopes: [...new Set<Scope>([scope as Scope, 'usage:read', 'audit:read'])],
  limits,
});

interface Other {
  readonly who: string;
  /** Whether it has all rights of the maker. */
  readonly isEqual: boolean;
  readonly of: (maker: ReturnType<typeof makerFor>, endpoint: Endpoint) => Partial<Caller>;
}

/** Other keys of the owner. */
const others: readonly Other[] = [
  { who: 'an equal key', isEqual: true, of: (maker) => ({ ...maker, keyId: 'other0000001' }) },
  {
    who: 'a key with all scopes and no limits',
    isEqual: true,
    of: () => ({ keyId: 'wider0000001', scopes, limits: noLimits }),
  },
  {
    who: 'an administrator',
    isEqual: true,
    of: () => ({ keyId: 'admin0000001', scopes: ['admin'], limits: noLimits }),
  },
  {
    who: 'a key with fewer requests per minute',
    isEqual: true,
    of: (maker) => ({ ...maker, keyId: 'other0000002', limits: { ...limits, requests_per_minute: 1 } }),
  },
  ...(['sandboxes', 'monthly_budget_usd', 'monthly_sandbox_hours'] as const).map((name) => ({
    who: `a key with a lower limit of ${name}`,
    isEqual: false,
    of: (maker: ReturnType<typeof makerFor>) => ({ ...maker, keyId: 'lower0000001', limits: { ...limits, [name]: 1 } }),
  })),
  {
    who: 'a key with only the scope of the endpoint',
    isEqual: false,
    of: (_, { scope }) => ({ keyId: 'narrow000001', scopes: [scope as Scope], limits: noLimits }),
  },
];

const isReplay = ({ headers }: TestAnswer) => headers['Idempotent-Replayed'] === 'true';

describe.each(keyed.map((endpoint) => [endpoint.id, endpoint] as const))('stored response of %s', (_, endpoint) => {
  const maker = makerFor(endpoint);

  it('is returned again to its own key', async () => {
    const { send, effects } = operationOf(endpoint);
    const [first, again] = [await send(maker), await send(maker)];

    expect([first.status, again.text, isReplay(again)]).toEqual([endpoint.success.status, first.text, true]);
    expect(effects).toHaveLength(1);
  });

  it.each(others.map((other) => [other.who, other] as const))(
    'is returned to another key only with the rights of the first: %s',
    async (_who, { isEqual, of }) => {
      const { send, effects } = operationOf(endpoint);
      const [first, answer] = [await send(maker), await send(of(maker, endpoint))];

      // `admin` includes every scope.
      const hasRights = isEqual || (endpoint.scope === 'admin' && of(maker, endpoint).limits === noLimits);
      if (hasRights && endpoint.idempotent !== 'sealed') {
        expect([answer.status, answer.text, isReplay(answer)]).toEqual([first.status, first.text, true]);
      } else {
        expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_key_reused']);
        expect(answer.headers).not.toHaveProperty('Retry-After');
        expect(answer.text).not.toContain(maker.keyId);
      }
      expect(effects).toEqual([maker.keyId]);
    },
  );
});
