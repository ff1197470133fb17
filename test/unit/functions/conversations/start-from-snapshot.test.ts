import { beforeEach, describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import type { WorkspaceSnapshot } from '../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { keyOf } from '../../../support/platform/memory-page.ts';
import { aRunningSandbox, noon } from '../../../support/sandboxes/sandbox-data.ts';
import { aSnapshot } from '../../../support/sandboxes/snapshot-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
beforeEach(() => {
  deps = serviceDeps();
});

async function add(overrides: Partial<WorkspaceSnapshot> = {}): Promise<WorkspaceSnapshot> {
  const next = aSnapshot(overrides);
  await deps.snapshots.save({ previous: null, next }, 100);
  return next;
}
const create = (body: object, more: object = {}) => invoke(createAppConversation, { ...deps, ...more }, { body });
const holdsOf = ({ owner_id, snapshot_id }: WorkspaceSnapshot) =>
  deps.snapshots.rows.get(keyOf(owner_id, snapshot_id))?.holds;

describe('the start of a conversation with a snapshot', () => {
  it('begins its sandbox from it, and holds it', async () => {
    const snapshot = await add({ size_gib: 40, working_dir: '/home' });
    const { snapshot_id, ebs_snapshot_id } = snapshot;

    const { status, body } = await create({ snapshot_id });

    expect([status, body.request.snapshot_id]).toEqual([200, snapshot_id]);
    expect(await deps.sandboxes.find('ann', body.sandbox_id)).toMatchObject({
      ...{ base_snapshot: { snapshot_id, ebs_snapshot_id }, working_dir: '/home', workspace_gigabytes: 40 },
      ...{ created_for_conversation: true, conversation_count: 1, conversation_ids: [body.conversation_id] },
    });
    expect(holdsOf(snapshot)).toBe(1);
  });

  it('has a sandbox of its own even below a parent', async () => {
    const sandbox = aRunningSandbox();
    await deps.sandboxes.save([{ previous: null, next: sandbox }]);
    const parent = aConversation({ sandbox_id: sandbox.sandbox_id });
    deps.conversations.put(parent);
    const { snapshot_id } = await add();

    const { body } = await create({ snapshot_id, parent_conversation_id: parent.conversation_id });

    expect(body.sandbox_id).not.toBe(sandbox.sandbox_id);
  });

  it('waits for one that is still being created', async () => {
    const { snapshot_id } = await add({ state: 'CREATING', ebs_snapshot_id: null, ready_at: null });

    const { body } = await create({ snapshot_id });

    expect(await deps.sandboxes.find('ann', body.sandbox_id)).toMatchObject({
      base_snapshot: { snapshot_id, ebs_snapshot_id: null },
      phase: 'PENDING',
    });
  });

  it.each([
    ['of another owner', { owner_id: 'bob' }],
    ['that was deleted', { state: 'DELETING' as const, receipt: null }],
  ])('finds none %s', async (_, overrides) => {
    const { snapshot_id } = await add(overrides);

    expect((await create({ snapshot_id })).status).toBe(404);
    expect(deps.conversations.rows.size).toBe(0);
  });

  it('is refused for one that failed', async () => {
    const { snapshot_id } = await add({ state: 'ERROR', ebs_snapshot_id: null });

    expect((await create({ snapshot_id })).status).toBe(409);
  });

  it('is refused for a conversation that exists, which keeps its workspace', async () => {
    const { snapshot_id } = await add();
    const existing = aConversation({ sandbox_created_at: noon });
    deps.conversations.put(existing);

    const { status, body } = await create({ snapshot_id, conversation_id: existing.conversation_id });

    expect([status, body.detail]).toEqual([409, expect.stringContaining('keeps its workspace')]);
  });

  it('is refused with a sandbox, or with another spec', async () => {
    const { snapshot_id } = await add();

    expect(badFields(await create({ snapshot_id, sandbox_id: 'box' }))).toEqual(['body.snapshot_id']);
    expect(badFields(await create({ snapshot_id, sandbox_spec_id: 'other' }))).toEqual(['body.snapshot_id']);
  });
});
