import { beforeEach, describe, expect, it } from 'vitest';
import type { Part } from '../../../shared/aws/transact.ts';
import { AppError } from '../../../shared/errors.ts';
import { defineEndpoint, implement } from '../../../shared/http/endpoint.ts';
import { echoEndpoint, good } from '../../support/echo.ts';
import { invoke, type TestRequest } from '../../support/invoke.ts';
import { MemoryClaimStore } from '../../support/memory-claim-store.ts';
import { checkParts, writeParts } from '../../support/memory-parts.ts';
import { SettableClock } from '../../support/settable-clock.ts';

const DAY = 24 * 60 * 60;

let clock: SettableClock;
let store: MemoryClaimStore;
/** What the operation has done so far, as everybody can see it. */
let effects: string[];
let triedAt: (string | null)[];
beforeEach(() => {
  clock = new SettableClock();
  store = new MemoryClaimStore(clock.now);
  [effects, triedAt] = [[], []];
});

interface Script {
  /** Before anything is done. */
  readonly first?: (() => Promise<void> | void) | undefined;
  /** After it is done. */
  readonly last?: (() => void) | undefined;
  readonly doesNothing?: boolean;
}

const made = () => `thing ${effects.length + 1}`;

const endpointIn = (idempotent: true | 'lease') => defineEndpoint({ ...echoEndpoint, idempotent });

/** Makes a thing in one transaction with the claim. */
const inTransaction = implement(endpointIn(true), async ({ body, request }, { first, last, doesNothing }: Script) => {
  await first?.();
  if (doesNothing) return { said: 'nothing to do' };
  const parts: readonly Part[] = await request.claim({ said: made() });
  checkParts(parts);
  const answer = { said: made() };
  effects.push(body.name);
  writeParts(parts);
  last?.();
  return answer;
});

/** Makes it elsewhere. */
const underLease = implement(endpointIn('lease'), async ({ body, request }, { first, last }: Script) => {
  triedAt.push(request.triedAt);
  await first?.();
  effects.push(body.name);
  last?.();
  return { said: `thing ${effects.length}` };
});

const refuse = (code: 'not_found' | 'unavailable') => () => {
  throw new AppError(code, 'no');
};

describe.each([
  ['in a transaction', inTransaction],
  ['under a lease', underLease],
] as const)('a request with an Idempotency-Key, %s', (_, operation) => {
  const send = (request: TestRequest = {}, script: Script = {}, key: string | null = 'order-17') =>
    invoke(operation, script, {
      ...good,
      claims: { claims: store, now: clock.now },
      ...request,
      headers: { ...(key === null ? {} : { 'Idempotency-Key': key }), ...request.headers },
    });

  it('is answered a second time with what was kept, and says so', async () => {
    const first = await send();
    const second = await send({}, {}, '"order-17"');

    expect([first.status, first.body]).toEqual([201, { said: 'thing 1' }]);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(effects).toHaveLength(1);
    expect(first.headers['Idempotent-Replayed']).toBeUndefined();
    expect(second.headers['Idempotent-Replayed']).toBe('true');
    expect(second.headers['X-Request-Id']).not.toBe(first.headers['X-Request-Id']);
    for (const { headers } of [first, second]) {
      expect(headers['Idempotency-Expires']).toBe('Sun, 22 Nov 2026 12:00:00 GMT');
      expect(headers['Content-Type']).toBe('application/json');
    }
  });

  it('is done anew when the day is over', async () => {
    await send();
    clock.advance(DAY - 1);
    expect((await send()).body.said).toBe('thing 1');
    clock.advance(1);

    const { body, headers } = await send();

    expect(body.said).toBe('thing 2');
    expect(headers['Idempotent-Replayed']).toBeUndefined();
    expect((await send()).body.said).toBe('thing 2');
  });

  it('is refused when it asks for something else', async () => {
    await send();

    const answers = [
      await send({ body: { name: 'bob' } }),
      await send({ query: { limit: 4 } }),
      await send({ body: { name: 'ann', anything: null } }),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 3 }, () => [422, 'idempotency_key_reused']),
    );
    expect(effects).toEqual(['ann']);
  });

  it('is another request for another owner, path or key', async () => {
    await send();

    await send({ caller: { ownerId: 'bob' } });
    await send({ params: { thing_id: 'two' } });
    await send({}, {}, 'order-18');

    expect(effects).toHaveLength(4);
  });

  it('is the same with another API key of the owner', async () => {
    await send({ caller: { keyId: 'key1' } });

    expect((await send({ caller: { keyId: 'key2' } })).headers['Idempotent-Replayed']).toBe('true');
  });

  it('may be sent as something else after it was refused', async () => {
    expect((await send({}, { first: refuse('not_found') })).status).toBe(404);
    expect((await send({ body: {} })).status).toBe(422);

    expect((await send({ body: { name: 'bob' } })).status).toBe(201);
    expect(effects).toEqual(['bob']);
  });

  it('may be sent again after a failure, and not as something else', async () => {
    expect((await send({}, { first: refuse('unavailable') })).status).toBe(503);

    expect((await send()).status).toBe(201);
    expect((await send({ body: { name: 'bob' } })).body.code).toBe('idempotency_key_reused');
    expect(effects).toEqual(['ann']);
  });

  it('is refused with a header that nobody can read', async () => {
    const { status, body } = await send({}, {}, 'a b');

    expect([status, body.code, body.errors[0].loc]).toEqual([400, 'malformed_request', ['header', 'Idempotency-Key']]);
    expect(effects).toEqual([]);
  });

  it('asks nothing of the table without a key', async () => {
    await send({}, {}, null);
    await send({}, {}, null);

    expect(effects).toHaveLength(2);
    expect(store.calls).toBe(0);
  });

  it('is done once, however many come at once', async () => {
    const slow = { first: () => new Promise<void>((resolve) => setImmediate(resolve)) };

    const answers = await Promise.all(Array.from({ length: 50 }, () => send({}, slow)));

    expect(effects).toHaveLength(1);
    const done = answers.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const { status, body, headers } of answers) {
      if (status === 201) continue;
      expect([status, body.code, headers['Retry-After']]).toEqual([409, 'idempotency_in_progress', '2']);
    }
    expect((await send()).headers['Idempotent-Replayed']).toBe('true');
  });
});

