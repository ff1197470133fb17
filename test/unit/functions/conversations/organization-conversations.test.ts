import { beforeEach, describe, expect, it } from 'vitest';
import { exportOrganizationConversations } from '../../../../functions/conversations/export-organization-conversations.ts';
import { getOrganizationConversation } from '../../../../functions/conversations/get-organization-conversation.ts';
import { listOrganizationConversations } from '../../../../functions/conversations/list-organization-conversations.ts';
import { stopOrganizationConversation } from '../../../../functions/conversations/stop-organization-conversation.ts';
import { EXAMINED } from '../../../../shared/contract/conversations/organization-conversations.ts';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import { organizationOf } from '../../../../shared/domain/accounts/organization.ts';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import { rowsOfCsv } from '../../../../shared/presentation/csv.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { expectHosted } from '../../../support/hosted/hosted-schema.ts';
import { aCaller, aRequest } from '../../../support/http/a-caller.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

const ada = { person_id: 'ada', name: 'Ada', email: 'ada@example.com' };
const member = (role: 'viewer' | 'member' | 'admin') => ({ id: 'bob', role, name: 'Bob', email: null });

const now = new Date('2030-06-15T12:00:00.000Z');
const at = (day: string) => `2030-06-${day}T12:00:00.000Z`;

let deps: ServiceDeps;
const allDeps = () => ({
  ...deps,
  members: { ofOwner: async () => [ada], find: async () => undefined },
  now: () => now,
});
beforeEach(() => {
  deps = serviceDeps();
});

function add(overrides: Partial<Conversation> = {}): string {
  const conversation = aConversation({ created_at: at('14'), ...overrides });
  deps.conversations.put(conversation);
  return conversation.conversation_id;
}

const org = { org_id: organizationOf('ann') };
type Query = Record<string, string | number | readonly string[]>;
const list = (query: Query = {}, caller: Partial<Caller> = {}) =>
  invoke(listOrganizationConversations, allDeps(), { params: org, query, caller });
const idsOf = async (query: Query) => (await list(query)).body.items.map(({ id }: { id: string }) => id);

