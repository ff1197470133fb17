import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { LocalService } from '../../support/service/local-service.ts';
import { service } from '../../support/service/owners.ts';
import { type StartedSandbox, startSandbox } from '../../support/service/sandboxes.ts';

/** Through the deployed edge function, the writer of its store and the slow way, each in its own process. */
describe.runIf(service().stateDirectory !== null)('a lasting address', () => {
  let folder: string;
  let own: LocalService;
  let api: Api;
  let sandbox: StartedSandbox;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'e2e-waking-'));
    own = await LocalService.start({ stateDirectory: join(folder, 'state'), args: ['--sandbox-paths'] });
    api = Api.withKey(own.baseUrl, own.apiKey);
    sandbox = await startSandbox(api);
  });
  afterAll(async () => {
    await own?.interrupt();
    await rm(folder, { recursive: true, force: true });
  });

  const withKey = () => ({ 'X-Session-API-Key': sandbox.sessionKey });

  async function ask(headers: Record<string, string> = {}, path = '/api/conversations/count', method = 'GET') {
    const response = await fetch(`${sandbox.agentUrl}${path}`, { method, headers });
    const text = await response.text();
    const isProblem = response.headers.get('content-type')?.includes('problem') ?? false;
    return { status: response.status, code: isProblem ? JSON.parse(text).code : undefined, headers: response.headers };
  }

  async function pause(): Promise<void> {
    await api.post(`/api/v1/sandboxes/${sandbox.id}/pause`);
    await waitForSandbox(api, sandbox.id, 'PAUSED');
    // Until the edge has forgotten the task, requests still go there.
    await eventually('the edge asks the service', async () => (await ask()).code === 'sandbox_paused');
  }

  async function answers(): Promise<void> {
    await eventually('the agent answers at the same address', async () => {
      const { status, code } = await ask(withKey());
      if (status === 200) return true;
      throw new Error(`it answers ${status} ${code}`);
    });
  }

  it('reaches the agent of the running sandbox', async () => {
    await answers();
    expect((await ask()).status).toBe(401);
  });

  it('says that the sandbox is paused to who has no key, and to pages of other origins', async () => {
    await pause();

    const { status, code, headers } = await ask();
    const preflight = await ask({ 'Access-Control-Request-Method': 'POST' }, '/api/conversations', 'OPTIONS');

    expect([status, code, headers.get('access-control-allow-origin')]).toEqual([409, 'sandbox_paused', '*']);
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect((await api.get(`/api/v1/sandboxes/${sandbox.id}`)).body.status).toBe('PAUSED');
  });

  it('wakes the sandbox for its session key, which then works at the same address', async () => {
    const { status, code, headers } = await ask(withKey());

    expect([status, code, headers.get('retry-after')]).toEqual([503, 'sandbox_starting', '2']);
    await waitForSandbox(api, sandbox.id, 'RUNNING');
    await answers();
    const { body } = await api.get(`/api/v1/sandboxes/${sandbox.id}`);
    expect(body.exposed_urls[0].url).toBe(sandbox.agentUrl);
  });

  it('works again at the same address after a resume by the API', async () => {
    await pause();
    await api.post(`/api/v1/sandboxes/${sandbox.id}/resume`);
    await waitForSandbox(api, sandbox.id, 'RUNNING');

    await answers();
  });

  it('follows a changed policy, and ends with the sandbox', async () => {
    await api.send('PATCH', `/api/v1/sandboxes/${sandbox.id}`, { body: { wake: { AGENT_SERVER: 'never' } } });
    await pause();
    expect((await ask(withKey())).code).toBe('sandbox_paused');

    await api.delete(`/api/v1/sandboxes/${sandbox.id}`);
    expect(await ask(withKey())).toMatchObject({ status: 410, code: 'gone' });
  });
});
