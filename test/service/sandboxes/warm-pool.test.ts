import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POOL_OWNER } from '../../../shared/domain/sandboxes/record/identity.ts';
import { Admin } from '../../support/service/admin.ts';
import { inventoryOf } from '../../support/service/control.ts';
import { askAgent, initialise, startConversation, waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { HostedService } from '../../support/service/hosted-service.ts';
import { newOwner, type Owner, removeSandboxes, service, useService } from '../../support/service/owners.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { waitForPool, waitForRefill, waitUntilFull, warmRows } from '../../support/service/warm-pool.ts';

const shared = service();

/** Uses its own service, because a warm pool would change every other test. */
describe('a warm pool', () => {
  let hosted: HostedService;
  let state: string;
  let ann: Owner;
  let stranger: Owner;

  beforeAll(async () => {
    hosted = await HostedService.make('sources', { warmPools: { reference: { size: 1 } } });
    state = hosted.stateDirectory;
    useService(await hosted.start());
    [ann, stranger] = await Promise.all([newOwner(), newOwner()]);
  }, 300_000);

  afterAll(async () => {
    await removeSandboxes();
    await hosted.end();
    useService(shared);
  });

  const tasks = async () => (await inventoryOf(state)).tasks.filter(({ last_status: status }) => status !== 'STOPPED');

  it('gives its task to the next conversation that starts', async () => {
    const [warm] = await waitForPool(state, 1);

    const conversation = await startConversation(ann.api);

    const path = `/api/v1/sandboxes/${conversation.sandboxId}`;
    const { body } = await ann.api.get(path);
    expect(body.transitions.map(({ state: phase }: { state: string }) => phase)).toEqual(['BOOTING', 'RUNNING']);
    const row = await (await Admin.of(state)).sandbox(conversation.sandboxId);
    expect([row.task_arn, row.claimed?.sandbox_id]).toEqual([warm?.task_arn, warm?.sandbox_id]);
    expect((await askAgent(conversation, '')).status).toBe(200);
    // A stranger reaches neither the sandbox nor the former warm task.
    expect((await stranger.api.get(path)).status).toBe(404);
    expect((await stranger.api.get(`/api/v1/sandboxes/${warm?.sandbox_id}`)).status).toBe(404);
    expect((await askAgent({ ...conversation, sessionKey: stranger.apiKey }, '')).status).toBe(401);
  });

  it('starts another task, which accepts no guessed key and is hidden from callers', async () => {
    const [warm] = await waitForRefill(state, 1);
    expect(warm?.owner_id).toBe(POOL_OWNER);

    const { body } = await ann.api.get('/api/v1/sandboxes/search');
    expect(body.items.map(({ id }: { id: string }) => id)).not.toContain(warm?.sandbox_id);
    const conversation = await startConversation(stranger.api);
    const claimed = await (await Admin.of(state)).sandbox(conversation.sandboxId);
    expect(claimed.claimed?.sandbox_id).toBe(warm?.sandbox_id);
    const initKey = await (await Admin.of(state)).initKey(conversation.sandboxId);
    expect(await initialise(conversation, `${initKey}x`)).not.toBe(200);
    expect(await initialise(conversation, initKey)).not.toBe(200);
    const usage = await stranger.api.get('/api/v1/usage');
    expect(usage.status, usage.text).toBe(200);
  });

  it('serves every endpoint that makes a sandbox', async () => {
    const { api } = ann;
    const first = async (sandboxId: string) => (await api.get(`/api/v1/sandboxes/${sandboxId}`)).body.transitions[0];
    const sandboxOf = async (id: string) => (await api.get(`/api/v1/app-conversations/${id}`)).body.sandbox_id;

    await waitUntilFull(state, 1);
    const { body: made } = await api.post('/api/v1/sandboxes');
    expect(made.transitions[0]).toMatchObject({ state: 'BOOTING' });

    await waitUntilFull(state, 1);
    const { body: legacy } = await api.post('/api/conversations', {});
    const legacySandbox = await sandboxOf(legacy.conversation_id);
    expect(await first(legacySandbox)).toMatchObject({ state: 'BOOTING' });

    await waitUntilFull(state, 1);
    const streamed = JSON.parse((await api.post('/api/v1/app-conversations/stream-start', {})).text);
    expect(streamed.at(-1)).toMatchObject({ status: 'READY' });
    expect(await first(streamed.at(-1).sandbox_id)).toMatchObject({ state: 'BOOTING' });

    await waitUntilFull(state, 1);
    await api.delete(`/api/v1/sandboxes/${legacySandbox}`);
    const started = await api.post(`/api/conversations/${legacy.conversation_id}/start`, { providers_set: [] });
    expect(started.status, started.text).toBe(200);
    const another = await sandboxOf(legacy.conversation_id);
    expect(another).not.toBe(legacySandbox);
    expect(await first(another)).toMatchObject({ state: 'BOOTING' });
  });

  it('is not used by a resume, which restores the workspace of the claimed task', async () => {
    await waitUntilFull(state, 1);
    const { sandboxId } = await startConversation(ann.api);
    const { api } = ann;
    await api.post(`/api/v1/sandboxes/${sandboxId}/pause`);
    const { body: paused } = await api.get(`/api/v1/sandboxes/${sandboxId}`);
    expect(paused.status).toBe('PAUSED');
    await withSweeps(
      state,
      eventually('its workspace is saved', async () => {
        const row = await (await Admin.of(state)).sandbox(sandboxId);
        return row.phase === 'PAUSED' && row.snapshot_id !== null && row.discards.length === 0;
      }),
    );

    await api.post(`/api/v1/sandboxes/${sandboxId}/resume`);
    await withSweeps(state, waitForSandbox(api, sandboxId, 'RUNNING'));

    const row = await (await Admin.of(state)).sandbox(sandboxId);
    expect([row.generation, row.claimed]).toEqual([2, null]);
  });

  it('keeps only its own task when all sandboxes are deleted', async () => {
    await removeSandboxes();

    await withSweeps(
      state,
      eventually('only the pool runs', async () => {
        const [live, rows] = [await tasks(), await warmRows(state)];
        if (live.length === 1 && rows.length === 1) return true;
        throw new Error(JSON.stringify({ live, rows: rows.map(({ phase, desired }) => [phase, desired]) }));
      }),
    );
  });
});
