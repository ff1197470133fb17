import { describe, expect, it } from 'vitest';
import { good } from '../../support/echo.ts';
import { invoke } from '../../support/invoke.ts';
import { refuse, type Script, useKeyedOperations } from '../../support/keyed-operations.ts';

const world = useKeyedOperations();

describe('under a lease', () => {
  const send = (script: Script = {}) =>
    invoke(world().underLease, script, {
      ...good,
      claims: world().claims,
      headers: { 'Idempotency-Key': 'k' },
    });

  it('a request waits for one that is under way, as long as that can be', async () => {
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

  it('a request after a failure knows of the first try, however many there were', async () => {
    const began = world().clock.now().toISOString();
    for (let tries = 0; tries < 3; tries += 1) {
      await send({ last: refuse('unavailable') });
      world().clock.advance(60);
    }

    await send();

    expect(world().triedAt).toEqual([null, began, began, began]);
  });

  it('a request after a refusal is a new one', async () => {
    await send({ first: refuse('not_found') });

    await send();

    expect(world().triedAt).toEqual([null, null]);
  });

  it('a refusal does not hide that an earlier try may have had an effect', async () => {
    const began = world().clock.now().toISOString();
    await send({ last: refuse('unavailable') });
    await send({ first: refuse('not_found') });

    await send();

    expect(world().triedAt).toEqual([null, began, began]);
  });

  it('a request is answered also when its answer cannot be kept', async () => {
    const { status } = await send({
      first: () => {
        world().store.rows.clear();
      },
    });

    expect(status).toBe(201);
  });
});
