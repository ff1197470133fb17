import { beforeEach, describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import type {
  PreparedStart,
  WantedWorkspace,
} from '../../../../shared/domain/conversations/start/create/prepared-workspace.ts';
import type { WorkspaceSnapshot } from '../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { keyOf } from '../../../support/platform/memory-page.ts';
import { aSnapshot } from '../../../support/sandboxes/snapshot-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
let asked: WantedWorkspace[];
let found: PreparedStart | undefined;

beforeEach(async () => {
  deps = serviceDeps(20);
  asked = [];
  const snapshot = aSnapshot({ seal: { id: 'ann/source/then', key_id: 'k0' } });
  await deps.snapshots.save({ previous: null, next: snapshot }, 100);
  found = { snapshot, prepared: { prebuild_id: 'p1', build_id: 'b1', setup_on_start: false } };
});

const start = async (body: object, more: object = {}) => {
  const findPrepared = async (_owner: string, wanted: WantedWorkspace) => {
    asked.push(wanted);
    return found;
  };
  const { status, body: task } = await invoke(createAppConversation, { ...deps, findPrepared, ...more }, { body });
  expect(status, JSON.stringify(task)).toBe(200);
  const sandbox = await deps.sandboxes.find('ann', task.sandbox_id);
  return { task, sandbox };
};
const holdsOf = ({ owner_id, snapshot_id }: WorkspaceSnapshot) =>
  deps.snapshots.rows.get(keyOf(owner_id, snapshot_id))?.holds;

describe('the start of a conversation with a repository', () => {
  it('begins from the build of its prebuild, and holds its snapshot', async () => {
    const { task, sandbox } = await start({ selected_repository: 'acme/site', git_provider: 'github' });

    expect(asked).toEqual([
      {
        repository: 'acme/site',
        gitProvider: 'github',
        branch: null,
        specId: 'reference',
        ownFamily: null,
        gigabytes: 100,
      },
    ]);
    expect(task.prebuild_id).toBe('p1');
    expect(sandbox).toMatchObject({
      prepared: found?.prepared,
      base_snapshot: { snapshot_id: found?.snapshot.snapshot_id },
      seal: found?.snapshot.seal,
      created_for_conversation: true,
    });
    expect(found && holdsOf(found.snapshot)).toBe(1);
  });

  it('clones without a prebuild', async () => {
    found = undefined;
    const { task, sandbox } = await start({ selected_repository: 'acme/site', selected_branch: 'next' });

    expect(asked).toMatchObject([{ branch: 'next' }]);
    expect(task.prebuild_id).toBeNull();
    expect(sandbox).toMatchObject({ prepared: null, base_snapshot: null });
  });

  it('clones if the snapshot of the build is being deleted', async () => {
    const { snapshot } = found ?? {};
    if (!snapshot) throw new Error('no snapshot');
    const next = { ...snapshot, state: 'DELETING' as const, version: snapshot.version + 1 };
    await deps.snapshots.save({ previous: snapshot, next });
    const { task, sandbox } = await start({ selected_repository: 'acme/site' });

    expect(task.prebuild_id).toBeNull();
    expect(sandbox).toMatchObject({ prepared: null, base_snapshot: null });
  });

  it.each([
    ['it says so', { selected_repository: 'acme/site', use_prebuild: false }],
    ['it has no repository', {}],
  ])('looks for no prebuild if %s', async (_case, body) => {
    expect((await start(body)).task.prebuild_id).toBeNull();
    expect(asked).toEqual([]);
  });

  it('looks for no prebuild in a sandbox that exists, or for a conversation that exists', async () => {
    const first = await start({ selected_repository: 'acme/site' });
    await start({ selected_repository: 'acme/site', sandbox_id: first.task.sandbox_id });
    await start({ selected_repository: 'acme/site', parent_conversation_id: first.task.conversation_id });
    await start({ selected_repository: 'acme/site', conversation_id: first.task.conversation_id });

    expect(asked).toHaveLength(1);
  });

  it('names the size of its disk, which can be too small for the snapshot', async () => {
    found = undefined;
    await start({ selected_repository: 'acme/site', resources: { disk_gb: 15 } });

    expect(asked).toMatchObject([{ gigabytes: 15 }]);
  });
});