describe('conversations of an organization', () => {
  it('are listed to admins, with those that are private to others, in the form of the hosted product', async () => {
    const sandbox = aRunningSandbox();
    await deps.sandboxes.save([{ previous: null, next: sandbox }]);
    const tokens = { model: 'm', prompt_tokens: 10, completion_tokens: 5, cache_read_tokens: 2, cache_write_tokens: 1 };
    const usage = { ...tokens, reasoning_tokens: 0, context_window: 0, per_turn_token: 0, response_id: '' };
    const metrics = {
      model_name: 'm',
      accumulated_cost: 0.5,
      max_budget_per_task: null,
      accumulated_token_usage: usage,
    };
    const place = { sandbox_id: sandbox.sandbox_id, sandbox_created_at: sandbox.created_at };
    const id = add({ ...place, created_by: 'ada', private_to: 'ada', execution_status: 'running', metrics });

    const { status, body } = await list({}, { person: member('admin') });

    expect(status).toBe(200);
    expect(body).toMatchObject({ total_items: 1, page: 1, per_page: 20, total_pages: 1, pagination_accurate: true });
    expect(body.items).toMatchObject([
      {
        ...{ id, user_id: 'ada', user_name: 'Ada', user_email: 'ada@example.com', visibility: 'private' },
        ...{ sandbox_status: 'RUNNING', execution_status: 'running', runtime_url: null },
        ...{ accumulated_cost: 0.5, prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      },
    ]);
    expectHosted('OrgConversationPage', body);
  });

  it('are refused to viewers and members, and absent for strangers', async () => {
    for (const role of ['viewer', 'member'] as const) {
      const { status, body } = await list({}, { person: member(role) });
      expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    }
    const stranger = await invoke(listOrganizationConversations, allDeps(), {
      params: org,
      caller: { ownerId: 'eve' },
    });
    expect([stranger.status, stranger.body.code]).toEqual([404, 'not_found']);
  });

  it('are found by title, sandbox, and the name or address of their user', async () => {
    const [titled, hers] = [add({ title: 'Fix Login' }), add({ created_by: 'ada' })];
    const homed = add({ sandbox_id: 'home-1' });

    expect(await idsOf({ search: 'login' })).toEqual([titled]);
    expect(await idsOf({ search: 'ADA@' })).toEqual([hers]);
    expect(await idsOf({ search: 'home-' })).toEqual([homed]);
  });

  it('are filtered by statuses, separated by commas or repeated', async () => {
    const sandbox = aSandbox({ desired: 'PAUSED', phase: 'PAUSED' });
    await deps.sandboxes.save([{ previous: null, next: sandbox }]);
    const place = { sandbox_id: sandbox.sandbox_id, sandbox_created_at: sandbox.created_at };
    const [finished, failed] = [
      add({ ...place, execution_status: 'finished', created_at: at('12') }),
      add({ ...place, execution_status: 'error', created_at: at('11') }),
    ];
    const gone = add({ execution_status: 'finished' });

    const both = [finished, failed].toSorted();
    expect((await idsOf({ execution_status: 'finished,error' })).toSorted()).toEqual(both);
    expect((await idsOf({ execution_status: ['finished', 'error'] })).toSorted()).toEqual(both);
    expect(await idsOf({ sandbox_status: 'MISSING' })).toEqual([gone]);
    expect((await list({ execution_status: 'finished,bored' })).status).toBe(422);
  });

  it('are filtered by the time of their creation, and sub-conversations are left out unless they are asked for', async () => {
    const [recent, older] = [add(), add({ created_at: '2030-06-01T12:00:00.000Z' })];
    const child = add({ parent_conversation_id: recent, created_at: at('13') });

    expect(await idsOf({ time_window: '7d' })).toEqual([recent]);
    expect((await idsOf({ time_window: '30d' })).toSorted()).toEqual([recent, older].toSorted());
    expect((await idsOf({ time_window: '7d', include_sub_conversations: 'true' })).toSorted()).toEqual(
      [recent, child].toSorted(),
    );
  });

  it('are sorted, and divided into pages', async () => {
    const [b, a, c] = [add({ title: 'b' }), add({ title: 'A' }), add({ title: 'c' })];

    const sorted = { sort_by: 'title', sort_order: 'asc', per_page: 2 };
    expect(await idsOf({ ...sorted, page: 1 })).toEqual([a, b]);
    expect(await idsOf({ ...sorted, page: 2 })).toEqual([c]);
    expect((await list({ ...sorted, page: 3 })).body).toMatchObject({ items: [], total_items: 3, total_pages: 2 });
  });

  it('are counted as far as a request examines them, and the response says so', async () => {
    for (let index = 0; index <= EXAMINED; index += 1) add();

    const { body } = await list();

    expect(body).toMatchObject({ total_items: EXAMINED, pagination_accurate: false });
  });

  it('are exported as CSV, in which no title is a formula', async () => {
    const id = add({ title: '=HYPERLINK("x")', created_by: 'ada' });

    const { status, text, headers } = await invoke(exportOrganizationConversations, allDeps(), { params: org });

    expect([status, headers['Content-Type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [names, row] = rowsOfCsv(text);
    expect(names?.slice(0, 4)).toEqual(['id', 'title', 'user_id', 'user_name']);
    expect(row?.slice(0, 4)).toEqual([id, '\'=HYPERLINK("x")', 'ada', 'Ada']);
  });

  it('are not exported in part: an export beyond its limit fails', async () => {
    const conversations = {
      list: async () => ({ items: Array.from({ length: 500 }, () => aConversation()), next: 'x' }),
    };

    const { status, body } = await invoke(
      exportOrganizationConversations,
      { ...allDeps(), conversations },
      { params: org },
    );

    expect([status, body.code]).toEqual([422, 'too_many_rows']);
  });
});

describe('a conversation of an organization', () => {
  const oneDeps = () => ({
    ...deps,
    members: { find: async () => ({ ...ada, role: 'member' }) as never },
    now: () => now,
  });
  const params = (id: string) => ({ ...org, conversation_id: id });
  const get = (id: string) => invoke(getOrganizationConversation, oneDeps(), { params: params(id) });
  /** The operation itself: what surrounds it hides private conversations from members, and this one is not private. */
  const asMember = (id: string) => ({
    params: params(id),
    query: undefined,
    body: undefined,
    caller: { ...aCaller, person: member('member') },
    request: aRequest,
  });
  const stop = (id: string, caller: Partial<Caller> = {}) =>
    invoke(stopOrganizationConversation, oneDeps(), { params: params(id), caller });

  it('is shown with its user, and absent if there is none', async () => {
    const id = add({ created_by: 'ada' });

    const { body } = await get(id);

    expect(body).toMatchObject({ id, user_name: 'Ada', sandbox_status: 'MISSING' });
    expectHosted('OrgConversationResponse', body);
    expect((await get('none')).status).toBe(404);
    await expect(getOrganizationConversation.run(asMember(id), oneDeps())).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });

  it('is stopped with its sandbox, once', async () => {
    const sandbox = aRunningSandbox();
    await deps.sandboxes.save([{ previous: null, next: sandbox }]);
    const id = add({ sandbox_id: sandbox.sandbox_id, sandbox_created_at: sandbox.created_at });

    await expect(stopOrganizationConversation.run(asMember(id), oneDeps())).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    expect(await deps.sandboxes.find('ann', sandbox.sandbox_id)).toMatchObject({ desired: 'RUNNING' });
    const { status, body } = await stop(id, { person: member('admin') });

    expect([status, body]).toEqual([
      200,
      { message: 'Conversation stopped', conversation_id: id, sandbox_id: sandbox.sandbox_id },
    ]);
    expect(await deps.sandboxes.find('ann', sandbox.sandbox_id)).toMatchObject({ desired: 'PAUSED' });
    expect((await stop(id)).body.code).toBe('conflict');
  });
});
