import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Api } from './support/api.ts';
import {
  answersOf,
  askAgent,
  type StartedConversation,
  startConversation,
  talkable,
  waitForAnswer,
  waitForSandbox,
  waitForTask,
} from './support/conversations.ts';
import { freePort, LocalService } from './support/local-service.ts';
import { processesNaming, waitUntilGone } from './support/processes.ts';
import { processesOf } from './support/sandboxes.ts';

const stateDirectory = await mkdtemp(join(tmpdir(), 'e2e-restart-'));
const port = await freePort();
const secret = `very-secret-${randomUUID()}`;

/** The longest that a start may stand still after its worker died: the lease of the worker, and two sweeps. In milliseconds. */
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

/** The first line of each of the agent's answers. */
const said = async (conversation: StartedConversation) =>
  (await answersOf(conversation)).map((text) => text.split('\n')[0]);

/** One service that stops and starts on the same state; each step goes on from the one before. */
describe('a service that is started again', () => {
  let apiKey: string;

  it('writes one line when it is ready, and nothing else on stdout', async () => {
    const { service: first, api } = await start();

    expect(JSON.parse(first.stdout())).toEqual({
      base_url: `http://127.0.0.1:${port}`,
      api_key: expect.stringMatching(/^acs_/),
    });
    expect((await api.get('/api/keys/current')).body).toMatchObject({ user_id: 'local', name: 'npm start' });
    apiKey = first.apiKey;
  });

  it('leaves no process when it is interrupted', async () => {
    const { service: first, api } = current();
    const hello = { initial_message: { content: [{ type: 'text', text: 'hello' }] } };
    running = await startConversation(api, { ...hello, title: 'runs on' });
    paused = await startConversation(api, { ...hello, title: 'sleeps on' });
    await Promise.all([running, paused].map((conversation) => waitForAnswer(conversation)));
    await api.post(`/api/v1/sandboxes/${paused.sandboxId}/pause`);
    starting = (await api.post('/api/v1/app-conversations', { title: 'was just starting' })).body.id;
    await startConversation(api, { secrets: { TOKEN: secret } });
    const family = await first.processes();
    expect(family.length).toBeGreaterThan(3);

    await first.interrupt();

    await waitUntilGone(family, stateDirectory);
    expect(first.stderr()).toMatch(/stopping[\s\S]*stopped/);
    expect(first.stdout().trimEnd()).not.toContain('\n');
    for (const hidden of [secret, first.apiKey, running.sessionKey]) expect(first.stderr()).not.toContain(hidden);
  });

  it('finds everything again: what ran runs, what slept sleeps, what started goes on', async () => {
    const { service: second, api } = await start();

    expect(second.apiKey).toBe(apiKey);
    await waitForSandbox(api, running.sandboxId, 'RUNNING');
    const again = await talkable(api, running.id);
    expect(await said(again)).toEqual(['You said: hello']);
    await askAgent(again, '/events', 'still there?');
    expect(await waitForAnswer(again, 2)).toMatch(/^You said: still there\?\nMessage: 2\n/);
    expect((await api.get(`/api/v1/sandboxes/${paused.sandboxId}`)).body.status).toBe('PAUSED');
    await waitForTask(api, starting, 'READY', TAKEN_OVER);
    const titles = (await api.get('/api/v1/app-conversations')).body.items.map(({ title }: { title: string }) => title);
    expect(titles).toEqual([expect.any(String), 'was just starting', 'sleeps on', 'runs on']);
  }, 240_000);

  it('wakes what slept with everything that was said', async () => {
    const { api } = current();
    await api.post(`/api/v1/sandboxes/${paused.sandboxId}/resume`);

    const awake = await talkable(api, paused.id);

    expect(await said(awake)).toEqual(['You said: hello']);
    expect(awake.sessionKey).not.toBe(paused.sessionKey);
  });

  it('survives being killed, and takes back what was left behind', async () => {
    const { service: second, api } = current();
    const before = await talkable(api, running.id);
    const { id: begun } = (await api.post('/api/v1/app-conversations', { title: 'was cut off' })).body;
    await second.kill();

    const { api: after } = await start();

    await waitForSandbox(after, running.sandboxId, 'RUNNING');
    const again = await talkable(after, running.id);
    await askAgent(again, '/events', 'and now?');
    expect(await waitForAnswer(again, 3)).toMatch(/^You said: and now\?\n/);
    expect(await said(again)).toHaveLength(3);
    expect(before.sandboxId).toBe(again.sandboxId);
    expect(new Set((await processesOf(running.sandboxId)).map(({ pid }) => pid)).size).toBe(1);
    await waitForTask(after, begun, 'READY', TAKEN_OVER);
  }, 240_000);

  it('lets a sandbox go for good after all that', async () => {
    const { service: third, api } = current();
    for (const { sandboxId } of [running, paused]) await api.delete(`/api/v1/sandboxes/${sandboxId}`);

    await Promise.all([running, paused].map(({ sandboxId }) => waitUntilGone([], sandboxId)));

    const family = await third.processes();
    await third.interrupt();
    await waitUntilGone(family, stateDirectory);
    expect(await processesNaming(stateDirectory)).toEqual([]);
  });
});
