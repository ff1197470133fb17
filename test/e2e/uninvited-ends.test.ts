import { beforeAll, describe, expect, it } from 'vitest';
import type { TaskEnd } from '../../infra/local/aws/control.ts';
import { belongingsOf, foundInWorkspace, leaveInWorkspace, waitForBelongings } from './support/belongings.ts';
import { endTask } from './support/control.ts';
import { waitForSandbox } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { newOwner, type Owner, service } from './support/owners.ts';
import { startSandbox } from './support/sandboxes.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';

/** Each restart waits longer than the one before. */
const RESTART_PATIENCE = 120_000;

describe.runIf(stateDirectory !== null)('a task that nobody asked to end', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await newOwner();
  });

  async function end(id: string, how: TaskEnd): Promise<void> {
    const [task] = (await belongingsOf(state, id)).live;
    await endTask(state, task?.id ?? '', how);
  }

  /** The sandbox when it runs under another key than this one. */
  const restarted = (id: string, oldKey: string) =>
    eventually(
      `sandbox ${id} runs again`,
      async () => {
        const { body } = await owner.api.get(`/api/v1/sandboxes/${id}`);
        if (body.status !== 'RUNNING' || body.session_api_key === oldKey) throw new Error(JSON.stringify(body));
        return body;
      },
      RESTART_PATIENCE,
    );

  it.concurrent.each<[TaskEnd, string]>([
    ['retirement', 'host_retired'],
    ['spot-interruption', 'spot_interrupted'],
    ['host-failure', 'host_failed'],
    ['out-of-memory', 'out_of_memory'],
    ['agent-crash', 'agent_exited'],
  ])('starts again with its workspace after %s', async (how, code) => {
    const { id, sessionKey } = await startSandbox(owner.api);
    const content = await leaveInWorkspace(state, id);

    await end(id, how);

    const { transitions } = await restarted(id, sessionKey);
    expect(transitions.map(({ reason }: { reason: string | null }) => reason)).toContain(code);
    expect(await foundInWorkspace(state, id)).toBe(content);
    expect((await belongingsOf(state, id)).live).toHaveLength(1);
    await waitForBelongings(state, id, [1, 1, 1], RESTART_PATIENCE);
  });

  it.concurrent('is started again three times, and then says why it is not', async () => {
    const { id, sessionKey } = await startSandbox(owner.api);
    const content = await leaveInWorkspace(state, id);
    let key = sessionKey;
    for (const _restart of [1, 2, 3]) {
      await end(id, 'agent-crash');
      key = (await restarted(id, key)).session_api_key;
    }

    await end(id, 'out-of-memory');

    const failed = await waitForSandbox(owner.api, id, 'ERROR');
    expect(failed.status_detail).toMatch(/memory/);
    await owner.api.post(`/api/v1/sandboxes/${id}/resume`);
    await waitForSandbox(owner.api, id, 'RUNNING');
    expect(await foundInWorkspace(state, id)).toBe(content);
  });

  it.concurrent('stays down when it was paused meanwhile', async () => {
    const { id } = await startSandbox(owner.api);
    const content = await leaveInWorkspace(state, id);

    await end(id, 'spot-interruption');
    await owner.api.post(`/api/v1/sandboxes/${id}/pause`);

    await waitForBelongings(state, id, [0, 0, 1]);
    expect((await waitForSandbox(owner.api, id, 'PAUSED')).pause_reason).toBe('api');
    await owner.api.post(`/api/v1/sandboxes/${id}/resume`);
    await waitForSandbox(owner.api, id, 'RUNNING');
    expect(await foundInWorkspace(state, id)).toBe(content);
  });
});
