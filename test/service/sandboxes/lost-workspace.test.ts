import { describe, expect, it } from 'vitest';
import { deleteEbsSnapshots } from '../../support/service/belongings.ts';
import { startConversation, waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { passTime } from '../../support/service/time.ts';

const { stateDirectory } = service();
const owner = await newOwner();

/** In seconds. EC2 can fail to find a new snapshot for so long. */
const FRESH = 61;

describe.runIf(stateDirectory !== null)('a paused sandbox whose workspace is lost', () => {
  const act = (id: string, action: 'pause' | 'resume') => owner.api.post(`/api/v1/sandboxes/${id}/${action}`);
  const create = (body: unknown) => owner.api.post('/api/v1/app-conversations', body);

  it('shows until when its workspace is kept, and never starts without it', async () => {
    const conversation_id = crypto.randomUUID();
    const { sandboxId } = await startConversation(owner.api, { conversation_id });
    await act(sandboxId, 'pause');
    const paused = await eventually('its workspace is saved', async () => {
      const { body } = await owner.api.get(`/api/v1/sandboxes/${sandboxId}`);
      return body.expires_at === null ? undefined : body;
    });
    expect(paused).toMatchObject({ status: 'PAUSED', pause_reason: 'api', deadline_at: null, idle_at: null });
    expect(paused.status_detail).toContain(paused.expires_at);
    const states = paused.transitions.map(({ state }: { state: string }) => state);
    expect(states.slice(-3)).toEqual(['STOPPING', 'SAVING', 'PAUSED']);
    const days = (Date.parse(paused.expires_at) - Date.parse(paused.transitions.at(-1).time)) / 86_400_000;
    expect(days).toBeCloseTo(30);
    await deleteEbsSnapshots(stateDirectory ?? '', sandboxId);

    expect((await act(sandboxId, 'resume')).status).toBe(200);
    await eventually('it is looked for', async () => {
      const { body } = await owner.api.get(`/api/v1/sandboxes/${sandboxId}`);
      return body.status === 'STARTING' && /looking for its saved workspace/.test(body.status_detail)
        ? true
        : undefined;
    });
    await passTime(stateDirectory ?? '', sandboxId, FRESH);
    const failed = await waitForSandbox(owner.api, sandboxId, 'ERROR');

    expect(failed.transitions.at(-1)).toMatchObject({ state: 'ERROR', reason: 'workspace_lost' });
    for (const answer of [await act(sandboxId, 'resume'), await create({ sandbox_id: sandboxId })]) {
      expectProblem(answer, 410, 'gone');
      expect(answer.body.detail).toContain('Start a new sandbox');
    }
    const again = await startConversation(owner.api, { conversation_id });
    expect(again.sandboxId).not.toBe(sandboxId);
    expect((await owner.api.delete(`/api/v1/sandboxes/${sandboxId}`)).status).toBe(200);
  });
});
