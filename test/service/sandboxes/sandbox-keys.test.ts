import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Admin } from '../../support/service/admin.ts';
import { Api } from '../../support/service/api.ts';
import {
  askAgent,
  initialise,
  type StartedConversation,
  startConversation,
  talkable,
  waitForAnswer,
  waitForSandbox,
} from '../../support/service/conversations.ts';
import { sendOnce } from '../../support/service/idempotency.ts';
import { runScript } from '../../support/service/local-service.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { canary, rememberSecret } from '../../support/service/secrets-of-run.ts';

const { stateDirectory: state } = service();
const stateDirectory = state ?? '';
const given = canary('a secret of a start');

/** Two conversations with a secret: one stays in use, the other is paused during the rotation of the master key. */
const { api } = await newOwner();
const request = { secrets: { TOKEN: given }, initial_message: { content: [{ type: 'text', text: 'hello' }] } };
let [awake, asleep] = await Promise.all([startConversation(api, request), startConversation(api, request)]);
await Promise.all([waitForAnswer(awake), waitForAnswer(asleep)]);

const admin = () => Admin.of(stateDirectory);
const rotate = () => runScript('keys', ['rotate-master', '--json', '--state', stateDirectory]);

async function pause({ sandboxId }: StartedConversation): Promise<void> {
  await api.post(`/api/v1/sandboxes/${sandboxId}/pause`);
  await waitForSandbox(api, sandboxId, 'PAUSED');
}

async function resume({ id, sandboxId }: StartedConversation): Promise<StartedConversation> {
  await api.post(`/api/v1/sandboxes/${sandboxId}/resume`);
  return talkable(api, id);
}

async function converse(conversation: StartedConversation, text: string, count: number): Promise<void> {
  expect((await askAgent(conversation, '/events', text)).status).toBe(200);
  expect(await waitForAnswer(conversation, count)).toContain(`You said: ${text}`);
}

