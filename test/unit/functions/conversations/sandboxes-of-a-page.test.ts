import { beforeEach, describe, expect, it } from 'vitest';
import { listAppConversations } from '../../../../functions/conversations/list-app-conversations.ts';
import { listConversations } from '../../../../functions/conversations/list-conversations.ts';
import { newId } from '../../../../shared/platform/ids.ts';
import { type Query, useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { secondsAfterNoon } from '../../../support/http/walk.ts';

const { agent, deps, add, addIn, running } = await useConversationScene();

/** The ids by which sandboxes were read one by one. */
let asked: string[];
beforeEach(() => {
  asked = [];
  const { sandboxes } = deps();
  const findMany = sandboxes.findMany.bind(sandboxes);
  sandboxes.findMany = async (ownerId, ids) => {
    asked.push(...ids);
    return findMany(ownerId, ids);
  };
  deps().clock.advance(60);
});

/** A conversation with a sandbox of its own, as a start makes them. */
const addWithSandbox = (second: number, id = newId(new Date(secondsAfterNoon(second)))) => {
  const at = secondsAfterNoon(second);
  const sandbox = { ...running(), sandbox_id: id, created_at: at };
  return addIn(sandbox, { conversation_id: id, created_at: at, sandbox_created_at: at });
};
const list = async (query: Query = {}) => (await invoke(listAppConversations, deps(), { query })).body;
const statusesOf = (items: readonly { id: string; sandbox_status: string }[]) =>
  Object.fromEntries(items.map(({ id, sandbox_status: status }) => [id, status]));

describe('a page of conversations', () => {
  it('reads no sandbox by its id that was made with its conversation, on any page of either generation', async () => {
    const ids = [];
    for (const second of [1, 2, 3]) ids.unshift((await addWithSandbox(second)).conversation_id);

    const first = await list({ limit: '2' });
    const second = await list({ limit: '2', page_id: first.next_page_id });
    const legacy = await invoke(listConversations, deps(), { query: { limit: '2' } });

    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(Object.values(statusesOf([...first.items, ...second.items]))).toEqual(['RUNNING', 'RUNNING', 'RUNNING']);
    expect(legacy.body.results.map(({ status }: { status: string }) => status)).toEqual(['RUNNING', 'RUNNING']);
    expect(asked).toEqual([]);
  });

  it('reads a sandbox of another age after it, and asks its agent too', async () => {
    const old = { ...running(), sandbox_id: newId(new Date(secondsAfterNoon(1))), created_at: secondsAfterNoon(1) };
    const at = { created_at: secondsAfterNoon(9), sandbox_created_at: old.created_at };
    const { conversation_id: id } = await addIn(old, at);
    const newer = await addWithSandbox(5);
    agent.reply = ({ query }) => ({
      body: query.getAll('ids').map((one) => ({ id: one, execution_status: one === id ? 'paused' : 'idle' })),
    });

    const { items } = await list({ limit: '1' });

    expect(items).toMatchObject([{ id, sandbox_status: 'RUNNING', execution_status: 'paused' }]);
    expect(asked).toEqual([old.sandbox_id]);
    expect((await list({})).items).toMatchObject([
      { id, execution_status: 'paused' },
      { id: newer.conversation_id, execution_status: 'idle' },
    ]);
  });

  it('shows MISSING where the row is missing, deleted, or of a later sandbox with the same id', async () => {
    const [missing, later] = [newId(new Date(secondsAfterNoon(1))), newId(new Date(secondsAfterNoon(2)))];
    add({ conversation_id: missing, sandbox_id: missing });
    await addIn(
      { ...running(), sandbox_id: later, created_at: secondsAfterNoon(30) },
      { conversation_id: later, sandbox_created_at: secondsAfterNoon(2) },
    );
    const gone = await addWithSandbox(3);
    const row = await deps().sandboxes.find('ann', gone.sandbox_id);
    if (row) await deps().sandboxes.save([{ previous: row, next: { ...row, desired: 'DELETED' } }]);

    const expected = { [missing]: 'MISSING', [later]: 'MISSING', [gone.conversation_id]: 'MISSING' };
    expect(statusesOf((await list()).items)).toEqual(expected);
    expect(statusesOf(await list({ ids: [missing, later, gone.conversation_id] }))).toEqual(expected);
  });

  it('never shows the sandbox of another owner with the same id', async () => {
    const id = newId(new Date(secondsAfterNoon(1)));
    const theirs = { ...running(), owner_id: 'bob', sandbox_id: id };
    await deps().sandboxes.save([{ previous: null, next: theirs }]);
    add({ conversation_id: id, sandbox_id: id });

    expect((await list()).items).toMatchObject([{ id, sandbox_status: 'MISSING', conversation_url: null }]);
    expect(await list({ ids: [id] })).toMatchObject([{ id, sandbox_status: 'MISSING', session_api_key: null }]);
  });

  it('reads the one sandbox that a search names', async () => {
    const { sandbox_id: wanted } = await addWithSandbox(1);
    await addWithSandbox(2);

    expect((await list({ sandbox_id__eq: wanted })).items).toMatchObject([{ id: wanted, sandbox_status: 'RUNNING' }]);
    expect(asked).toEqual([wanted]);
  });
});
