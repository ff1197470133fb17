import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Admin } from '../../support/service/admin.ts';
import { Api } from '../../support/service/api.ts';
import {
  belongingsOf,
  foundInWorkspace,
  leaveInWorkspace,
  waitForBelongings,
} from '../../support/service/belongings.ts';
import { type Operator, operatorOf } from '../../support/service/control.ts';
import { type StartedConversation, startConversation, waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { type Ended, LocalService, runNode, runScript } from '../../support/service/local-service.ts';
import { waitUntilGone } from '../../support/service/processes.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { callWorker } from '../../support/service/workers.ts';

const stateDirectory = await mkdtemp(join(tmpdir(), 'e2e-restore-'));

let service: LocalService;
let api: Api;
let operator: Operator;
let dynamodb: DynamoDBClient;
let conversation: StartedConversation;
/** The checksums of the workspace at the first and at the last pause. */
let contents: { readonly first: string; readonly last: string };

beforeAll(async () => {
  service = await LocalService.start({ stateDirectory });
  api = Api.withKey(service.baseUrl, service.apiKey);
  operator = await operatorOf(stateDirectory);
  dynamodb = new DynamoDBClient(operator.client);
  conversation = await startConversation(api);
  contents = { first: await saved(), last: await resumedAndSaved() };
});

afterAll(async () => {
  dynamodb?.destroy();
  await service?.interrupt();
  await waitUntilGone([], stateDirectory);
  await rm(stateDirectory, { recursive: true, force: true });
});

/** Leaves a file in the workspace and pauses it. */
async function saved(): Promise<string> {
  const { sandboxId: id } = conversation;
  const content = await leaveInWorkspace(stateDirectory, id);
  await paused(id);
  return content;
}

async function paused(id: string): Promise<void> {
  await api.post(`/api/v1/sandboxes/${id}/pause`);
  await eventually('the workspace is saved', async () =>
    (await api.get(`/api/v1/sandboxes/${id}`)).body.expires_at === null ? undefined : true,
  );
}

async function resumed(): Promise<void> {
  await api.post(`/api/v1/sandboxes/${conversation.sandboxId}/resume`);
  await waitForSandbox(api, conversation.sandboxId, 'RUNNING');
}

async function resumedAndSaved(): Promise<string> {
  await resumed();
  return saved();
}

/** Runs the command without npm. One test below uses the npm script. */
function restore(...args: string[]): Promise<Ended> {
  return runNode(['infra/restore/main.ts', ...args, '--state', stateDirectory], process.env);
}

/** The JSON output of a successful command. @throws when the command fails */
async function restored(...args: string[]) {
  const { code, stdout, stderr } = await restore(...args, '--json');
  if (code !== 0) throw new Error(`restore ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Copies the table in its current state, because the local cloud cannot restore an earlier one. */
async function backUp(name: string): Promise<string> {
  return (await restored('table', '--name', name, '--at', 'latest')).restored;
}

async function lose(
  table: 'ConversationsTable' | 'SandboxesTable' | 'SnapshotsTable',
  key: Record<string, string>,
): Promise<void> {
  const Key = Object.fromEntries(Object.entries({ owner_id: 'local', ...key }).map(([name, S]) => [name, { S }]));
  await dynamodb.send(new DeleteItemCommand({ TableName: operator.outputs[table], Key }));
}

describe('rows that are lost', () => {
  it('are restored from a backup, but only while the service is paused', async () => {
    const path = `/api/v1/app-conversations/${conversation.id}`;
    const { id, sandboxId } = conversation;
    const [conversations, sandboxes] = [await backUp('Conversations'), await backUp('Sandboxes')];
    await lose('ConversationsTable', { conversation_id: id });
    await lose('SandboxesTable', { sandbox_id: sandboxId });
    expect((await api.get(path)).status).toBe(404);

    // The sweep of the next minute finds the disks without a row.
    await callWorker(stateDirectory, 'sweep-sandboxes', {});
    const { snapshots } = await belongingsOf(stateDirectory, sandboxId);
    expect(snapshots.map(({ tags }) => tags['agent-conversations:orphan-since'])).toEqual([
      expect.stringMatching(/^20/),
      expect.stringMatching(/^20/),
    ]);

    const early = await restore('table', '--name', 'Conversations', '--from', conversations, '--apply');
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('The service is not paused')]);
    expect(await restored('pause')).toMatchObject({ paused: true });
    expect((await api.get(path)).status).toBeGreaterThanOrEqual(500);

    const command = ['table', '--name', 'Conversations', '--from', conversations];
    expect(await restored(...command)).toMatchObject({ applied: false, written: 1, compared: { missing: 1 } });
    expect(await restored(...command, '--apply')).toMatchObject({ applied: true, written: 1, changed: 0 });
    expect(await restored(...command, '--apply')).toMatchObject({ written: 0, compared: { missing: 0 } });
    expect(await restored('table', '--name', 'Sandboxes', '--from', sandboxes, '--apply')).toMatchObject({
      written: 1,
    });
    expect(await restored('unpause')).toMatchObject({ paused: false });

    expect((await api.get(path)).body).toMatchObject({ id, sandbox_id: sandboxId });
    await callWorker(stateDirectory, 'sweep-sandboxes', {});
    await waitForBelongings(stateDirectory, sandboxId, [0, 0, 2]);
    const after = await belongingsOf(stateDirectory, sandboxId);
    expect(after.snapshots.map(({ tags }) => tags['agent-conversations:orphan-since'])).toEqual(['', '']);
  });

  it('of a snapshot are restored with the sandboxes that begin from it', async () => {
    const { id } = await startSandbox(api);
    const content = await leaveInWorkspace(stateDirectory, id);
    await paused(id);
    const { body: snapshot } = await api.post(`/api/v1/sandboxes/${id}/snapshots`);
    const copy = await backUp('Snapshots');
    await lose('SnapshotsTable', { snapshot_id: snapshot.id });
    await callWorker(stateDirectory, 'sweep-sandboxes', {});
    await restored('pause');

    const command = ['table', '--name', 'Snapshots', '--from', copy, '--apply'];
    expect(await restored(...command)).toMatchObject({ written: 1, reconciled: { sandboxes: 0, snapshots: 0 } });
    await restored('unpause');

    expect((await api.get(`/api/v1/snapshots/${snapshot.id}`)).body).toEqual(snapshot);
    await api.post(`/api/v1/sandboxes/${id}/resume`);
    await waitForSandbox(api, id, 'RUNNING');
    expect(await foundInWorkspace(stateDirectory, id)).toBe(content);
    await api.delete(`/api/v1/sandboxes/${id}`);
  });

  it('cannot be restored from an earlier time on the local cloud', async () => {
    const args = ['table', '--name', 'Owners', '--at', '2026-01-31T12:00:00Z', '--state', stateDirectory];
    const { code, stderr } = await runScript('restore', args);

    expect([code, stderr]).toEqual([1, expect.stringContaining('can restore only the latest time')]);
  });
});

describe('a damaged workspace', () => {
  const order = () => ['workspace', '--owner', 'local', '--sandbox', conversation.sandboxId];

  it('is replaced by the previous one, and kept until it is released', async () => {
    const before = await (await Admin.of(stateDirectory)).sandbox(conversation.sandboxId);

    expect(await restored(...order())).toMatchObject({ applied: false, snapshot_id: before.previous_snapshot_id });
    const { put_aside: aside } = await restored(...order(), '--apply');
    expect(aside).toBe(before.snapshot_id);
    await resumed();
    expect(await foundInWorkspace(stateDirectory, conversation.sandboxId)).toBe(contents.first);

    const early = await restore(...order(), '--snapshot', aside, '--apply');
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('is RUNNING, not at rest. Pause it')]);
    await saved();
    await callWorker(stateDirectory, 'sweep-sandboxes', {});
    await waitForBelongings(stateDirectory, conversation.sandboxId, [0, 0, 3]);
    expect(await restored(...order(), '--snapshot', aside, '--apply')).toMatchObject({ snapshot_id: aside });
    await resumed();

    expect(await foundInWorkspace(stateDirectory, conversation.sandboxId)).toBe(contents.last);
  });
});

describe('a master secret that lost its keys', () => {
  it('gets the keys of its previous version back, and keeps its own', async () => {
    const admin = await Admin.of(stateDirectory);
    const before = await admin.masterSecret();
    const damaged = JSON.stringify({ current: 'k7', k7: 'a-key-of-another-secret' });
    const secrets = new SecretsManagerClient(operator.client);
    const SecretId = operator.outputs.MasterSecretArn;
    await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: damaged }));

    expect(await restored('secret')).toMatchObject({ applied: false, restored: ['k1'] });
    expect(await admin.masterSecret()).not.toHaveProperty('k1');
    const outcome = await restore('secret', '--apply');

    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining('Keys k1 are restored.') });
    expect(outcome.stdout).not.toContain(before.k1);
    expect(await admin.masterSecret()).toEqual({ current: 'k7', k7: 'a-key-of-another-secret', k1: before.k1 });
    secrets.destroy();
  });
});

describe('a sandbox that runs when its row is lost', () => {
  it('is stopped, and its unsaved volume is kept and marked', async () => {
    const { sandboxId } = conversation;
    await lose('SandboxesTable', { sandbox_id: sandboxId });
    const marked = eventually('its volume is marked', async () => {
      const { live, volumes } = await belongingsOf(stateDirectory, sandboxId);
      const [volume] = volumes;
      if (!volume) throw new Error('its volume is gone');
      return live.length === 0 && volume.tags['agent-conversations:orphan-since'] ? true : undefined;
    });

    await withSweeps(stateDirectory, marked);
  });
});
