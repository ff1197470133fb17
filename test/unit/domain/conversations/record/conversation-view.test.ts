import { describe, expect, it } from 'vitest';
import { AppConversation } from '../../../../../shared/contract/shapes/app-conversation.ts';
import {
  appConversationViews,
  legacyViews,
} from '../../../../../shared/domain/conversations/record/conversation-view.ts';
import { useConversationScene } from '../../../../support/conversations/record/conversation-scene.ts';

const { add, addIn, agent, deps, running } = await useConversationScene();

describe.each([
  ['appConversationViews', appConversationViews],
  ['legacyViews', legacyViews],
])('%s', (_, views) => {
  it('appConversationView shows only the fields that it names', async () => {
    const row = { ...add(), session_api_key: 'tell-no-one', later: 'tell-no-one', secrets: { TOKEN: 'tell-no-one' } };

    const [view] = await views(row.owner_id, [row], deps());

    expect(JSON.stringify(view)).not.toContain('tell-no-one');
  });
});

describe('appConversationViews', () => {
  it('has exactly the fields of the contract', async () => {
    const row = add();

    const [view] = await appConversationViews(row.owner_id, [row], deps());

    expect(Object.keys(view ?? {}).toSorted()).toEqual(Object.keys(AppConversation.shape).toSorted());
  });
});

describe('a conversation whose start failed', () => {
  const start_error = 'The repository acme/none was not found.';

  it.each([
    [undefined, 'error', start_error, 'STOPPED'],
    ['idle', 'error', start_error, 'STOPPED'],
    // Its agent has worked in it since: the start got there after all.
    ['finished', 'finished', null, 'RUNNING'],
  ] as const)('is failed in both generations while its agent reports %s', async (reported, status, detail, legacy) => {
    const row = { ...(await addIn(running())), start_error };
    agent.reply = () => ({ body: [reported ? { id: row.conversation_id, execution_status: reported } : null] });

    const [view] = await appConversationViews(row.owner_id, [row], deps());
    const [older] = await legacyViews(row.owner_id, [row], deps());

    expect(view).toMatchObject({ execution_status: status, status_detail: detail, sandbox_status: 'RUNNING' });
    expect(older?.status).toBe(legacy);
    expect(older?.message ?? null).toBe(detail && `The conversation did not start. ${detail}`);
  });

  it('is failed also when its sandbox is gone', async () => {
    const row = { ...add(), sandbox_id: 'gone', start_error };

    const [view] = await appConversationViews(row.owner_id, [row], deps());

    expect(view).toMatchObject({ execution_status: 'error', status_detail: start_error, sandbox_status: 'MISSING' });
  });
});
