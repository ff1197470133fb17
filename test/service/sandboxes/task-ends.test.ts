import { beforeAll, describe, expect, it } from 'vitest';
import type { TaskEnd } from '../../../infra/local/ecs/task-end.ts';
import {
  belongingsOf,
  foundInWorkspace,
  leaveInWorkspace,
  waitForBelongings,
} from '../../support/service/belongings.ts';
import { endTask } from '../../support/service/control.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';

/** Each kind of end is simulated by the tests of the local ECS, and judged by the tests of the next step. */
describe.runIf(stateDirectory !== null)('a sandbox whose task ends without a request', () => {
  let owner: Owner;
  let id: string;
  let firstKey: string;
  let content: string;

  beforeAll(async () => {
    owner = await newOwner();
    ({ id, sessionKey: firstKey } = await startSandbox(owner.api));
    content = await leaveInWorkspace(state, id);
  });

  async function end(how: TaskEnd): Promise<void> {
    const [task] = (await belongingsOf(state, id)).live;
    await endTask(state, task?.id ?? '', how);
  }

  it('starts again with its workspace and a new key, and shows the reason', async () => {
    await end('out-of-memory');

    const { transitions } = await eventually(`sandbox ${id} runs again`, async () => {
      const { body } = await owner.api.get(`/api/v1/sandboxes/${id}`);
      if (body.status !== 'RUNNING' || body.session_api_key === firstKey) throw new Error(JSON.stringify(body));
      return body;
    });
    expect(transitions.map(({ reason }: { reason: string | null }) => reason)).toContain('out_of_memory');
    expect(await foundInWorkspace(state, id)).toBe(content);
    await waitForBelongings(state, id, [1, 1, 1]);
  });

  it('stays paused when a pause came before the end of its task, and keeps its workspace', async () => {
    await end('spot-interruption');
    await owner.api.post(`/api/v1/sandboxes/${id}/pause`);

    expect((await waitForSandbox(owner.api, id, 'PAUSED')).pause_reason).toBe('api');
    await eventually('nothing runs, and the volume is saved', async () => {
      const { live, volumes } = await belongingsOf(state, id);
      return live.length + volumes.length === 0 ? true : undefined;
    });
    await owner.api.post(`/api/v1/sandboxes/${id}/resume`);
    await waitForSandbox(owner.api, id, 'RUNNING');
    expect(await foundInWorkspace(state, id)).toBe(content);
  });
});
