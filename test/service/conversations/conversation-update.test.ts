import { describe, expect, it, onTestFinished } from 'vitest';
import { askAgent, startConversation } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { badFields } from '../../support/service/problems.ts';

const path = '/api/v1/app-conversations';

const owner = await newOwner();
const conversation = await startConversation(owner.api);

const update = (body: unknown) => owner.api.send('PATCH', `${path}/${conversation.id}`, { body });
const rename = (body: unknown) => owner.api.send('PATCH', `/api/conversations/${conversation.id}`, { body });
const read = async () => (await owner.api.get(`${path}/${conversation.id}`)).body;
const agentTitle = async () => (await askAgent(conversation, '')).body.title;

describe('updating a conversation', () => {
  it('changes what every reader and the agent see', async () => {
    const before = await read();

    const { status, body } = await update({ title: 'My final title', public: true, selected_branch: 'main' });

    expect(status).toBe(200);
    // Null if a busy agent takes longer than such a read waits.
    const execution_status = expect.toBeOneOf(['idle', null]);
    expect(body).toMatchObject({
      ...before,
      execution_status,
      title: 'My final title',
      public: true,
      share_id: expect.stringMatching(/^[\w-]{40,}$/),
      selected_branch: 'main',
      updated_at: expect.stringMatching(/^2/),
    });
    expect(body.updated_at > before.updated_at).toBe(true);
    // The agent reports its new title, which updates the conversation again.
    expect(await read()).toEqual({ ...body, execution_status, updated_at: expect.stringMatching(/^2/) });
    expect((await owner.api.get(`/api/conversations/${conversation.id}`)).body.title).toBe('My final title');
    const found = await owner.api.get(`${path}/search`, { title__contains: 'FINAL title' });
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([conversation.id]);
    expect(await agentTitle()).toBe('My final title');
  });

  it("keeps the user's title when the agent generates one", async () => {
    await owner.api.post(`${path}/${conversation.id}/send-message`, {
      content: [{ type: 'text', text: 'What would you call this?' }],
    });
    const answers = () => askAgent(conversation, '/events/count?kind=MessageEvent&source=agent');
    await eventually('the agent answers', async () => (await answers()).body > 0);

    expect((await read()).title).toBe('My final title');
  });

  it.each([
    ['the current generation', update],
    ['the legacy generation', rename],
  ])('makes the agent generate a title through %s', async (_, change) => {
    await update({ title: 'Replaced' });

    const { status } = await change({ title: null });

    expect(status).toBe(200);
    await eventually('the agent has generated a title', async () => {
      expect(await read()).toMatchObject({ title: 'About: What would you call this?' });
      expect(await agentTitle()).toBe('About: What would you call this?');
      return true;
    });
  });

  it('changes the title through the legacy generation', async () => {
    const { status, body } = await rename({ title: 'Renamed' });

    expect([status, body]).toEqual([200, true]);
    expect((await read()).title).toBe('Renamed');
    expect(badFields(await rename({ title: '', color: 'red' }))).toEqual(['body.color', 'body.title']);
  });
});

describe('the generated title', () => {
  it('is stored after the first answer, although the agent does not report it', async () => {
    const { id, url, sessionKey } = await startConversation(owner.api);
    await askAgent({ url, sessionKey }, '/events', `Fix the door of ${id}`);

    // The search reads stored titles before it asks an agent.
    const found = await eventually('the title is stored', async () => {
      const { body } = await owner.api.get(`${path}/search`, { title__contains: `fix the door of ${id}` });
      return body.items.length > 0 ? body.items : undefined;
    });

    expect(found).toMatchObject([{ id, title: `Fix the door of ${id}` }]);
    const legacy = await owner.api.get(`/api/conversations/${id}`);
    expect(legacy.body.title).toBe(`Fix the door of ${id}`);
  });

  it('is the first message of the user when the model generates none', async () => {
    const { id, url, sessionKey } = await startConversation(owner.api, { sandbox_id: conversation.sandboxId });
    const words = '/untitled Paint the door';
    await askAgent({ url, sessionKey }, '/events', words);
    const retitle = (title: string | null) => owner.api.send('PATCH', `${path}/${id}`, { body: { title } });
    await retitle('Replaced');

    expect((await retitle(null)).status).toBe(200);

    await eventually('the conversation has a title', async () => {
      expect((await owner.api.get(`${path}/${id}`)).body.title).toBe(words);
      return true;
    });
  });

  it('is stored by each read that shows it when no other write succeeds', async ({ skip }) => {
    const { stateDirectory } = service();
    if (stateDirectory === null) return skip('the service runs elsewhere');
    const faults = new Faults(stateDirectory);
    onTestFinished(() => faults.clear());
    const { id, url, sessionKey } = await startConversation(owner.api, { sandbox_id: conversation.sandboxId });
    const write = { service: 'dynamodb', action: 'UpdateItem', times: 100_000 } as const;
    for (const writer of ['backfill-events', 'receive-conversation', 'receive-events'])
      await faults.add({ kind: 'error', ...write, function: writer });
    const readers = [
      () => owner.api.get(path, { ids: [id] }),
      () => owner.api.get(`${path}/search`),
      () => owner.api.get(`${path}/${id}`),
      () => owner.api.get('/api/conversations'),
      () => owner.api.get(`/api/conversations/${id}`),
    ];

    for (const [index, reader] of readers.entries()) {
      const title = `Door ${index} of ${id}`;
      const headers = { 'X-Session-API-Key': sessionKey, 'Content-Type': 'application/json' };
      expect((await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ title }) })).status).toBe(200);
      await eventually(`reader ${index} stores the title`, async () => {
        expect((await reader()).text).toContain(title);
        const { body } = await owner.api.get(`${path}/search`, { title__contains: title });
        return body.items.length > 0;
      });
    }
  });
});
