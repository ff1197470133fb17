import { randomUUID } from 'node:crypto';
import { access, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { Admin } from '../../support/service/admin.ts';
import { Api } from '../../support/service/api.ts';
import {
  answersOf,
  askAgent,
  initialise,
  type StartedConversation,
  startConversation,
  talkable,
  waitForAnswer,
  waitForSandbox,
  waitForTask,
} from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { LocalService, runScript } from '../../support/service/local-service.ts';
import { everyProcessNaming, processesNaming, waitUntilGone } from '../../support/service/processes.ts';
import { agentsOf } from '../../support/service/sandboxes.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { passTimeOfStartTask } from '../../support/service/time.ts';

const stateDirectory = await mkdtemp(join(tmpdir(), 'e2e-restart-'));
const port = await freePort();
const secret = `very-secret-${randomUUID()}`;

/** In seconds. After so long without a write, a sweep treats the worker of a start as lost. */
const QUIET = 60;

/** Time limit for the completion of a start whose worker died, in milliseconds. */
const TAKEN_OVER = 150_000;

let service: LocalService | undefined;
let running: StartedConversation;
let paused: StartedConversation;
let starting: string;

afterAll(async () => {
  await service?.interrupt();
  await waitUntilGone([], stateDirectory);
  await rm(stateDirectory, { recursive: true, force: true });
});

async function start(): Promise<{ service: LocalService; api: Api }> {
  service = await LocalService.start({ stateDirectory, port });
  return { service, api: Api.withKey(service.baseUrl, service.apiKey) };
}

const current = () => {
  if (!service) throw new Error('no service runs');
  return { service, api: Api.withKey(service.baseUrl, service.apiKey) };
};

const takenOver = (api: Api, taskId: string) =>
  withSweeps(stateDirectory, waitForTask(api, taskId, 'READY', TAKEN_OVER), () =>
    passTimeOfStartTask(stateDirectory, taskId, QUIET),
  );

/** The Java processes of the service's DynamoDB Local. */
const databases = async () =>
  (await everyProcessNaming(stateDirectory)).filter(({ command }) => /^\S*java .*DynamoDBLocal/.test(command));

const said = async (conversation: StartedConversation) =>
  (await answersOf(conversation)).map((text) => text.split('\n')[0]);

/** One service that stops and starts with the same state. Each step continues from the previous one. */
describe('a local service that is stopped and started again', () => {
  let apiKey: string;

  it('writes one JSON line to stdout when it is ready, and nothing else', async () => {
    const { service: first, api } = await start();

    const { apiKey: key, sandboxUrl: sandbox_url, consoleUrl: console_url } = first;
    const ready = { base_url: `http://127.0.0.1:${port}`, api_key: key, sandbox_url, console_url };
    expect(first.stdout()).toBe(`${JSON.stringify(ready)}\n`);
    expect(console_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(sandbox_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\{label\}$/);
    expect(key).toMatch(/^acs_/);
    expect((await api.get('/api/keys/current')).body).toMatchObject({ user_id: 'local', name: 'npm start' });
    apiKey = first.apiKey;
  });

  it('lets only its own user read its files', async () => {
    const files = ['api-key', 'secrets.json', 'endpoint.json'].map((name) => stat(join(stateDirectory, name)));

    expect((await Promise.all(files)).map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['600', '600', '600']);
  });

  it('leaves no process when it is interrupted', async () => {
    const { service: first, api } = current();
    const hello = { initial_message: { content: [{ type: 'text', text: 'hello' }] } };
    running = await startConversation(api, { ...hello, title: 'runs on' });
    paused = await startConversation(api, { ...hello, title: 'sleeps on', secrets: { TOKEN: secret } });
    await Promise.all([running, paused].map((conversation) => waitForAnswer(conversation)));
    await api.post(`/api/v1/sandboxes/${paused.sandboxId}/pause`);
    starting = (await api.post('/api/v1/app-conversations', { title: 'was just starting' })).body.id;
    const family = await first.processes();
    expect(family.length).toBeGreaterThan(3);

    await first.interrupt();

    await waitUntilGone(family, stateDirectory);
    expect(first.stderr()).toMatch(/stopping[\s\S]*stopped/);
    expect(first.stdout().trimEnd()).not.toContain('\n');
    for (const hidden of [secret, first.apiKey, running.sessionKey]) expect(first.stderr()).not.toContain(hidden);
  });

  it('keeps running sandboxes running and paused ones paused after a restart, and finishes the starts', async () => {
    const { service: second, api } = await start();

    expect(second.apiKey).toBe(apiKey);
    await waitForSandbox(api, running.sandboxId, 'RUNNING');
    const again = await talkable(api, running.id);
    // Its agent restarted and received the same secrets once.
    expect(again).toEqual({ ...running, taskId: '' });
    expect(await initialise(again, await (await Admin.of(stateDirectory)).initKey(running.sandboxId))).toBe(401);
    expect(await said(again)).toEqual(['You said: hello']);
    await askAgent(again, '/events', 'still there?');
    expect(await waitForAnswer(again, 2)).toMatch(/^You said: still there\?\nMessage: 2\n/);
    expect((await api.get(`/api/v1/sandboxes/${paused.sandboxId}`)).body.status).toBe('PAUSED');
    await takenOver(api, starting);
    const titles = (await api.get('/api/v1/app-conversations')).body.items.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(['was just starting', 'sleeps on', 'runs on']);
  });

  it('resumes a sandbox that was paused before the restart, with its history', async () => {
    const { api } = current();
    await api.post(`/api/v1/sandboxes/${paused.sandboxId}/resume`);

    const awake = await talkable(api, paused.id);

    expect(await said(awake)).toEqual(['You said: hello']);
    expect(awake.sessionKey).toBe(paused.sessionKey);
  });

  it('adopts its running sandbox after it was killed, and finishes the start that was cut off', async () => {
    const { service: second, api } = current();
    const before = await talkable(api, running.id);
    const { id: begun } = (await api.post('/api/v1/app-conversations', { title: 'was cut off' })).body;
    expect(await databases()).toHaveLength(1);
    await second.kill();
    await eventually('its database has ended', async () => (await databases()).length === 0);

    const { api: after } = await start();

    await waitForSandbox(after, running.sandboxId, 'RUNNING');
    const again = await talkable(after, running.id);
    await askAgent(again, '/events', 'and now?');
    expect(await waitForAnswer(again, 3)).toMatch(/^You said: and now\?\n/);
    expect(await said(again)).toHaveLength(3);
    expect(before.sandboxId).toBe(again.sandboxId);
    expect(new Set((await agentsOf(running.sandboxId)).map(({ pid }) => pid)).size).toBe(1);
    await takenOver(after, begun);
  });

  it('deletes a sandbox with its processes after several restarts', async () => {
    const { api } = current();

    await api.delete(`/api/v1/sandboxes/${paused.sandboxId}`);

    await waitUntilGone([], paused.sandboxId);
  });

  it('is deleted by npm run reset after it was killed, its processes included', async () => {
    const { service: third } = current();
    await third.kill();

    const ended = await runScript('reset', ['--state', stateDirectory]);

    expect([ended.code, ended.stderr.includes('Error')]).toEqual([0, false]);
    await expect(access(stateDirectory)).rejects.toThrow();
    await waitUntilGone([], running.sandboxId);
    await waitUntilGone([], stateDirectory);
    expect(await processesNaming(stateDirectory)).toEqual([]);
  });
});
