import { describe, expect, it, vi } from 'vitest';
import { AppConversation } from '../../../../../shared/contract/shapes/app-conversation.ts';
import { defaultTitle } from '../../../../../shared/domain/conversations/record/conversation.ts';
import {
  appConversationViews,
  legacyViews,
} from '../../../../../shared/domain/conversations/record/conversation-view.ts';
import { useConversationScene } from '../../../../support/conversations/record/conversation-scene.ts';
import { errorPage, refusalOfEdge } from '../../../../support/http/edge-answers.ts';
import type { AgentReply } from '../../../../support/http/http-agent.ts';

const { agent, deps, add, addIn, running, search, get } = await useConversationScene();
const viewer = { ownerId: 'ann', scopes: ['conversations:read'] } as const;

describe.each([
  ['appConversationViews', appConversationViews],
  ['legacyViews', legacyViews],
])('%s', (_, views) => {
  it('appConversationView shows only the fields that it names', async () => {
    const row = { ...add(), session_api_key: 'tell-no-one', later: 'tell-no-one', secrets: { TOKEN: 'tell-no-one' } };

    const [view] = await views(viewer, [row], deps());

    expect(JSON.stringify(view)).not.toContain('tell-no-one');
  });
});

describe('appConversationViews', () => {
  it('has exactly the fields of the contract', async () => {
    const row = add();

    const [view] = await appConversationViews(viewer, [row], deps());

    expect(Object.keys(view ?? {}).toSorted()).toEqual(Object.keys(AppConversation.shape).toSorted());
  });
});

describe('a conversation whose start failed', () => {
  const start_error = 'The repository acme/none was not found.';

  it.each([
    [undefined, 'error', start_error, 'STOPPED'],
    ['idle', 'error', start_error, 'STOPPED'],
    // Its agent has worked in it since, so the start succeeded.
    ['finished', 'finished', null, 'RUNNING'],
  ] as const)('has failed in both generations while its agent reports %s', async (reported, status, detail, legacy) => {
    const row = { ...(await addIn(running())), start_error };
    agent.reply = () => ({ body: [reported ? { id: row.conversation_id, execution_status: reported } : null] });

    const [view] = await appConversationViews(viewer, [row], deps());
    const [older] = await legacyViews(viewer, [row], deps());

    expect(view).toMatchObject({ execution_status: status, status_detail: detail, sandbox_status: 'RUNNING' });
    expect(older?.status).toBe(legacy);
    expect(older?.message ?? null).toBe(detail && `The conversation did not start. ${detail}`);
  });

  it('is failed also when its sandbox is gone', async () => {
    const row = { ...add(), sandbox_id: 'gone', start_error };

    const [view] = await appConversationViews(viewer, [row], deps());

    expect(view).toMatchObject({ execution_status: 'error', status_detail: start_error, sandbox_status: 'MISSING' });
  });
});

describe('default title of a conversation', () => {
  it.each([
    ['an id of ours, of which the end is shown', '01a1ffd15ddd7bf5b9922938cf2eb77f', 'Conversation eb77f'],
    ['a chosen name, which is shown whole', 'release-notes', 'Conversation release-notes'],
    ['a chosen name that is very long', 'x'.repeat(100), `Conversation ${'x'.repeat(60)}`],
  ])('is made from %s', (_, id, title) => {
    expect(defaultTitle(id)).toBe(title);
  });
});

const untitled = { title: 'Conversation abcde' };
const reports = (title: string, updated_at = '2026-11-21T15:00:00.000000') => {
  agent.reply = ({ query }) => ({ body: query.getAll('ids').map((id) => ({ id, title, updated_at })) });
};

describe('a title that an agent reports with its status', () => {
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

  it('loses against a title that the user sets at the same time', async () => {
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

describe('live status', () => {
  it('is requested once for each sandbox, with its session key', async () => {
    const sandbox = running();
    const first = await addIn(sandbox);
    const second = add({ sandbox_id: sandbox.sandbox_id });
    agent.reply = ({ query }) => ({
      body: query
        .getAll('ids')
        .map((id) => ({ id, execution_status: id === first.conversation_id ? 'idle' : 'paused' })),
    });

    const { body } = await search();

    const statuses = body.items.map((item: Record<string, unknown>) => [item.id, item.execution_status]);
    expect(new Map(statuses)).toEqual(
      new Map([
        [first.conversation_id, 'idle'],
        [second.conversation_id, 'paused'],
      ]),
    );
    expect(agent.requests).toHaveLength(1);
    expect(agent.requests[0]?.headers['x-session-api-key']).toBe(await deps().keys.sessionKey(sandbox));
  });

  it.each<[string, AgentReply | undefined]>([
    ['breaks the connection', undefined],
    ['fails', { status: 500 }],
    ['refuses', { status: 401 }],
    ['answers with HTML', { body: '<html>' }],
    ['is behind an edge that refuses', refusalOfEdge('sandbox_moved')],
    ['is behind an edge that cannot reach it', errorPage(502)],
    ['knows nothing', { body: [null] }],
    ['answers an unknown word', { body: [{ id: 'x', execution_status: 'dancing' }] }],
  ])('is unknown when the agent %s', async (_, reply) => {
    const { conversation_id: id } = await addIn(running());
    agent.reply = () => reply;

    const { status, body } = await get(id);

    expect([status, body.execution_status, body.sandbox_status]).toEqual([200, null, 'RUNNING']);
  });

  it.each<[string, AgentReply | undefined, boolean]>([
    ['does not have', { body: [null] }, false],
    ['says nothing of', { status: 500 }, true],
    ['cannot be asked about', refusalOfEdge('not_found'), true],
    ['answers too little about', { body: [] }, true],
  ])('calls the agent unless the request %s the conversation', async (_, reply, leads) => {
    const { conversation_id: id } = await addIn(running());
    agent.reply = () => reply;

    const { body } = await get(id);

    expect([body.conversation_url !== null, body.session_api_key !== null]).toEqual([leads, leads]);
  });

  it("is requested in batches of the agent's size for a full page in one sandbox", async () => {
    const sandbox = running();
    await addIn(sandbox);
    for (let count = 0; count < 99; count += 1) add({ sandbox_id: sandbox.sandbox_id });
    agent.reply = ({ query }) =>
      query.getAll('ids').length > 99
        ? { status: 400 }
        : { body: query.getAll('ids').map((id) => ({ id, execution_status: 'idle' })) };

    const { body } = await search({ limit: 100 });

    const known = body.items.filter((item: Record<string, unknown>) => item.execution_status === 'idle');
    expect(known).toHaveLength(100);
  });
});
