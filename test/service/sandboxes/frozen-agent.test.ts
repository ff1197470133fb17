import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedConversation, startConversation, talkable } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { agentsOf } from '../../support/service/sandboxes.ts';

/** Time limit for a list that includes an agent that does not respond, in milliseconds. */
const PROMPT = 15_000;

describe.runIf(service().stateDirectory !== null)('an agent that does not respond', () => {
  let owner: Owner;
  let frozen: StartedConversation;
  let healthy: StartedConversation;

  const signal = async (name: NodeJS.Signals) => {
    for (const { pid } of await agentsOf(frozen.sandboxId)) process.kill(pid, name);
  };

  beforeAll(async () => {
    owner = await newOwner();
    [frozen, healthy] = await Promise.all([startConversation(owner.api), startConversation(owner.api)]);
    await signal('SIGSTOP');
  });
  afterAll(() => signal('SIGCONT'));

  it.each([
    ['/api/v1/app-conversations/search', 'items'],
    ['/api/v1/app-conversations', 'items'],
    ['/api/conversations', 'results'],
  ])('does not delay the list %s', async (path, field) => {
    const started = performance.now();

    const { status, body } = await owner.api.get(path);

    expect(status).toBe(200);
    expect(body[field]).toHaveLength(2);
    expect(performance.now() - started).toBeLessThan(PROMPT);
  });

  it('has no execution status, while its neighbour has one', async () => {
    // The service waits only briefly for agents, too briefly for a healthy one on a busy machine.
    await eventually('the neighbour has one', async () => {
      const { body } = await owner.api.get('/api/v1/app-conversations', { ids: [frozen.id, healthy.id] });
      expect(body).toMatchObject([
        { sandbox_status: 'RUNNING', execution_status: null },
        { sandbox_status: 'RUNNING', execution_status: 'idle' },
      ]);
      return true;
    });
  });

  it('has its execution status again as soon as it responds', async () => {
    await signal('SIGCONT');
    await talkable(owner.api, frozen.id);

    await eventually('its execution status', async () => {
      const { body } = await owner.api.get(`/api/v1/app-conversations/${frozen.id}`);
      return body.execution_status === 'idle';
    });
  });
});
