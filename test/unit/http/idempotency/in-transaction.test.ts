import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/platform/errors.ts';
import { good } from '../../../support/http/echo.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { refuse, type Script, useKeyedOperations } from '../../../support/http/keyed-operations.ts';

const world = useKeyedOperations();

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

  it('gives concurrent equal requests the same answer', async () => {
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

  it('gives a request that its own repetition overtook the answer of that repetition', async () => {
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
