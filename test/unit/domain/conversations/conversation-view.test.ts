import { describe, expect, it } from 'vitest';
import { AppConversation } from '../../../../shared/contract/shapes/app-conversation.ts';
import { appConversationViews, legacyViews } from '../../../../shared/domain/conversations/conversation-view.ts';
import { useConversationScene } from '../../../support/conversations/conversation-scene.ts';

const { add, deps } = await useConversationScene();

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
