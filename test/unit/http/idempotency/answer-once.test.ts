import { describe, expect, it } from 'vitest';
import { allowedHeaders } from '../../../../shared/http/answers/browser-headers.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { good } from '../../../support/http/echo.ts';
import { allowedOrigin, invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { refuse, type Script, useKeyedOperations } from '../../../support/http/keyed-operations.ts';

const DAY = 24 * 60 * 60;

const world = useKeyedOperations();

describe.each([
  ['in a transaction', 'inTransaction'],
  ['under a lease', 'underLease'],
] as const)('a request with an Idempotency-Key, %s', (_, form) => {
  const send = (request: TestRequest = {}, script: Script = {}, key: string | null = 'order-17') =>
    invoke(world()[form], script, {
      ...good,
      claims: world().claims,
      ...request,
      headers: { ...(key === null ? {} : { 'Idempotency-Key': key }), ...request.headers },
    });

  it('a repeated request gets the stored response, marked as a replay', async () => {
    const first = await send();
    const second = await send({}, {}, '"order-17"');

    expect([first.status, first.body]).toEqual([201, { said: 'thing 1' }]);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(world().effects).toHaveLength(1);
    expect(first.headers['Idempotent-Replayed']).toBeUndefined();
    expect(second.headers['Idempotent-Replayed']).toBe('true');
    expect(second.headers['X-Request-Id']).not.toBe(first.headers['X-Request-Id']);
    for (const { headers } of [first, second]) {
      expect(headers['Idempotency-Expires']).toBe('Sun, 22 Nov 2026 12:00:00 GMT');
      expect(headers['Content-Type']).toBe('application/json');
    }
  });

  it('a request runs again when its claim has expired', async () => {
    await send();
    world().clock.advance(DAY - 1);
    expect((await send()).body.said).toBe('thing 1');
    world().clock.advance(1);

    const { body, headers } = await send();

    expect(body.said).toBe('thing 2');
    expect(headers['Idempotent-Replayed']).toBeUndefined();
    expect((await send()).body.said).toBe('thing 2');
  });

  it('a request is refused when its key was used for another request', async () => {
    await send();

    const answers = [
      await send({ body: { name: 'bob' } }),
      await send({ query: { limit: 4 } }),
      await send({ body: { name: 'ann', anything: null } }),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 3 }, () => [422, 'idempotency_key_reused']),
    );
    expect(world().effects).toEqual(['ann']);
  });

  it('a request is a different one for another owner, path or key', async () => {
    await send();

    await send({ caller: { ownerId: 'bob' } });
    await send({ params: { thing_id: 'two' } });
    await send({}, {}, 'order-18');

    expect(world().effects).toHaveLength(4);
  });

  it('a request is the same with another API key of the owner', async () => {
    await send({ caller: { keyId: 'key1' } });

    expect((await send({ caller: { keyId: 'key2' } })).headers['Idempotent-Replayed']).toBe('true');
  });

  it('a refused request may be sent with other content', async () => {
    expect((await send({}, { first: refuse('not_found') })).status).toBe(404);
    expect((await send({ body: {} })).status).toBe(422);

    expect((await send({ body: { name: 'bob' } })).status).toBe(201);
    expect(world().effects).toEqual(['bob']);
  });

  it('a failed request may be repeated, but not with other content', async () => {
    expect((await send({}, { first: refuse('unavailable') })).status).toBe(503);

    expect((await send()).status).toBe(201);
    expect((await send({ body: { name: 'bob' } })).body.code).toBe('idempotency_key_reused');
    expect(world().effects).toEqual(['ann']);
  });

  it('a request with an unreadable header is refused', async () => {
    const { status, body } = await send({}, {}, 'a b');

    expect([status, body.code, body.errors[0].loc]).toEqual([400, 'malformed_request', ['header', 'Idempotency-Key']]);
    expect(world().effects).toEqual([]);
  });

  it('scripts in a browser may read the replay header', async () => {
    const { headers } = await send({ headers: { Origin: allowedOrigin } });

    expect(String(headers['Access-Control-Expose-Headers'])).toMatch(/Idempotent-Replayed, Idempotency-Expires/);
    expect(allowedHeaders).toContain('Idempotency-Key');
  });

  it('a request without a key makes no call to the table', async () => {
    await send({}, {}, null);
    await send({}, {}, null);

    expect(world().effects).toHaveLength(2);
    expect(world().store.calls).toBe(0);
  });

  it('a request runs once, however many repetitions arrive concurrently', async () => {
    const slow = { first: () => new Promise<void>((resolve) => setImmediate(resolve)) };

    const answers = await Promise.all(Array.from({ length: 50 }, () => send({}, slow)));

    expect(world().effects).toHaveLength(1);
    const done = answers.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const { status, body, headers } of answers) {
      if (status === 201) continue;
      expect([status, body.code, headers['Retry-After']]).toEqual([409, 'idempotency_in_progress', '2']);
    }
    expect((await send()).headers['Idempotent-Replayed']).toBe('true');
  });
});

