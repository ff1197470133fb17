import { expect, it } from 'vitest';
import { ClaimedEntries } from '../../../../../shared/domain/sandboxes/edge/claimed-entries.ts';
import type { Claims } from '../../../../../shared/domain/sandboxes/edge/edge-rows.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { MemoryEdgeRows } from '../../../../support/sandboxes/memory-edge.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

/** Claims that arrive when the test says so. */
class SlowRows extends MemoryEdgeRows {
  arrived: Promise<void> = Promise.resolve();

  override async claims(addressId: string, publicAddress: string): Promise<Claims> {
    const { arrived } = this;
    const read = await super.claims(addressId, publicAddress);
    await arrived;
    return read;
  }
}

it('a worker that hung since it read a claim evicts no later generation of the holder', async () => {
  const clock = new SettableClock();
  const rows = new SlowRows(clock.now);
  const entries = new ClaimedEntries(rows, clock.now);
  const first = { ...aSandbox({ address_id: 'a'.repeat(16) }), generation: 1 };
  const second = aSandbox({ address_id: 'b'.repeat(16) });
  const A = '198.51.100.7';
  await entries.take(first, A);
  clock.advance(1);

  const { promise, resolve } = Promise.withResolvers<void>();
  rows.arrived = promise;
  const hung = entries.take(second, A);
  rows.arrived = Promise.resolve();
  clock.advance(1);
  await entries.leave(first);
  for (const row of await rows.rows([first.address_id])) await rows.left(row);
  const resumed = { ...first, generation: 2, version: first.version + 1 };
  expect(await entries.take(resumed, A)).toBe('taken');
  resolve();

  expect(await hung).toBe('waiting');
  expect(await rows.find(first.address_id)).toMatchObject({ state: 'held', generation: 2, public_address: A });
});
