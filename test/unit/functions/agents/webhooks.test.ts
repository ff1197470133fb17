import { describe, expect, it } from 'vitest';
import { receiveConversation } from '../../../../functions/agents/receive-conversation.ts';
import { receiveEvents } from '../../../../functions/agents/receive-events.ts';
import { receiveSandboxConversation } from '../../../../functions/agents/receive-sandbox-conversation.ts';
import { receiveSandboxEvents } from '../../../../functions/agents/receive-sandbox-events.ts';
import { dashed } from '../../../../shared/contract/shapes/ids.ts';
import { type AgentEvent, logOf } from '../../../../shared/domain/conversations/events/event.ts';
import { agentConversationId, type Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import { familyLimits } from '../../../../shared/domain/conversations/record/family.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { WorkPlace } from '../../../../shared/domain/sandboxes/waits/sandbox-work.ts';
import { VersionConflictError } from '../../../../shared/platform/errors.ts';
import { newId } from '../../../../shared/platform/ids.ts';
import { anEvent, aStateUpdate, at, someEvents } from '../../../support/conversations/events/event-data.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { serviceDeps } from '../../../support/service-deps.ts';

async function scene(overrides: Partial<Sandbox> = {}) {
  const deps = {
    ...serviceDeps(),
    backfills: [] as string[],
    hastened: [] as string[],
    used: [] as string[],
    uses: { note: async ({ sandbox_id }: Pick<Sandbox, 'sandbox_id'>) => void deps.used.push(sandbox_id) },
    hastenMessages: async ({ sandboxId }: WorkPlace) => void deps.hastened.push(sandboxId),
    backfill: async (_: string, __: string, id: string | null) => void deps.backfills.push(String(id)),
  };
  const sandbox = aRunningSandbox(overrides);
  await deps.sandboxes.save([{ previous: null, next: sandbox }]);
  const { owner_id, sandbox_id, created_at: sandbox_created_at } = sandbox;
  const conversation = aConversation({ owner_id, sandbox_id, sandbox_created_at });
  deps.conversations.put(conversation);
  const key = await deps.keys.deliveryKey(sandbox);
  const withKey = (request: TestRequest, deliveryKey: string | null): TestRequest => ({
    ...request,
    headers: deliveryKey === null ? {} : { 'X-Delivery-Key': deliveryKey },
  });
  const post = (id: string, body: unknown, deliveryKey: string | null = key) =>
    invoke(receiveEvents, deps, withKey({ params: { conversation_id: id }, body }, deliveryKey));
  const hook = (body: unknown, deliveryKey: string | null = key) =>
    invoke(receiveConversation, deps, withKey({ body }, deliveryKey));
  const read = (id = conversation.conversation_id) => deps.conversations.find(owner_id, id);
  const kept = async (of: Conversation = conversation): Promise<readonly AgentEvent[]> =>
    (await deps.events.search(logOf(of), { newestFirst: false, limit: 100, after: null })).items;
  return { deps, sandbox, conversation, key, withKey, post, hook, read, kept };
}

describe('webhook for events', () => {
  it("continues the delivery of messages when it brings a user's message, and survives its failure", async () => {
    const { deps, sandbox, conversation, post } = await scene();
    await post(conversation.conversation_id, [anEvent({ kind: 'MessageEvent', source: 'agent' })]);
    expect(deps.hastened).toEqual([]);

    await post(conversation.conversation_id, [anEvent({ kind: 'MessageEvent', source: 'user' })]);
    expect(deps.hastened).toEqual([sandbox.sandbox_id]);

    deps.hastenMessages = () => Promise.reject(new Error('no worker'));
    expect((await post(conversation.conversation_id, [anEvent({ source: 'user', kind: 'MessageEvent' })])).status).toBe(
      200,
    );
  });

  it("records a user's message as a use of the sandbox, unless a recent use is recorded", async () => {
    for (const [last_used_at, used] of [
      [at(-1_801_000), 1],
      [at(-1_799_000), 0],
    ] as const) {
      const { deps, conversation, post } = await scene({ last_used_at });
      await post(conversation.conversation_id, [anEvent({ kind: 'MessageEvent', source: 'agent' })]);
      expect(deps.used).toEqual([]);

      await post(conversation.conversation_id, [anEvent({ kind: 'MessageEvent', source: 'user' })]);
      expect(deps.used).toHaveLength(used);
    }
  });

  it('stores events, and the conversation follows them', async () => {
    const { conversation, post, read, kept } = await scene();
    const events = [anEvent(), aStateUpdate('execution_status', 'finished', { timestamp: at(1_000) })];

    const { status, body } = await post(conversation.conversation_id, events);

    expect([status, body]).toEqual([200, { success: true }]);
    expect(await kept()).toEqual(events);
    expect(await read()).toMatchObject({ execution_status: 'finished', updated_at: '2026-11-21T12:00:00.000Z' });
  });

  it('stores events with names that mean something in JavaScript, without `__proto__`', async () => {
    const { conversation, post, kept } = await scene();
    const hostile =
      '{"__proto__":{"polluted":1},"a":[{"__proto__":{"polluted":1},"b":1}],"constructor":{"prototype":{}}}';
    const event = anEvent();

    const { status } = await post(conversation.conversation_id, [{ ...event, arguments: JSON.parse(hostile) }]);

    const expected = { ...event, arguments: { a: [{ b: 1 }], constructor: { prototype: {} } } };
    expect([status, await kept()]).toEqual([200, [expected]]);
    expect(JSON.stringify(await kept())).not.toContain('__proto__');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('stores an event that arrives twice once', async () => {
    const { conversation, post, kept } = await scene();
    const events = someEvents(3);

    await Promise.all([1, 2, 3].map(() => post(conversation.conversation_id, events)));

    expect(await kept()).toEqual(events);
  });

  it('accepts a dashed id, an empty list and transient events', async () => {
    const { conversation, post, read, kept } = await scene();
    const passing = anEvent({ kind: 'StreamingDeltaEvent', content: 'hel' });
    const picture = aStateUpdate('full_state', { execution_status: 'running' });

    expect((await post(dashed(conversation.conversation_id), [])).status).toBe(200);
    expect((await post(conversation.conversation_id, [passing, picture])).status).toBe(200);
    expect(await kept()).toEqual([]);
    expect(await read()).toMatchObject({ execution_status: 'running' });
  });

  it('finds a conversation with a custom id by its id on the agent', async () => {
    const { deps, conversation, post, kept } = await scene({ conversation_ids: ['another', 'my.own-id'] });
    const chosen = { ...conversation, conversation_id: 'my.own-id' };
    deps.conversations.put(chosen);
    const events = someEvents(1);

    expect((await post(agentConversationId(chosen), events)).status).toBe(200);
    expect(await kept(chosen)).toEqual(events);
  });

  it('accepts events of a deleted conversation with a custom id without restoring it', async () => {
    const { conversation, post, read } = await scene({ conversation_ids: ['my.own-id'] });
    const agentId = agentConversationId({ ...conversation, conversation_id: 'my.own-id' });

    expect((await post(agentId, someEvents(1))).status).toBe(200);
    expect([await read('my.own-id'), await read(agentId)]).toEqual([undefined, undefined]);
  });

  it('stores nothing that the agent of a fork delivers for a conversation that came with the workspace, and lets it stop', async () => {
    const { deps, sandbox, conversation, read, withKey } = await scene();
    const fork = { ...aRunningSandbox(), seal: sandbox.seal };
    await deps.sandboxes.save([{ previous: null, next: fork }]);
    const own = aConversation({ sandbox_id: fork.sandbox_id, sandbox_created_at: fork.created_at });
    deps.conversations.put(own);
    const deliver = async ({ conversation_id }: Conversation) => {
      const request = { params: { conversation_id }, body: [anEvent()] };
      return (await invoke(receiveEvents, deps, withKey(request, await deps.keys.deliveryKey(fork)))).status;
    };

    expect([await deliver(conversation), await deliver(own)]).toEqual([200, 200]);

    const body = { id: dashed(conversation.conversation_id), execution_status: 'deleting', updated_at: at(0) };
    const key = await deps.keys.deliveryKey(fork);
    expect((await invoke(receiveConversation, deps, withKey({ body }, key))).status).toBe(200);
    expect(await read()).toEqual(conversation);
    expect(await deps.events.tally(logOf(conversation))).toEqual({ total: 0, inAgentLog: 0 });
  });

  it('refuses the derived id of a conversation in another sandbox', async () => {
    const { deps, conversation, post, hook, read, kept } = await scene();
    const other = { ...conversation, conversation_id: 'nightly', sandbox_id: 'elsewhere' };
    deps.conversations.put(other);
    const agentId = agentConversationId(other);

    const answers = [await post(agentId, someEvents(1)), await hook({ id: agentId })];

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(await read(agentId)).toBeUndefined();
    expect(await kept(other)).toEqual([]);
  });

  it('adopts a conversation that was started on the agent', async () => {
    const { deps, sandbox, post, read, kept } = await scene();
    const id = newId(new Date());
    const events = someEvents(2);

    expect((await post(id, events)).status).toBe(200);

    const adopted = await read(id);
    expect(adopted).toMatchObject({ sandbox_id: sandbox.sandbox_id, sandbox_created_at: sandbox.created_at });
    expect(adopted && (await kept(adopted))).toEqual(events);
    expect(deps.sandboxes.rows.get(`ann/${sandbox.sandbox_id}`)?.conversation_count).toBe(1);
  });

  it('accepts events of a deleted conversation without storing them or restoring it', async () => {
    const { deps, conversation, post, hook, read, kept } = await scene();
    await deps.deletions.write({ conversation, parent: null, sandboxChange: null });

    const answers = [
      await post(conversation.conversation_id, someEvents(1)),
      await hook({ id: conversation.conversation_id }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([await read(), await kept()]).toEqual([undefined, []]);
  });

  it('returns 503 when it loses every race, so that the agent sends the events again', async () => {
    const { deps, conversation, post } = await scene();
    deps.followed.follow = () => Promise.reject(new VersionConflictError('conversation', 'a'));

    expect((await post(conversation.conversation_id, someEvents(1))).status).toBe(503);
  });

  it.each([
    ['no list', {}, 'body'],
    ['an event without an id', [{ ...anEvent(), id: undefined }], 'body.0.id'],
    ['an id that names another row', [anEvent({ id: '#count' })], 'body.0.id'],
    ['an event without a time', [anEvent({ timestamp: 'soon' })], 'body.0.timestamp'],
    ['an event without a kind', [anEvent({ kind: '' })], 'body.0.kind'],
    ['too many events', someEvents(501), 'body'],
    ['too deep an event', [anEvent({ nested: nest(80) })], 'body'],
  ])('refuses %s and stores nothing', async (_, body, field) => {
    const { conversation, post, kept } = await scene();

    const answer = await post(conversation.conversation_id, body);

    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].loc.join('.')).toBe(field);
    expect(await kept()).toEqual([]);
  });

  it('accepts numbers that rows cannot store, because it stores events as text', async () => {
    const { conversation, post, kept } = await scene();
    const event = anEvent({ figure: 1e300, '': 'no name', nested: nest(40) });

    expect((await post(conversation.conversation_id, [event])).status).toBe(200);
    expect(await kept()).toEqual([event]);
  });
});

describe('webhook for conversations', () => {
  const info = { title: 'Of the Agent', execution_status: 'idle', updated_at: at(0), tags: {} };

  it("follows the agent's report, and invokes the backfill of missing events", async () => {
    const { deps, conversation, hook, read } = await scene();

    expect((await hook({ id: dashed(conversation.conversation_id), ...info })).body).toEqual({ success: true });

    expect(await read()).toMatchObject({ title: 'Of the Agent', execution_status: 'idle' });
    expect(deps.backfills).toEqual([conversation.conversation_id]);
  });

  it("adopts an agent's conversation, below its parent", async () => {
    const { conversation, hook, read } = await scene();
    const id = newId(new Date());

    await hook({ id, ...info, parent_conversation_id: dashed(conversation.conversation_id) });

    expect(await read(id)).toMatchObject({ title: info.title, parent_conversation_id: conversation.conversation_id });
    expect((await read())?.sub_conversation_ids).toEqual([id]);
  });

  it('keeps a conversation on its own whose parent is in another sandbox', async () => {
    const { deps, hook, read } = await scene();
    const other = aRunningSandbox();
    await deps.sandboxes.save([{ previous: null, next: other }]);
    const { sandbox_id, created_at: sandbox_created_at } = other;
    const theirs = aConversation({ sandbox_id, sandbox_created_at });
    deps.conversations.put(theirs);
    const id = newId(new Date());

    expect((await hook({ id, ...info, parent_conversation_id: theirs.conversation_id })).status).toBe(200);

    expect(await read(id)).toMatchObject({ title: info.title, parent_conversation_id: null });
    expect(await read(theirs.conversation_id)).toEqual(theirs);
  });

  it('keeps a conversation on its own whose parent is nested too deep or has too many sub-conversations', async () => {
    const { conversation, hook, read } = await scene();
    const ids = Array.from({ length: familyLimits.children + 1 }, () => newId(new Date()));
    for (const id of ids) await hook({ id, ...info, parent_conversation_id: conversation.conversation_id });
    const chain = [ids[0] ?? '', ...Array.from({ length: familyLimits.depth }, () => newId(new Date()))];
    for (const [index, id] of chain.entries())
      if (index > 0) await hook({ id, ...info, parent_conversation_id: chain[index - 1] });

    expect((await read())?.sub_conversation_ids).toEqual(ids.slice(0, familyLimits.children));
    expect(await read(ids.at(-1))).toMatchObject({ title: info.title, parent_conversation_id: null });
    expect(await read(chain.at(-2))).toMatchObject({ parent_conversation_id: chain.at(-3), depth: familyLimits.depth });
    expect(await read(chain.at(-1))).toMatchObject({ title: info.title, parent_conversation_id: null });
  });

  it('invokes no backfill for a conversation that its agent deletes, and succeeds when the backfill cannot be invoked', async () => {
    const { deps, conversation, hook, read } = await scene();
    await hook({ id: conversation.conversation_id, ...info, execution_status: 'deleting' });
    expect(deps.backfills).toEqual([]);
    deps.backfill = () => Promise.reject(new Error('throttled'));

    const later = { ...info, updated_at: at(5_000), execution_status: 'paused' };
    expect((await hook({ id: conversation.conversation_id, ...later })).status).toBe(200);
    expect(await read()).toMatchObject({ execution_status: 'paused' });
  });
});

describe('session key', () => {
  it.each(['BOOTING', 'RUNNING', 'STOPPING'] as const)('is accepted while its sandbox is %s', async (phase) => {
    const { conversation, post } = await scene({ phase });
    expect((await post(conversation.conversation_id, someEvents(1))).status).toBe(200);
  });

  it('of another sandbox or generation, or an unknown one, is refused equally, and nothing is stored', async () => {
    const { deps, sandbox, conversation, post, hook, kept } = await scene();
    const stranger = aRunningSandbox({ owner_id: 'bob' });
    const neighbour = aRunningSandbox();
    for (const next of [stranger, neighbour]) await deps.sandboxes.save([{ previous: null, next }]);
    const keys = [
      null,
      'nonsense',
      await deps.keys.sessionKey(sandbox),
      await deps.keys.deliveryKey({ ...sandbox, generation: sandbox.generation + 1 }),
      await deps.keys.deliveryKey(neighbour),
    ];

    const answers = await Promise.all(
      keys.flatMap((key) => [
        post(conversation.conversation_id, someEvents(1), key),
        hook({ id: conversation.conversation_id }, key),
      ]),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    expect(new Set(answers.map(({ body }) => body.detail)).size).toBe(1);
    expect(await kept()).toEqual([]);
  });

  it('of another owner reaches nothing of this owner', async () => {
    const { deps, conversation, post, kept } = await scene();
    const stranger = aRunningSandbox({ owner_id: 'bob' });
    await deps.sandboxes.save([{ previous: null, next: stranger }]);

    await post(conversation.conversation_id, someEvents(1), await deps.keys.deliveryKey(stranger));

    expect(await kept()).toEqual([]);
    expect(await deps.conversations.find('bob', conversation.conversation_id)).toMatchObject({ owner_id: 'bob' });
  });

  it('must belong to the sandbox in the path', async () => {
    const { deps, sandbox, conversation, key, withKey } = await scene();
    const events = (sandbox_id: string) =>
      invoke(
        receiveSandboxEvents,
        deps,
        withKey({ params: { sandbox_id, conversation_id: conversation.conversation_id }, body: someEvents(1) }, key),
      );
    const hook = (sandbox_id: string) =>
      invoke(
        receiveSandboxConversation,
        deps,
        withKey({ params: { sandbox_id }, body: { id: conversation.conversation_id } }, key),
      );

    expect([(await events(sandbox.sandbox_id)).status, (await hook(sandbox.sandbox_id)).status]).toEqual([200, 200]);
    expect([(await events('another')).status, (await hook('another')).status]).toEqual([401, 401]);
  });
});

function nest(depth: number): unknown {
  return depth === 0 ? 'end' : { in: nest(depth - 1) };
}
