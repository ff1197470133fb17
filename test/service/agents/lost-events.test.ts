import { expect, it } from 'vitest';
import { askAgent, startConversation, waitForAnswer } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { postHook } from '../../support/service/webhooks.ts';

it('the service fetches from the agent the events that the agent could not deliver', async ({ skip }) => {
  const { stateDirectory } = service();
  if (stateDirectory === null) return skip('the service runs elsewhere');
  const { api } = await newOwner();
  const started = await startConversation(api);
  const faults = new Faults(stateDirectory);
  const times = 100_000;
  const table = { service: 'dynamodb', action: 'TransactWriteItems', function: 'receive-events' } as const;
  await faults.add({ kind: 'error', ...table, times });
  try {
    await askAgent(started, '/events', 'Lost on the way');
    await waitForAnswer(started);
    await eventually('the hook brings what was lost', async () => {
      await postHook(started.sessionKey, { id: started.id, updated_at: new Date().toISOString() });
      const path = `/api/v1/conversation/${started.id}/events/search`;
      const { body } = await api.get(path, { kind__eq: 'MessageEvent' });
      return JSON.stringify(body.items).includes('Lost on the way') ? true : undefined;
    });
    expect(await faults.happened(times)).toBeGreaterThan(0);
  } finally {
    await faults.clear();
  }
});
