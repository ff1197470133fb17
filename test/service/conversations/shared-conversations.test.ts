import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectHosted } from '../../support/hosted/hosted-schema.ts';
import { startConversation } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { anonymous, newOwner } from '../../support/service/owners.ts';

const owner = await newOwner();
const visitor = anonymous();
const hers = await startConversation(owner.api, {
  title: 'Shown to the world',
  initial_message: { content: [{ type: 'text', text: 'hello visitors' }] },
  secrets: { DEPLOY_TOKEN: 'hidden-value-of-the-owner' },
});
const at = `/api/v1/app-conversations/${hers.id}`;
const publish = (value: boolean | null) => owner.api.send('PATCH', at, { body: { public: value } });
const found = async (name: string) => (await visitor.get('/api/shared-conversations', { ids: [name] })).body[0];

describe('a public link', () => {
  it('opens a conversation without a key, and shows no secret, sandbox or id', async () => {
    expect(await found(hers.id)).toBeNull();
    const { body: shared } = await publish(true);
    const token: string = shared.share_id;
    const page = await eventually('the message is in the shared history', async () => {
      const answer = await visitor.get('/api/shared-events/search', { conversation_id: token });
      return answer.text.includes('hello visitors') ? answer : undefined;
    });

    expect(await found(token)).toMatchObject({ id: token, sandbox_id: token, title: 'Shown to the world' });
    expect(await found(hers.id)).toMatchObject({ id: hers.id });
    const all = await visitor.get('/api/shared-conversations', { ids: [token] });
    expectHosted('SharedConversation', all.body[0]);
    const texts = page.text + all.text;
    for (const hidden of [hers.id, hers.sandboxId, hers.sessionKey, hers.url, 'hidden-value', owner.name])
      expect(texts).not.toContain(hidden);
    const kinds = page.body.items.map(({ kind }: { kind: string }) => kind);
    expect(kinds).not.toContain('SystemPromptEvent');
    expect(kinds).not.toContain('ConversationStateUpdateEvent');
    const { body: count } = await visitor.get('/api/shared-events/count', { conversation_id: token });
    expect(count).toBeGreaterThanOrEqual(kinds.length);
    const since = { conversation_id: token, timestamp__gte: '2100-01-01T00:00:00Z' };
    expect((await visitor.get('/api/shared-events/count', since)).body).toBe(0);
    const [{ id: eventId }] = page.body.items;
    expect((await visitor.get(`/api/shared-events/${token}/${eventId}`)).body.id).toBe(eventId);
    expect((await visitor.get('/api/shared-events', { conversation_id: token, id: [eventId, 'x'] })).body).toEqual([
      expect.objectContaining({ id: eventId }),
      null,
    ]);
  });

  it('ends at once when it is revoked; a new one has another token, and the old one opens nothing', async () => {
    const { body: first } = await publish(true);
    const { body: again } = await publish(true);
    expect(again.share_id).toBe(first.share_id);
    const { body: revoked } = await publish(false);
    expect(revoked).toMatchObject({ public: false, share_id: null });

    expect([await found(first.share_id), await found(hers.id)]).toEqual([null, null]);
    const { body: page } = await visitor.get('/api/shared-events/search', { conversation_id: first.share_id });
    expect(page).toEqual({ items: [], next_page_id: null });
    expect((await visitor.get('/api/shared-events/count', { conversation_id: first.share_id })).body).toBe(0);

    const { body: second } = await publish(true);
    expect(second.share_id).not.toBe(first.share_id);
    expect([await found(first.share_id), (await found(second.share_id))?.title]).toEqual([null, 'Shown to the world']);
  });

  it('ends when the conversation becomes private, which cannot have one', async () => {
    const { body: shared } = await publish(true);
    const { body: closed } = await owner.api.send('PATCH', at, { body: { visibility: 'private' } });

    expect(closed).toMatchObject({ visibility: 'private', public: false, share_id: null });
    expect(await found(shared.share_id)).toBeNull();
    const refused = await publish(true);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    const both = await owner.api.send('PATCH', at, { body: { public: true, visibility: 'members' } });
    expect([both.status, both.body.public]).toEqual([200, true]);
  });

  it('opens nothing that was never shared', async () => {
    const never = randomUUID().replaceAll('-', '');
    const other = 'A'.repeat(65);

    expect([await found(never), await found(other), await found('chosen-name')]).toEqual([null, null, null]);
  });

  it('ends with the conversation', async () => {
    const shared = await startConversation(owner.api, { public: true, title: 'Soon gone' });
    const { body } = await owner.api.get(`/api/v1/app-conversations/${shared.id}`);
    expect((await found(body.share_id))?.title).toBe('Soon gone');

    await owner.api.delete(`/api/v1/app-conversations/${shared.id}`);

    expect([await found(body.share_id), await found(shared.id)]).toEqual([null, null]);
  });
});
