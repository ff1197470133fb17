import { describe, expect, it } from 'vitest';
import { good } from '../../../support/http/echo.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { refuse, type Script, useKeyedOperations } from '../../../support/http/keyed-operations.ts';

const world = useKeyedOperations();

describe('idempotency under a lease', () => {
  const send = (script: Script = {}) =>
    invoke(world().underLease, script, {
      ...good,
      claims: world().claims,
      headers: { 'Idempotency-Key': 'k' },
    });

  it('waits for a request in progress, up to its time limit', async () => {
    // Its process ends without a word.
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

  it('remembers after a refusal that an earlier try may have had an effect', async () => {
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
