import { expect, it } from 'vitest';
import { askAgent, startConversation, waitForAnswer } from '../../e2e/support/conversations.ts';
import { eventually } from '../../e2e/support/eventually.ts';
import { Faults } from '../../e2e/support/faults.ts';
import { newOwner, service } from '../../e2e/support/owners.ts';
import { postHook } from '../../e2e/support/webhooks.ts';

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
