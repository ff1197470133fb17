import { beforeEach, describe, expect, it } from 'vitest';
import { deliverInTurn } from '../../../../../shared/domain/conversations/messages/deliver-in-turn.ts';
import { newPendingMessage } from '../../../../../shared/domain/conversations/messages/pending-messages.ts';
import { workersPerOwner } from '../../../../../shared/domain/sandboxes/waits/worker-places.ts';
import { ModelAgent } from '../../../../support/conversations/messages/model-agent.ts';
import { useConversationScene } from '../../../../support/conversations/record/conversation-scene.ts';
import { MemoryWaitPlaces } from '../../../../support/sandboxes/memory-stores.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const { agent, deps, add, addIn, running } = await useConversationScene();

let places: MemoryWaitPlaces;
let model: ModelAgent;
beforeEach(() => {
  places = new MemoryWaitPlaces({ perKey: workersPerOwner.deliver, overall: null }, deps().now);
  model = new ModelAgent();
  agent.reply = model.reply;
});

const deliver = (sandboxId: string, holder = 'worker') =>
  deliverInTurn(
    { ownerId: 'ann', sandboxId },
    { holder, timeLeft: () => 150_000 },
    { ...deps(), places, pause: async () => undefined },
  );
const say = async (id: string, sandboxId: string, text: string) => {
  await deps().messages.add('ann', id, newPendingMessage([{ type: 'text', text, cache_prompt: false }], deps().now()));
  await deps().work.request({ ownerId: 'ann', sandboxId }, id);
};

describe('deliverInTurn', () => {
  it('delivers the messages of all conversations in a sandbox, in one worker', async () => {
    const { conversation_id: one, sandbox_id: sandboxId } = await addIn(running());
    const { conversation_id: other } = add({ sandbox_id: sandboxId, conversation_id: 'f'.repeat(32) });
    for (const [index, id] of [one, one, other].entries()) await say(id, sandboxId, `${index}`);

    await Promise.all([deliver(sandboxId), deliver(sandboxId, 'other')]);

    expect([model.texts.toSorted(), places.taken]).toEqual([['0', '1', '2'], 0]);
  });

  it('never waits for a starting sandbox, whose orders stay', async () => {
    const { conversation_id: id, sandbox_id: sandboxId } = await addIn(aSandbox({ phase: 'BOOTING' }));
    await say(id, sandboxId, 'a');

    await deliver(sandboxId);

    expect([agent.requests, places.taken]).toEqual([[], 0]);
    expect(await deps().work.hasten({ ownerId: 'ann', sandboxId })).toBe(true);
  });

  it('loses no order if the owner has enough workers, or the service fails', async () => {
    const { conversation_id: id, sandbox_id: sandboxId } = await addIn(running());
    await say(id, sandboxId, 'a');
    const until = new Date(deps().now().getTime() + 30_000);
    const taken = Array.from({ length: workersPerOwner.deliver }, () =>
      places.take({ ownerId: '#deliver', keyId: 'ann' }, until),
    );
    await Promise.all(taken);
    await deliver(sandboxId);
    expect(agent.requests).toEqual([]);

    deps().clock.advance(61);
    const { list } = deps().messages;
    deps().messages.list = () => Promise.reject(new Error('no table'));
    await expect(deliver(sandboxId)).rejects.toThrow('no table');
    deps().messages.list = list;

    deps().clock.advance(61);
    await deliver(sandboxId);

    expect(model.texts).toEqual(['a']);
  });
});
