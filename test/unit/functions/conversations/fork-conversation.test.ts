import { beforeEach, describe, expect, it } from 'vitest';
import { forkConversation } from '../../../../functions/conversations/fork-conversation.ts';
import { logOf } from '../../../../shared/domain/conversations/events/event.ts';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import { forkTitle } from '../../../../shared/domain/conversations/start/create/fork-conversation.ts';
import { openSecrets } from '../../../../shared/domain/conversations/start/task/start-secrets.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { ClaimDeps } from '../../../../shared/http/idempotency/attempt.ts';
import { aConversation, aStartTask } from '../../../support/conversations/record/conversation-data.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { MemoryClaimStore } from '../../../support/http/memory-claim-store.ts';
import { ofOwnSpec } from '../../../support/sandboxes/own-specs.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
let sandbox: Sandbox;
let worked: string[];
beforeEach(async () => {
  deps = serviceDeps();
  worked = [];
  await paused();
});

/** A sandbox whose saved workspace can be the snapshot. */
async function paused(overrides: Partial<Sandbox> = {}): Promise<void> {
  sandbox = aSandbox({ desired: 'PAUSED', phase: 'PAUSED', key_id: 'k1', snapshot_id: 'snap-own', ...overrides });
  await deps.sandboxes.save([{ previous: null, next: sandbox }]);
}
const copies = () => [...deps.snapshots.rows.values()];

function add(overrides: Partial<Conversation> = {}): Conversation {
  const { sandbox_id, created_at: sandbox_created_at } = sandbox;
  const row = aConversation({ sandbox_id, sandbox_created_at, title: 'Mend the door', ...overrides });
  deps.conversations.put(row);
  return row;
}
const fork = ({ conversation_id }: Pick<Conversation, 'conversation_id'>, request: TestRequest = {}) =>
  invoke(forkConversation, forkDeps(), { params: { conversation_id }, ...request });
const forkDeps = (more: object = {}) => ({
  ...deps,
  snapshotLimit: 100,
  work: async (_: string, id: string) => void worked.push(id),
  ...more,
});
const rowOf = async (id: string) => {
  const row = await deps.conversations.find('ann', id);
  if (!row) throw new Error(`no conversation ${id}`);
  return row;
};

