import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { belongingsOfOwner } from '../../support/service/belongings.ts';
import { startConversation } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { newMember } from '../../support/service/members.ts';
import { keys, newOwner, type Owner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { callWorker } from '../../support/service/workers.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);
const at = (owner: Owner) => `/api/v1/owners/${owner.name}`;

describe.runIf(stateDirectory !== null)('owners', () => {
  let admin: Owner;
  let owner: Owner;
  let sandboxId: string;
  const change = ({ api }: Owner, body: unknown) => api.send('PATCH', at(owner), { body });
  beforeAll(async () => {
    [admin, owner] = await Promise.all([newOwner(['--scopes', 'admin']), newOwner()]);
    sandboxId = (await startSandbox(owner.api)).id;
  });

  it('that are suspended start nothing, are paused by the sweep, and can read', async () => {
    const { body } = await change(admin, { suspended: true, reason: 'The invoice is not paid' });
    expect(body).toMatchObject({
      state: 'SUSPENDED',
      suspension: { reason: 'The invoice is not paid', by: admin.keyId },
    });

    const refused = await owner.api.post('/api/v1/sandboxes', {});
    expectProblem(refused, 403, 'owner_suspended');
    expect(refused.body.detail).toContain('Reason: The invoice is not paid.');
    expectProblem(await owner.api.post('/api/v1/app-conversations', {}), 403, 'owner_suspended');
    expectProblem(await owner.api.post('/api/v1/app-conversations', { sandbox_id: sandboxId }), 403, 'owner_suspended');
    await callWorker(state, 'sweep-sandboxes', {});
    const paused = await owner.api.get(`/api/v1/sandboxes/${sandboxId}`);
    expect(paused.body).toMatchObject({ status: 'PAUSED', pause_reason: 'suspension' });
    expectProblem(await owner.api.post(`/api/v1/sandboxes/${sandboxId}/resume`), 403, 'owner_suspended');
    expectProblem(await owner.api.post(`/api/v1/sandboxes/${sandboxId}/fork`, { count: 1 }), 403, 'owner_suspended');
    const repository = { repository: 'acme/site' };
    expectProblem(await owner.api.post('/api/v1/prebuilds', repository), 403, 'owner_suspended');
    expect((await owner.api.get('/api/v1/limits')).status).toBe(200);

    await change(admin, { suspended: false });
    expect((await owner.api.post(`/api/v1/sandboxes/${sandboxId}/resume`)).status).toBe(200);
  });

  afterEach(() => faults.clear());

  it('are refused to keys without the scope admin', async () => {
    const stranger = await newOwner();
    for (const path of [at(owner), '/api/v1/operator/overview'])
      expectProblem(await stranger.api.get(path), 403, 'insufficient_scope');
    expectProblem(await change(stranger, { suspended: true }), 403, 'insufficient_scope');
    const remove = `${at(owner)}?confirm=${owner.name}`;
    expectProblem(await stranger.api.delete(remove), 403, 'insufficient_scope');
    expectProblem(await stranger.api.post('/api/v1/announcements', { text: 'x' }), 403, 'insufficient_scope');
  });

  it('that are deleted lose everything while workers die, and leave a receipt', async () => {
    // A task with its volume, a saved workspace, and a snapshot of the owner.
    const paused = `/api/v1/sandboxes/${(await startSandbox(owner.api)).id}`;
    const { body: snapshot } = await owner.api.post(`${paused}/snapshots`, { name: 'kept' });
    await eventually('the snapshot is READY', async () => {
      const { body } = await owner.api.get(`/api/v1/snapshots/${snapshot.id}`);
      return body.state === 'READY';
    });
    await owner.api.post(`${paused}/pause`);
    await eventually('its workspace is saved', async () => (await owner.api.get(paused)).body.expires_at !== null);
    // A member, an event, a message of a webhook endpoint, and a part of an upload.
    await newMember(owner, 'viewer');
    await startConversation(owner.api, { title: 'Deleted with its events' });
    const endpoint = { url: 'http://127.0.0.1:9999/', events: ['key.*'] };
    const { body: webhooks } = await owner.api.post('/api/v1/webhook-endpoints', endpoint);
    rememberSecret('the secret of a webhook endpoint', webhooks.secret);
    expect((await owner.api.post(`/api/v1/webhook-endpoints/${webhooks.id}/ping`)).status).toBe(202);
    const text = JSON.stringify([{ id: 0, source: 'user', action: 'message', args: { content: 'hello' } }]);
    const part = { number: 1, text, total_bytes: text.length };
    expect((await owner.api.post(`/api/v1/uploads/${randomUUID()}/parts`, part)).status).toBe(200);
    const { tasks, volumes, snapshots } = await belongingsOfOwner(state, owner.name);
    expect([tasks > 0, volumes > 0, snapshots > 1]).toEqual([true, true, true]);
    const eraser = { service: 'dynamodb', action: 'TransactWriteItems', function: 'erase-owner' } as const;
    await faults.add({ ...eraser, kind: 'refuse', error: 'AccessDeniedException', times: 3 });
    await faults.add({ ...eraser, kind: 'drop-answer', times: 2 });

    expectProblem(await admin.api.delete(`${at(admin)}?confirm=${admin.name}`), 409, 'conflict');
    expectProblem(await admin.api.delete(at(owner)), 422, 'validation_failed');
    const { status, body } = await admin.api.delete(`${at(owner)}?confirm=${owner.name}&records=delete`);
    expect([status, body.state]).toEqual([202, 'DELETING']);

    const deleted = eventually(
      'the owner is deleted',
      async () => {
        const { body: now } = await admin.api.get(at(owner));
        return now.state === 'DELETED' ? now : undefined;
      },
      240_000,
    );
    const done = await withSweeps(state, deleted);
    expect(await faults.left()).toEqual([]);
    expect(await belongingsOfOwner(state, owner.name)).toEqual({ tasks: 0, volumes: 0, snapshots: 0 });
    expect(done.deletion).toMatchObject({ records: 'delete', requested_by: admin.keyId });
    // The refused fork had made a snapshot to begin from.
    expect(done.deletion.deleted).toMatchObject({
      ...{ api_keys: 2, members: 1, sandboxes: 3, snapshots: 2, conversations: 1, webhook_endpoints: 1, uploads: 3 },
    });
    expect((await owner.api.get('/api/v1/limits')).status).toBe(401);
    expectProblem(await admin.api.post('/api/v1/owners', { id: owner.name }), 409, 'conflict');
    expectProblem(await admin.api.post(`${at(owner)}/keys`, {}), 409, 'conflict');
    const made = await keys('create', '--owner', owner.name);
    expect([made.code, made.stdout]).toEqual([1, '']);
    expect(made.stderr).toContain('deleted');
  });

  it('are told by announcements, and operators see them all at a glance', async () => {
    const text = 'Maintenance at six';
    const { body: made } = await admin.api.post('/api/v1/announcements', { text, level: 'warning' });
    const { body: later } = await admin.api.post('/api/v1/announcements', {
      text: 'Later',
      starts_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const reader = await newOwner();
    const { body } = await reader.api.get('/api/v1/announcements');
    expect(body.items.map(({ id }: { readonly id: string }) => id)).toContain(made.id);
    expect(body.items.map(({ id }: { readonly id: string }) => id)).not.toContain(later.id);
    for (const { id } of [made, later]) await admin.api.delete(`/api/v1/announcements/${id}`);

    await callWorker(state, 'sweep-sandboxes', {});
    const { body: overview } = await admin.api.get('/api/v1/operator/overview');
    expect(overview.summary.owners.total).toBeGreaterThan(0);
    expect(overview.sweep_age_seconds).toBeLessThan(60);
    expect(overview.summary.sweep.due_webhook_endpoints).toBeGreaterThanOrEqual(0);
  });
});
