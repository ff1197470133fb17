import { beforeEach, describe, expect, it } from 'vitest';
import { forkConversation } from '../../../../functions/conversations/fork-conversation.ts';
import { logOf } from '../../../../shared/domain/conversations/events/event.ts';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import {
  forkTitle,
  type WorkspaceCopies,
} from '../../../../shared/domain/conversations/start/create/fork-conversation.ts';
import { openSecrets } from '../../../../shared/domain/conversations/start/task/start-secrets.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { WorkspaceSnapshot } from '../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { aConversation, aStartTask } from '../../../support/conversations/record/conversation-data.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { aSnapshot } from '../../../support/sandboxes/snapshot-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

/** Copies that are complete at once. */
class MemoryCopies implements WorkspaceCopies {
  readonly made: { readonly sandbox: Sandbox; readonly payer: unknown }[] = [];
  readonly kept: string[] = [];
  readonly discarded: string[] = [];
  refusal: AppError | undefined;

  async make(sandbox: Sandbox, payer: unknown): Promise<WorkspaceSnapshot> {
    if (this.refusal) throw this.refusal;
    this.made.push({ sandbox, payer });
    const next = aSnapshot({ sandbox_id: sandbox.sandbox_id, kept: false });
    await deps.snapshots.save({ previous: null, next }, 100);
    return next;
  }

  async keep({ snapshot_id: id }: WorkspaceSnapshot): Promise<void> {
    this.kept.push(id);
  }

  async discard({ snapshot_id: id }: WorkspaceSnapshot): Promise<void> {
    this.discarded.push(id);
  }
}

let deps: ServiceDeps;
let copies: MemoryCopies;
let sandbox: Sandbox;
beforeEach(async () => {
  deps = serviceDeps();
  copies = new MemoryCopies();
  sandbox = aRunningSandbox();
  await deps.sandboxes.save([{ previous: null, next: sandbox }]);
});

function add(overrides: Partial<Conversation> = {}): Conversation {
  const { sandbox_id, created_at: sandbox_created_at } = sandbox;
  const row = aConversation({ sandbox_id, sandbox_created_at, title: 'Mend the door', ...overrides });
  deps.conversations.put(row);
  return row;
}
const fork = ({ conversation_id }: Pick<Conversation, 'conversation_id'>, request: TestRequest = {}) =>
  invoke(forkConversation, { ...deps, copies }, { params: { conversation_id }, ...request });
const rowOf = async (id: string) => {
  const row = await deps.conversations.find('ann', id);
  if (!row) throw new Error(`no conversation ${id}`);
  return row;
};

describe('a fork of a conversation', () => {
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
    const [copy] = copies.kept;
    expect(copies.made).toMatchObject([{ sandbox: { sandbox_id: sandbox.sandbox_id } }]);
    expect(await deps.sandboxes.find('ann', body.sandbox_id)).toMatchObject({ base_snapshot: { snapshot_id: copy } });
    expect(copies.discarded).toEqual([]);
    expect(await rowOf(of.conversation_id)).toEqual(of);
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
    expect(copies.made.length).toBe(1);
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
    expect(copies.made).toEqual([]);
  });

  it("is not found of another owner's conversation", async () => {
    const of = add({ owner_id: 'bob' });

    expect((await fork(of)).status).toBe(404);
  });

  it('keeps no copy when it is refused, and makes nothing when there is no copy', async () => {
    const of = add();
    const limited = await invoke(
      forkConversation,
      { ...deps, copies, sandboxLimit: 1 },
      { params: { conversation_id: of.conversation_id } },
    );
    copies.refusal = new AppError('gone', 'The workspace is lost.');

    const lost = await fork(of);

    expect([limited.status, lost.status]).toEqual([429, 410]);
    expect(copies.discarded.length).toBe(1);
    expect(deps.conversations.rows.size).toBe(1);
  });
});

it('shortens a long title by whole characters', () => {
  const title = forkTitle(`${'x'.repeat(192)}\u{1f600}tail`);

  expect([title.length, title.isWellFormed(), title.endsWith('x (fork)')]).toEqual([199, true, true]);
});
