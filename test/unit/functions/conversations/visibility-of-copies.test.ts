import { beforeEach, describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import { deleteAppConversation } from '../../../../functions/conversations/delete-app-conversation.ts';
import { startSandbox } from '../../../../functions/sandboxes/start-sandbox.ts';
import { findChosen } from '../../../../shared/domain/conversations/start/create/find-chosen.ts';
import { policyFor } from '../../../../shared/domain/sandboxes/intent/within-limit.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { WorkspaceSnapshot } from '../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { aSnapshot } from '../../../support/sandboxes/snapshot-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
beforeEach(() => {
  deps = serviceDeps();
});

const save = (next: Sandbox) => deps.sandboxes.save([{ previous: null, next }]);

async function snapshotOf(sandbox: Sandbox, overrides: Partial<WorkspaceSnapshot> = {}): Promise<string> {
  const { sandbox_id, created_at: sandbox_created_at } = sandbox;
  const next = aSnapshot({ sandbox_id, sandbox_created_at, ...overrides });
  await deps.snapshots.save({ previous: null, next }, 100);
  return next.snapshot_id;
}

/** Whom the conversation and the sandbox of a start from a snapshot are private to, then a sandbox alone. */
async function startedFrom(snapshot_id: string, more: object = {}) {
  const { status, text, body } = await invoke(createAppConversation, deps, { body: { snapshot_id, ...more } });
  expect(status, text).toBe(200);
  const alone = await invoke(startSandbox, deps, { body: { snapshot_id } });
  expect(alone.status, alone.text).toBe(200);
  return [
    (await deps.conversations.find('ann', body.conversation_id))?.private_to,
    (await deps.sandboxes.find('ann', body.sandbox_id))?.private_to,
    (await deps.sandboxes.find('ann', alone.body.id))?.private_to,
  ];
}

const hers = 'ann-person';

describe('what begins from a snapshot', () => {
  it('is private if the sandbox of the snapshot is by now', async () => {
    const sandbox = aRunningSandbox({ private_to: hers });
    await save(sandbox);

    expect(await startedFrom(await snapshotOf(sandbox))).toEqual([hers, hers, hers]);
  });

  it('is seen by all members if the sandbox of the snapshot is by now', async () => {
    const sandbox = aRunningSandbox();
    await save(sandbox);
    const snapshotId = await snapshotOf(sandbox, { private_to: hers });

    expect(await startedFrom(snapshotId)).toEqual([undefined, undefined, undefined]);
  });

  it('is private if the snapshot was, once its sandbox is gone', async () => {
    const snapshotId = await snapshotOf(aRunningSandbox(), { private_to: hers });

    expect(await startedFrom(snapshotId)).toEqual([hers, hers, hers]);
  });

  it('is private below a parent that all members see, too', async () => {
    const sandbox = aRunningSandbox({ private_to: hers });
    await save(sandbox);
    const parent = aConversation();
    deps.conversations.put(parent);
    const more = { parent_conversation_id: parent.conversation_id };

    expect(await startedFrom(await snapshotOf(sandbox), more)).toEqual([hers, hers, hers]);
  });
});

describe('a private sub-conversation of a conversation that all members see', () => {
  it('is not in its list, so that members do not learn the ID', async () => {
    const parent = aConversation();
    deps.conversations.put(parent);
    const snapshot_id = await snapshotOf(aRunningSandbox(), { private_to: hers });
    const body = { snapshot_id, parent_conversation_id: parent.conversation_id };

    const { status, text } = await invoke(createAppConversation, deps, { body });

    expect(status, text).toBe(200);
    expect((await deps.conversations.find('ann', parent.conversation_id))?.sub_conversation_ids).toEqual([]);
  });

  it('is not deleted with it, as the person who deletes it may not see it', async () => {
    const family = (of: string | undefined, childOf: string | undefined) => {
      const child = aConversation({ private_to: childOf });
      const sub_conversation_ids = [child.conversation_id];
      const parent = aConversation({ private_to: of, sub_conversation_ids });
      deps.conversations.put(parent);
      deps.conversations.put({ ...child, parent_conversation_id: parent.conversation_id });
      return { parent: parent.conversation_id, child: child.conversation_id };
    };
    const families = [
      family(undefined, hers),
      family(hers, hers),
      family(undefined, undefined),
      family(hers, undefined),
    ];

    for (const { parent } of families)
      await invoke(deleteAppConversation, deps, { params: { conversation_id: parent } });

    const found = await Promise.all(families.map(({ child }) => deps.conversations.find('ann', child)));
    expect(found.map((one) => one !== undefined)).toEqual([true, false, false, false]);
  });
});

it('a start does not continue a conversation that another person made private in the meantime', async () => {
  const chosenId = 'chosen';
  deps.conversations.put(aConversation({ private_to: hers, conversation_id: chosenId }));
  const find = (id: string, role: 'member' | 'admin') => {
    const caller = { ...aCaller, person: { id, role, name: null, email: null } };
    return findChosen({ ownerId: 'ann', chosenId, policy: policyFor(caller, deps.stageLimits, 'reject') }, deps);
  };

  await expect(find('bob-person', 'member')).rejects.toMatchObject({ code: 'conflict' });
  expect(await find(hers, 'member')).toBeDefined();
  expect(await find('bob-person', 'admin')).toBeDefined();
});