describe('in a transaction', () => {
  const send = (script: Script = {}, name = 'ann') =>
    invoke(inTransaction, script, {
      ...good,
      body: { name },
      claims: { claims: store, now: clock.now },
      headers: { 'Idempotency-Key': 'k' },
    });

  it('a request reads once more than without a key', async () => {
    await send();

    expect(store.calls).toBe(1);
  });

  it('equal requests at once are all answered alike', async () => {
    const slow = { first: () => new Promise<void>((resolve) => setImmediate(resolve)) };

    const answers = await Promise.all(Array.from({ length: 100 }, () => send(slow)));

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['201 {"said":"thing 1"}']),
    );
    expect(answers.filter(({ headers }) => headers['Idempotent-Replayed'] === undefined)).toHaveLength(1);
  });

  it('a request that finds nothing to do is kept too', async () => {
    const first = await send({ doesNothing: true });
    const second = await send();

    expect([second.text, second.headers['Idempotent-Replayed']]).toEqual([first.text, 'true']);
    expect(effects).toEqual([]);
  });

  it('a request that is stopped by its own twin gives the answer of that', async () => {
    let twin: Promise<unknown> | undefined;
    const first = async () => {
      twin ??= send();
      await twin;
      throw new AppError('not_found', 'the twin has taken it');
    };

    const { status, headers } = await send({ first });

    expect([status, headers['Idempotent-Replayed']]).toEqual([201, 'true']);
  });

  it('a request that is stopped by a twin that asks for something else hears of that', async () => {
    const first = async () => {
      await send({}, 'bob');
      throw new AppError('not_found', 'the twin has taken it');
    };

    expect((await send({ first })).body.code).toBe('idempotency_key_reused');
  });

  it('a request that fails after it was written tells of the failure, and then of what it did', async () => {
    const failed = await send({ last: refuse('unavailable') });
    const again = await send();

    expect([failed.status, again.status, again.body.said]).toEqual([503, 201, 'thing 1']);
    expect(effects).toHaveLength(1);
  });
});

describe('under a lease', () => {
  const send = (script: Script = {}) =>
    invoke(underLease, script, {
      ...good,
      claims: { claims: store, now: clock.now },
      headers: { 'Idempotency-Key': 'k' },
    });

  it('a request waits for one that is under way, as long as that can be', async () => {
    // Its process ends without a word.
    void send({ first: () => new Promise(() => undefined) });
    await new Promise((resolve) => setImmediate(resolve));
    const began = clock.now().toISOString();

    expect((await send()).body.code).toBe('idempotency_in_progress');
    clock.advance(10);
    expect((await send()).headers['Retry-After']).toBe('1');
    clock.advance(1);
    const { status } = await send();

    expect(status).toBe(201);
    expect(triedAt).toEqual([null, began]);
  });

  it('a request after a failure knows of the first try, however many there were', async () => {
    const began = clock.now().toISOString();
    for (let tries = 0; tries < 3; tries += 1) {
      await send({ last: refuse('unavailable') });
      clock.advance(60);
    }

    await send();

    expect(triedAt).toEqual([null, began, began, began]);
  });

  it('a request after a refusal is a new one', async () => {
    await send({ first: refuse('not_found') });

    await send();

    expect(triedAt).toEqual([null, null]);
  });

  it('a refusal does not hide that an earlier try may have had an effect', async () => {
    const began = clock.now().toISOString();
    await send({ last: refuse('unavailable') });
    await send({ first: refuse('not_found') });

    await send();

    expect(triedAt).toEqual([null, began, began]);
  });

  it('a request is answered also when its answer cannot be kept', async () => {
    const { status } = await send({
      first: () => {
        store.rows.clear();
      },
    });

    expect(status).toBe(201);
  });
});