/** Each step continues from the previous one. test/e2e/local/service-restart.test.ts restarts the service. */
describe.runIf(state !== null)('the keys of a sandbox', () => {
  it('are absent from its task except for the init key', async () => {
    const operator = await admin();
    const sandbox = await operator.sandbox(awake.sandboxId);

    const { overrides } = await operator.task(sandbox);

    expect(overrides?.containerOverrides).toEqual([
      {
        name: 'agent',
        environment: [
          { name: 'OH_DEFERRED_INIT', value: 'true' },
          { name: 'OH_SECRET_KEY', value: await operator.initKey(awake.sandboxId) },
        ],
      },
    ]);
  });

  it('are delivered once, after which the init key is refused', async () => {
    const initKey = await (await admin()).initKey(awake.sandboxId);

    expect(await initialise(awake, initKey)).toBe(401);
    expect(await initialise(awake, 'another')).toBe(401);
    expect((await askAgent(awake, '')).status).toBe(200);
    expect((await askAgent({ ...awake, sessionKey: initKey }, '')).status).toBe(401);
    expect((await askAgent({ ...awake, sessionKey: 'intruder' }, '')).status).toBe(401);
  });

  it('outlast a resume, which still opens sealed data', async () => {
    await pause(awake);
    const { sessionKey } = awake;

    awake = await resume(awake);

    expect(awake.sessionKey).toBe(sessionKey);
    await converse(awake, 'after a pause', 2);
  });

  it('include another session key after a rotation, which refuses the old one and keeps the workspace', async () => {
    const { sessionKey: old, sandboxId } = awake;
    const secrets = `/api/v1/sandboxes/${sandboxId}/settings/secrets`;
    const withKey = (key: string) => Api.withKey(service().baseUrl, key).get(secrets);
    expect((await withKey(old)).status).toBe(200);

    expect((await sendOnce(api, `/api/v1/sandboxes/${sandboxId}/rotate-session-key`, undefined, 'once')).status).toBe(
      200,
    );

    expect((await withKey(old)).status).toBe(401);
    expect((await api.get(`/api/v1/sandboxes/${sandboxId}`)).body).toMatchObject({ status: 'STARTING' });
    await waitForSandbox(api, sandboxId, 'RUNNING');
    awake = await talkable(api, awake.id);
    expect(awake.sessionKey).not.toBe(old);
    expect((await withKey(awake.sessionKey)).status).toBe(200);
    expect((await withKey(old)).status).toBe(401);
    expect((await askAgent({ ...awake, sessionKey: old }, '')).status).toBe(401);
    await converse(awake, 'after a rotation', 3);
  });

  it('include other session keys after the revocation of a compromised API key, once', async () => {
    const { body: leaked } = await api.post('/api/keys', { scopes: ['sandboxes:write'] });
    rememberSecret('an API key', leaked.key);
    const before = [awake.sessionKey, asleep.sessionKey];
    const path = `/api/keys/${leaked.id}?compromised=true`;

    expect((await api.delete(path)).body.session_keys).toEqual({ rotated: 2, complete: true });

    expect((await Api.withKey(service().baseUrl, leaked.key).get('/api/keys/current')).status).toBe(401);
    expect((await api.delete(path)).body.session_keys).toEqual({ rotated: 0, complete: true });
    await Promise.all([awake, asleep].map(({ sandboxId }) => waitForSandbox(api, sandboxId, 'RUNNING')));
    [awake, asleep] = await Promise.all([talkable(api, awake.id), talkable(api, asleep.id)]);
    for (const old of before) {
      expect([awake.sessionKey, asleep.sessionKey]).not.toContain(old);
      const secrets = `/api/v1/sandboxes/${awake.sandboxId}/settings/secrets`;
      expect((await Api.withKey(service().baseUrl, old).get(secrets)).status).toBe(401);
    }
  });

  it('stay valid for running, paused and new sandboxes when the master key rotates', async () => {
    await pause(asleep);
    const { current: old } = await (await admin()).masterSecret();
    const { stdout, code } = await rotate();
    expect([code, JSON.parse(stdout)]).toEqual([0, { current: expect.not.stringContaining(old), previous: old }]);

    expect((await api.get(`/api/v1/sandboxes/${awake.sandboxId}`)).body.session_api_key).toBe(awake.sessionKey);
    await converse(awake, 'after the rotation of the master key', 4);
    const [woken, fresh] = await Promise.all([resume(asleep), startConversation(api)]);
    await converse(woken, 'good morning', 2);
    await converse(fresh, 'new here', 1);
    asleep = woken;

    const operator = await admin();
    const ids = [awake, asleep, fresh].map(async ({ sandboxId }) => (await operator.sandbox(sandboxId)).key_id);
    expect(await Promise.all(ids)).toEqual([old, old, JSON.parse(stdout).current]);
  });

  it('all stay valid after two concurrent rotations of the master key', async () => {
    const before = await (await admin()).masterSecret();

    const outcomes = await Promise.all([rotate(), rotate()]);

    const made = outcomes.filter(({ code }) => code === 0).map(({ stdout }) => JSON.parse(stdout).current);
    const after = await (await admin()).masterSecret();
    expect(made.length).toBeGreaterThan(0);
    expect(made).toContain(after.current);
    expect(Object.keys(after).toSorted()).toEqual([...Object.keys(before), ...made].toSorted());
    expect(after).toMatchObject({ ...before, current: after.current });
    for (const { code, stderr } of outcomes)
      if (code !== 0) expect(stderr).toMatch(/at the same time\. Nothing was changed/);
  });

  it('appear in no log, table or file', async () => {
    const operator = await admin();
    const keys = await operator.keys();
    const master = Object.entries(await operator.masterSecret()).flatMap(([id, key]) => (id === 'current' ? [] : key));
    const derived = await Promise.all(
      [awake, asleep].map(async ({ sandboxId }) => {
        const sandbox = await operator.sandbox(sandboxId);
        const generations = Array.from({ length: sandbox.generation }, (_, number) => number + 1);
        const revisions = Array.from({ length: sandbox.session_revision }, (_, number) => number + 1);
        const sessions = revisions.map((session_revision) => keys.sessionKey({ ...sandbox, session_revision }));
        const deliveries = generations.map((generation) => keys.deliveryKey({ ...sandbox, generation }));
        return Promise.all([keys.secretKey(sandbox), ...sessions, ...deliveries]);
      }),
    );
    const secrets = [...master, ...derived.flat()];
    expect(secrets.length).toBeGreaterThanOrEqual(3 + 2 * 3);

    // The secret scan at the end of the run searches logs and tables for them.
    for (const secret of secrets) rememberSecret('a key of a sandbox', secret);
    const files = await filesOf(stateDirectory);
    expect(files.map(({ path }) => path)).toContain('ecs/tasks.json');
    for (const { path, content } of files)
      for (const secret of [...secrets, given]) expect(content.includes(secret), `${path} holds a secret`).toBe(false);
  });
});

/** All files of the service and its sandboxes, except the one that replaces Secrets Manager. */
async function filesOf(folder: string): Promise<readonly { readonly path: string; readonly content: Buffer }[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const kept = paths
    .map((path) => path.slice(folder.length + 1))
    .filter((path) => !/^(secrets\.json|assembly)/.test(path));
  // A sandbox that ends at this moment removes its files.
  const contentOf = (path: string) => readFile(join(folder, path)).catch(() => Buffer.alloc(0));
  return Promise.all(kept.map(async (path) => ({ path, content: await contentOf(path) })));
}