describe('a fork of a conversation', () => {
  it('runs the version of an owner’s spec that wrote the workspace, even if the spec was deleted', async () => {
    deps = serviceDeps();
    const own = ofOwnSpec();
    await paused(own);

    const { status, body } = await fork(add());

    expect(status).toBe(200);
    expect(await deps.sandboxes.find('ann', body.sandbox_id)).toMatchObject(own);
  });

  it('is a new conversation with what the other has, in a sandbox from a copy of its workspace', async () => {
    const choices = { llm_model: 'openai/x', llm_model_by: 'user' as const, llm_profile: 'fast' };
    const repository = { selected_repository: 'acme/site', selected_branch: 'next', git_provider: 'github' as const };
    const launched_agent_profile = { agent_profile_id: 'p1', revision: 3 };
    const of = add({ ...choices, ...repository, launched_agent_profile, pr_number: [7], metrics: null });

    const { status, body } = await fork(of);

    expect([status, body.status]).toEqual([200, 'WORKING']);
    const row = await rowOf(body.conversation_id);
    expect(row).toMatchObject({
      ...{ ...choices, ...repository, launched_agent_profile, pr_number: [7] },
      ...{ title: 'Mend the door (fork)', title_by: 'user', parent_conversation_id: null },
      forked_from: {
        ...{ conversation_id: of.conversation_id, agent_conversation_id: of.conversation_id, event_id: null },
        sandbox_id: body.sandbox_id,
      },
    });
    expect([row.metrics, row.execution_status]).toEqual([undefined, undefined]);
    const [copy, ...others] = copies();
    const { snapshot_id, ebs_snapshot_id } = copy ?? {};
    expect(others).toEqual([]);
    expect(copy).toMatchObject({ state: 'READY', kept: false, holds: 2, ebs_snapshot_id: 'snap-own' });
    expect(await deps.sandboxes.find('ann', body.sandbox_id)).toMatchObject({
      ...{ base_snapshot: { snapshot_id, ebs_snapshot_id }, desired: 'RUNNING' },
      ...{ created_for_conversation: true, conversation_ids: [body.conversation_id] },
    });
    expect(worked).toEqual([]);
    expect(await rowOf(of.conversation_id)).toEqual(of);
  });

  it('waits for the copy of a sandbox that keeps running', async () => {
    await paused({ ...aRunningSandbox(), volume_id: 'vol-1' });

    const { body } = await fork(add());

    const [copy] = copies();
    expect(copy).toMatchObject({ state: 'CREATING', kept: false, holds: 1, waiting: [body.sandbox_id] });
    expect(worked).toEqual([copy?.snapshot_id]);
    expect(await deps.sandboxes.find('ann', sandbox.sandbox_id)).toEqual(sandbox);
  });

  describe('whose function is killed before it started the conversation', () => {
    const headers = { 'Idempotency-Key': 'once-0123456789abcdef' };
    const killed = async (of: Conversation, claims: ClaimDeps) => {
      const reached = Promise.withResolvers<void>();
      const write = async () => {
        reached.resolve();
        // The process is gone: nothing after this runs.
        return new Promise<never>(() => undefined);
      };
      const params = { conversation_id: of.conversation_id };
      void invoke(forkConversation, forkDeps({ starts: { write } }), { params, headers, claims });
      await reached.promise;
    };

    it('takes one copy when the request is repeated, and another one for another request', async () => {
      await paused({ ...aRunningSandbox(), volume_id: 'vol-1' });
      const of = add();
      const claims = { claims: new MemoryClaimStore(), now: deps.now };
      await killed(of, claims);
      const [first] = copies();

      const { status, body } = await fork(of, { headers, claims });

      expect(status).toBe(200);
      expect(copies()).toMatchObject([{ snapshot_id: first?.snapshot_id, holds: 1, waiting: [body.sandbox_id] }]);
      expect((await fork(of, { headers, claims })).body.id).toBe(body.id);
      await fork(of, { headers: { 'Idempotency-Key': 'other-0123456789abcdef' }, claims });
      expect(copies()).toHaveLength(2);
    });
  });

  it('has the title and secrets of its request, and the kind of agent of the other start', async () => {
    const of = add({ start_task_id: 'first' });
    const request = { agent_type: 'plan', disabled_skills: ['x'], secrets: { OLD: '**********' }, title: 'Old' };
    deps.startTasks.put(aStartTask({ start_task_id: 'first', status: 'READY', request }));

    const { body } = await fork(of, { body: { title: 'Another way', secrets: { NEW: 'value' } } });

    expect(await rowOf(body.conversation_id)).toMatchObject({ title: 'Another way' });
    expect(body.request).toMatchObject({ agent_type: 'plan', disabled_skills: ['x'], secrets: { NEW: '**********' } });
    const task = await deps.startTasks.find('ann', body.id);
    expect(task && (await openSecrets(task, deps.vault)).secrets).toEqual({ NEW: 'value' });
  });

  it('begins at an event of the history, and finds no other', async () => {
    const of = add();
    const event = { id: 'e1', timestamp: '2025-01-01T00:00:00', kind: 'MessageEvent' };
    await deps.events.append(logOf(of), [event]);

    const { body } = await fork(of, { body: { event_id: 'e1' } });
    const unknown = await fork(of, { body: { event_id: 'e2' } });

    expect((await rowOf(body.conversation_id)).forked_from).toMatchObject({ event_id: 'e1' });
    expect([unknown.status, unknown.body.detail]).toEqual([404, expect.stringContaining('e2')]);
    expect(copies().length).toBe(1);
  });

  it('has the id that agents know for a conversation with a chosen id', async () => {
    const of = add({ conversation_id: 'my-own-id', given_id: null });

    const { body } = await fork(of);

    const { forked_from } = await rowOf(body.conversation_id);
    expect(forked_from).toMatchObject({ conversation_id: 'my-own-id' });
    expect(forked_from?.agent_conversation_id).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each<[string, Partial<Conversation>, number, string]>([
    ['that is still starting', { start_task_id: 'starting' }, 409, 'still starting'],
    ['that did not start', { start_error: 'No model.' }, 409, 'did not start'],
    ['with an ACP agent, which has its own memory', { agent_kind: 'acp' }, 409, 'ACP'],
    ['without a sandbox', { sandbox_id: 'gone' }, 410, 'gone'],
  ])('is refused of one %s', async (_, overrides, status, words) => {
    const of = add(overrides);
    deps.startTasks.put(aStartTask({ start_task_id: 'starting', status: 'WORKING' }));

    const refused = await fork(of);

    expect([refused.status, refused.body.detail]).toEqual([status, expect.stringContaining(words)]);
    expect(copies()).toEqual([]);
  });

  it("is not found of another owner's conversation", async () => {
    const of = add({ owner_id: 'bob' });

    expect((await fork(of)).status).toBe(404);
  });

  it('keeps no copy when it is refused, and makes nothing without a workspace', async () => {
    await paused({ ...aRunningSandbox(), volume_id: 'vol-1' });
    const of = add();
    const params = { conversation_id: of.conversation_id };

    const limited = await invoke(forkConversation, forkDeps({ stageLimits: { ...deps.stageLimits, sandboxes: 1 } }), {
      params,
    });
    await paused({ sandbox_id: 'lost', snapshot_id: null });
    const lost = await fork(add({ conversation_id: 'x' }));

    expect([limited.status, lost.status]).toEqual([429, 409]);
    expect(copies().map(({ state }) => state)).toEqual(['DELETING']);
    expect(deps.conversations.rows.size).toBe(2);
  });
});

it('shortens a long title by whole characters', () => {
  const title = forkTitle(`${'x'.repeat(192)}\u{1f600}tail`);

  expect([title.length, title.isWellFormed(), title.endsWith('x (fork)')]).toEqual([199, true, true]);
});
