import { describe, expect, it } from 'vitest';
import { useServiceTables } from '../../../support/service-tables.ts';
import { Scene, VirtualTime } from './scene.ts';

const tables = await useServiceTables();

describe('due endpoints', () => {
  it('are found behind any number of leased ones', async () => {
    const time = new VirtualTime();
    const { leases, ...first } = await due(time);
    for (let others = 0; others < 5; others += 1) {
      const { scene, id } = await due(time);
      await leases.hold(scene.ownerId, id, 'worker', time.now());
    }
    await leases.hold(first.ownerId, first.id, 'worker', time.now());
    const free = await due(time);

    expect(await leases.due(time.now(), 2)).toEqual([{ ownerId: free.ownerId, endpointId: free.id }]);

    await time.pause(60_000);
    const ended = await leases.due(time.now(), 2);
    expect(ended).toHaveLength(2);
    expect(ended).toContainEqual({ ownerId: first.ownerId, endpointId: first.id });
  });
});

/** An endpoint of a new owner with a message that is due a second later than those before it. */
async function due(time: VirtualTime) {
  const scene = new Scene(tables, time);
  await time.pause(1_000);
  const { id } = await scene.endpoint('http://127.0.0.1:9999/');
  await scene.endpoints.wake(scene.ownerId, id, time.now());
  return { scene, id, ownerId: scene.ownerId, leases: scene.leases };
}
