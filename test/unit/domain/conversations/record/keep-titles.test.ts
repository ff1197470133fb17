import { describe, expect, it, vi } from 'vitest';
import { useConversationScene } from '../../../../support/conversations/record/conversation-scene.ts';

const { agent, deps, addIn, running, search, get } = await useConversationScene();

const untitled = { title: 'Conversation abcde' };
const reports = (title: string, updated_at = '2026-11-21T15:00:00.000000') => {
  agent.reply = ({ query }) => ({ body: query.getAll('ids').map((id) => ({ id, title, updated_at })) });
};

describe('a title that an agent reports when its status is asked', () => {
  it('is shown at once, and stored once', async () => {
    const { conversation_id: id } = await addIn(running(), untitled);
    reports('Mend the door');

    expect((await search()).body.items).toMatchObject([{ id, title: 'Mend the door' }]);
    reports('Mend the door', '2026-11-21T16:00:00.000000');
    expect((await get(id)).body).toMatchObject({ title: 'Mend the door' });

    expect(await deps().conversations.find('ann', id)).toMatchObject({ title: 'Mend the door', state_version: 1 });
  });

  it.each([
    ['the user chose one', { title: 'Mine', title_by: 'user' }],
    ['the user asked for another one', { ...untitled, title_asked: true }],
  ] as const)('is ignored when %s', async (_, row) => {
    const { conversation_id: id } = await addIn(running(), row);
    reports('Theirs');

    expect((await get(id)).body).toMatchObject({ title: row.title });
    expect(await deps().conversations.find('ann', id)).toMatchObject({ title: row.title });
  });

  it('loses against the title that the user gives meanwhile', async () => {
    const { conversation_id: id } = await addIn(running(), untitled);
    agent.reply = () => {
      void deps().conversations.update('ann', id, { title: 'Mine' }, '2026-11-21T15:00:00.000Z');
      return { body: [{ id, title: 'Theirs', updated_at: '2026-11-21T15:00:00.000000' }] };
    };

    expect((await get(id)).status).toBe(200);
    expect(await deps().conversations.find('ann', id)).toMatchObject({ title: 'Mine', title_by: 'user' });
  });

  it('fails no list when it cannot be stored', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { conversation_id: id } = await addIn(running(), untitled);
    reports('Mend the door');
    deps().reports.follow = () => Promise.reject(new Error('throttled'));

    expect((await search()).body.items).toMatchObject([{ id, title: 'Conversation abcde' }]);
    expect(warn).toHaveBeenCalledOnce();
  });
});
