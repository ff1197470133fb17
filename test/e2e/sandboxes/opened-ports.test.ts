import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { installedAgentServer } from '../../../infra/specs/installed-program.ts';
import { availableTools } from '../../integration/infra/local/namespaces/available.ts';
import { freePort } from '../../support/free-port.ts';
import { Api } from '../../support/service/api.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { LocalService } from '../../support/service/local-service.ts';
import { removeSandboxes, service, useService } from '../../support/service/owners.ts';
import { runningSandbox, type StartedSandbox, startSandbox } from '../../support/service/sandboxes.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest({ keyOptions: ['--scopes', 'admin'] });

// Namespaces show the local edge which programs belong to a sandbox.
const canReach = service().stateDirectory !== null && (await availableTools()).length > 0;
const specs = ['reference', ...(installedAgentServer(process.env) === undefined ? [] : ['openhands-local'])];

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly code: string | undefined;
  readonly location: string | undefined;
  readonly cookie: string | undefined;
}

/** Asks a host below localhost, which not every resolver knows. */
function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { host, port, pathname, search } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const options = { host: '127.0.0.1', port, path: pathname + search, headers: { host, ...headers }, agent: false };
  get(options, (response) => {
    const { 'set-cookie': cookies, location, 'content-type': type = '' } = response.headers;
    text(response).then((body) => {
      const code = type.includes('problem') ? JSON.parse(body).code : undefined;
      resolve({ status: response.statusCode ?? 0, body, code, location, cookie: cookies?.[0]?.split(';')[0] });
    }, reject);
  }).on('error', reject);
  return promise;
}

/**
 * Through the deployed function and the local edge, to an app that a command has started. Uses its own service, because
 * ports need a domain for sandboxes.
 */
