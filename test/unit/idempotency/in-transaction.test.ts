import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/errors.ts';
import { good } from '../../support/echo.ts';
import { invoke } from '../../support/invoke.ts';
import { refuse, type Script, useKeyedOperations } from '../../support/keyed-operations.ts';

const world = useKeyedOperations();

describe('in a transaction', () => {
  const send = (script: Script = {}, name = 'ann') =>
    invoke(world().inTransaction, script, {
      ...good,
      body: { name },
      claims: world().claims,
      headers: { 'Idempotency-Key': 'k' },
    });

  it('a request reads once more than without a key', async () => {
    await send();

    expect(world().store.calls).toBe(1);
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
    expect(world().effects).toEqual([]);
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
    expect(world().effects).toHaveLength(1);
  });
});