describe('idempotency in a transaction', () => {
  const send = (script: Script = {}, name = 'ann') =>
    invoke(world().inTransaction, script, {
      ...good,
      body: { name },
      claims: world().claims,
      headers: { 'Idempotency-Key': 'k' },
    });

  it('costs one read more than a request without a key', async () => {
    await send();

    expect(world().store.calls).toBe(1);
  });

  it('returns the same response to concurrent equal requests', async () => {
    const slow = { first: () => new Promise<void>((resolve) => setImmediate(resolve)) };

    const answers = await Promise.all(Array.from({ length: 100 }, () => send(slow)));

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['201 {"said":"thing 1"}']),
    );
    expect(answers.filter(({ headers }) => headers['Idempotent-Replayed'] === undefined)).toHaveLength(1);
  });

  it('stores the answer of a request that changes nothing', async () => {
    const first = await send({ doesNothing: true });
    const second = await send();

    expect([second.text, second.headers['Idempotent-Replayed']]).toEqual([first.text, 'true']);
    expect(world().effects).toEqual([]);
  });

  it('returns the response of the repetition to a request that it overtook', async () => {
    let twin: Promise<unknown> | undefined;
    const first = async () => {
      twin ??= send();
      await twin;
      throw new AppError('not_found', 'the twin has taken it');
    };

    const { status, headers } = await send({ first });

    expect([status, headers['Idempotent-Replayed']]).toEqual([201, 'true']);
  });

  it('refuses a request that another request with the same key overtook', async () => {
    const first = async () => {
      await send({}, 'bob');
      throw new AppError('not_found', 'the twin has taken it');
    };

    expect((await send({ first })).body.code).toBe('idempotency_key_reused');
  });

  it('returns the failure of a request that fails after its write, and the result to its repetition', async () => {
    const failed = await send({ last: refuse('unavailable') });
    const again = await send();

    expect([failed.status, again.status, again.body.said]).toEqual([503, 201, 'thing 1']);
    expect(world().effects).toHaveLength(1);
  });
});

describe('idempotency under a lease', () => {
  const send = (script: Script = {}) =>
    invoke(world().underLease, script, {
      ...good,
      claims: world().claims,
      headers: { 'Idempotency-Key': 'k' },
    });

  it('waits for a request in progress, up to its time limit', async () => {
    // Its process hangs.
    void send({ first: () => new Promise(() => undefined) });
    await new Promise((resolve) => setImmediate(resolve));
    const began = world().clock.now().toISOString();

    expect((await send()).body.code).toBe('idempotency_in_progress');
    world().clock.advance(10);
    expect((await send()).headers['Retry-After']).toBe('1');
    world().clock.advance(1);
    const { status } = await send();

    expect(status).toBe(201);
    expect(world().triedAt).toEqual([null, began]);
  });

  it('lets a repetition after several failures see the first try', async () => {
    const began = world().clock.now().toISOString();
    for (let tries = 0; tries < 3; tries += 1) {
      await send({ last: refuse('unavailable') });
      world().clock.advance(60);
    }

    await send();

    expect(world().triedAt).toEqual([null, began, began, began]);
  });

  it('treats a request after a refusal as a new one', async () => {
    await send({ first: refuse('not_found') });

    await send();

    expect(world().triedAt).toEqual([null, null]);
  });

  it('remembers after a refusal that an earlier try can have had an effect', async () => {
    const began = world().clock.now().toISOString();
    await send({ last: refuse('unavailable') });
    await send({ first: refuse('not_found') });

    await send();

    expect(world().triedAt).toEqual([null, began, began]);
  });

  it('answers a request even when its answer cannot be stored', async () => {
    const { status } = await send({
      first: () => {
        world().store.rows.clear();
      },
    });

    expect(status).toBe(201);
  });
});
