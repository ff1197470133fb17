import { beforeEach, describe, expect, it } from 'vitest';
import { deliverInTurn } from '../../../../../shared/domain/conversations/messages/deliver-in-turn.ts';
import { newPendingMessage } from '../../../../../shared/domain/conversations/messages/pending-messages.ts';
import { SandboxWork } from '../../../../../shared/domain/sandboxes/waits/sandbox-work.ts';
import { workersPerOwner } from '../../../../../shared/domain/sandboxes/waits/worker-places.ts';
import { MemoryPendingMessages } from '../../../../support/conversations/messages/memory-pending-messages.ts';
import { useConversationScene } from '../../../../support/conversations/record/conversation-scene.ts';
import { MemoryWaitPlaces, MemoryWorkRows } from '../../../../support/sandboxes/memory-stores.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const { agent, deps, add, addIn, running } = await useConversationScene();

let messages: MemoryPendingMessages;
let places: MemoryWaitPlaces;
let work: SandboxWork;
let waits: number;
let waited: PromiseWithResolvers<void>;
beforeEach(() => {
  messages = new MemoryPendingMessages(deps().now);
  places = new MemoryWaitPlaces({ perKey: workersPerOwner.deliver, overall: null }, deps().now);
  work = new SandboxWork(new MemoryWorkRows(), 150, deps().now);
  waits = 0;
  waited = Promise.withResolvers();
  agent.reply = () => ({ body: { success: true } });
});

/** A worker, which looks at a starting sandbox again when the test lets it. */
const deliver = (id: string, holder: string) =>
  deliverInTurn(
    'ann',
    id,
    { holder, timeLeft: () => 150_000, reserve: 60_000 },
    {
      ...deps(),
      messages,
      places,
      work,
      pause: () => {
        waits += 1;
        return waited.promise;
      },
    },
  );
const say = (id: string, text: string) =>
  messages.add('ann', id, newPendingMessage([{ type: 'text', text, cache_prompt: false }], deps().now()));
const starting = () => aSandbox({ phase: 'BOOTING' });
const texts = () => agent.requests.map(({ body }) => body.content[0].text).toSorted();

describe('deliverInTurn', () => {
  it('waits for a starting sandbox in one worker, which delivers the messages of all conversations', async () => {
    const sandbox = starting();
    const { conversation_id: one } = await addIn(sandbox);
    const { conversation_id: other } = add({ sandbox_id: sandbox.sandbox_id, conversation_id: 'f'.repeat(32) });
    const queued = [one, one, one, other, other];
    for (const [index, id] of queued.entries()) await say(id, `${index}`);

    const workers = queued.map((id, index) => deliver(id, `worker ${index}`));

    // Five workers waited before.
    await Promise.all(workers.slice(1));
    expect([waits, places.taken]).toEqual([1, 1]);
    await deps().sandboxes.save([{ previous: sandbox, next: { ...running(), sandbox_id: sandbox.sandbox_id } }]);
    waited.resolve();
    await workers[0];
    expect([texts(), places.taken]).toEqual([['0', '1', '2', '3', '4'], 0]);
  });

  it('delivers a message that comes during a delivery, and tries again after a failure', async () => {
    const { conversation_id: id } = await addIn(running());
    await say(id, 'a');
    agent.reply = () => ({ status: 503 });
    await expect(deliver(id, 'worker')).rejects.toThrow();
    deps().clock.advance(60);
    const arrived = Promise.withResolvers<void>();
    agent.reply = ({ method }) => {
      if (method === 'GET') return { body: { items: [] } };
      arrived.resolve();
      return { body: { success: true } };
    };
    agent.requests.length = 0;
    const first = deliver(id, 'worker');
    await arrived.promise;
    await say(id, 'b');
    await deliver(id, 'other');
    await first;

    expect(await messages.list('ann', id)).toEqual([]);
  });

  it('fails if the owner has enough workers, so that it is tried again', async () => {
    const { conversation_id: id } = await addIn(running());
    await say(id, 'a');
    const until = new Date(deps().now().getTime() + 90_000);
    const taken = Array.from({ length: workersPerOwner.deliver }, () =>
      places.take({ ownerId: '#deliver', keyId: 'ann' }, until),
    );
    await Promise.all(taken);
    waited.resolve();
    await expect(deliver(id, 'worker')).rejects.toThrow('enough workers');
    expect(agent.requests).toEqual([]);

    deps().clock.advance(90);
    await deliver(id, 'worker');

    expect(texts()).toEqual(['a']);
  });
});