describe.runIf(canReach)('an opened port (needs namespaces)', () => {
  const shared = service();
  let folder: string;
  let own: LocalService;
  let api: Api;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'e2e-ports-'));
    const stateDirectory = join(folder, 'state');
    own = await LocalService.start({ stateDirectory, args: ['--sandbox-domain', 'localhost'] });
    const { baseUrl, apiKey, sandboxUrl, consoleUrl } = own;
    useService({ baseUrl, apiKey, sandboxUrl, consoleUrl, keysOption: ['--state', stateDirectory], stateDirectory });
    api = Api.withKey(own.baseUrl, own.apiKey);
  });
  afterAll(async () => {
    await removeSandboxes();
    await own?.interrupt();
    useService(shared);
    await rm(folder, { recursive: true, force: true });
  });

  describe.each(specs)('of a sandbox of the spec %s', (spec) => {
    let sandbox: StartedSandbox;
    let port: number;
    let ports: string;
    const opened: Record<string, { id: string; url: string }> = {};

    beforeAll(async () => {
      const { body } = await api.post('/api/v1/sandboxes', undefined, { sandbox_spec_id: spec });
      sandbox = await runningSandbox(api, body.id);
      ports = `/api/v1/sandboxes/${sandbox.id}/ports`;
      port = await freePort();
      await startApp();
    });

    /** It returns the path and the cookies that it gets. */
    async function startApp(): Promise<void> {
      const app = `require('node:http').createServer(({ url, headers: { cookie = '' } }, response) =>
        response.end('app ' + url + ' ' + cookie)).listen(${port}, '0.0.0.0')`;
      const command = [process.execPath, '-e', app];
      const started = await api.post(`/api/v1/sandboxes/${sandbox.id}/commands`, { command, background: true });
      expect(started.status, started.text).toBe(200);
    }

    const withKey = () => ({ 'X-Session-API-Key': sandbox.sessionKey });
    const urlOf = (access: string) => opened[access]?.url ?? '';

    function answers(url: string, headers: Record<string, string> = {}): Promise<boolean> {
      return eventually(`the app answers at ${url}`, async () => {
        const { status, body, code } = await ask(url, headers);
        if (status === 200) return body.startsWith('app /');
        throw new Error(`it answers ${status} ${code}: ${body.slice(0, 200)}`);
      });
    }

    it('is offered while its app listens', async () => {
      const found = await eventually('the app is found', async () => {
        const { body } = await api.get(ports, { listening: true });
        return body.listening?.find((one: { port: number }) => one.port === port);
      });

      expect(found).toEqual({ port, process: 'node', loopback_only: false });
      const { body } = await api.get(ports, { listening: true });
      expect(body.listening.map((one: { port: number }) => one.port)).toEqual([port]);
    });

    it('leads to the app with the session key, by link, or for everyone, as it was opened', async () => {
      for (const access of ['key', 'link', 'public']) {
        const { status, body, text: said } = await api.post(ports, { port, access });
        expect(status, said).toBe(201);
        opened[access] = body;
      }

      await answers(urlOf('key'), withKey());
      await answers(urlOf('link'));
      await answers(urlOf('public'));
      const { status, code } = await ask(urlOf('key'));
      expect([status, code]).toEqual([401, 'sandbox_key_needed']);
      const bearer = await ask(urlOf('key'), { Authorization: `Bearer ${sandbox.sessionKey}` });
      expect(bearer.status).toBe(200);
    });

    it('opens in a browser by a link, whose cookie the app does not get', async () => {
      const { body } = await api.post(`${ports}/${opened.key?.id}/open-in-browser`, { path: '/page' });
      const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };

      const { status, location, cookie = '' } = await ask(body.url, visit);
      expect([status, location]).toEqual([303, '/page']);
      const page = await ask(`${urlOf('key')}${location}`, { ...visit, cookie: `of=app; ${cookie}` });

      expect([page.status, page.body]).toEqual([200, 'app /page of=app']);
    });

    it('is refused once it is closed', async () => {
      await api.delete(`${ports}/${opened.link?.id}`);
      const from = Date.now();

      await eventually('the edge refuses it', async () => (await ask(urlOf('link'))).code === 'gone', 30_000);

      expect(Date.now() - from).toBeLessThan(30_000);
      expect((await ask(urlOf('public'))).status).toBe(200);
    });

    it('is the same after a pause, as soon as its app has started again', async () => {
      await api.post(`/api/v1/sandboxes/${sandbox.id}/pause`);
      await waitForSandbox(api, sandbox.id, 'PAUSED');
      const paused = () => ask(urlOf('key'), withKey());
      await eventually('the edge asks the service', async () => (await paused()).code === 'sandbox_paused');
      await api.post(`/api/v1/sandboxes/${sandbox.id}/resume`);
      await waitForSandbox(api, sandbox.id, 'RUNNING');
      await eventually('nothing listens', async () => [502, 504].includes((await ask(urlOf('public'))).status));
      expect((await api.get(ports, { listening: true })).body.listening).toEqual([]);

      await startApp();

      await answers(urlOf('key'), withKey());
      await answers(urlOf('public'));
    });
  });

  describeInBrowser('in the console', () => {
    it('offers what listens, and opens, previews, shares, changes and closes ports', async ({
      owner,
      visitor: one,
    }) => {
      const { page } = one;
      const { id } = await startSandbox(owner.api);
      const port = await freePort();
      const html = '<!doctype html><html lang="en"><title>App</title><main><h1>the app</h1></main>';
      const app = `require('node:http').createServer((_, response) => response.setHeader('Content-Type', 'text/html')
        .end('${html}')).listen(${port}, '0.0.0.0')`;
      const command = [process.execPath, '-e', app];
      await owner.api.post(`/api/v1/sandboxes/${id}/commands`, { command, background: true });
      const menu = async (name: string) => {
        await page.getByRole('button', { name: /^Actions for port/ }).click();
        await page.getByRole('menuitem', { name }).click();
      };
      const dialog = page.getByRole('dialog');

      await one.signIn(owner.apiKey, { path: `/sandboxes/${id}?tab=ports` });
      await page.getByRole('button', { name: `Open port ${port}`, exact: true }).click();
      await dialog.getByLabel('Name').fill('preview');
      expect(await dialog.getByLabel(/^Port/).inputValue()).toBe(String(port));
      await dialog.getByLabel('Who can use it').selectOption('link');
      await dialog.getByText('The URL is the only protection').waitFor();
      await one.expectAccessible();
      await dialog.getByRole('button', { name: 'Open' }).click();
      await page.getByRole('row').filter({ hasText: 'Anyone with the URL' }).waitFor();

      // Until the edge has a new port, the page at its URL loads itself again.
      one.mean((status, route) => `${status} ${route}` === '503 GET /');
      await menu('Preview');
      await page.frameLocator('iframe').getByRole('heading', { name: 'the app' }).waitFor();
      await one.expectGoodLooks('Ports');
      await menu('Share');
      await page.getByText('URL copied', { exact: true }).waitFor();
      const [opened] = (await owner.api.get(`/api/v1/sandboxes/${id}/ports`)).body.items;
      expect(await one.clipboard()).toBe(opened.url);

      await menu('Change');
      await dialog.getByLabel('Who can use it').selectOption('key');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('row').filter({ hasText: 'Session key' }).waitFor();
      await page.locator('iframe').waitFor({ state: 'detached' });
      const [tab] = await Promise.all([
        one.context.waitForEvent('page'),
        page.getByRole('button', { name: /^Open port .* in a new tab$/ }).click(),
      ]);
      await tab.getByRole('heading', { name: 'the app' }).waitFor();
      expect(new URL(tab.url()).origin).toBe(opened.url);
      await tab.close();

      await menu('Close');
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
      await page.getByText('No port is open.').waitFor();

      await page.getByLabel('Agent server').selectOption('never');
      await page.getByText('Saved', { exact: true }).waitFor();
      expect((await owner.api.get(`/api/v1/sandboxes/${id}`)).body.wake.AGENT_SERVER).toBe('never');
      one.expectNoFailure();
    });
  });
});
