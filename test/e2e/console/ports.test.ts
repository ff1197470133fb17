import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { availableTools } from '../../integration/infra/local/namespaces/available.ts';
import { freePort } from '../../support/free-port.ts';
import { LocalService } from '../../support/service/local-service.ts';
import { newOwner, type Owner, removeSandboxes, service, useService } from '../../support/service/owners.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';
import { launchBrowser, noBrowser } from '../support/browser.ts';
import { ConsolePage } from '../support/console-page.ts';
import { describeUnless } from '../support/describe-unless.ts';

const canReach = service().stateDirectory !== null && (await availableTools()).length > 0;

/** Uses its own service, because ports need a domain for sandboxes. */
describeUnless(noBrowser ?? (canReach ? undefined : 'needs namespaces'), 'the tab Ports', () => {
  const shared = service();
  let folder: string;
  let own: LocalService;
  let owner: Owner;
  let one: ConsolePage;
  let close: () => Promise<void>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'e2e-console-ports-'));
    const stateDirectory = join(folder, 'state');
    own = await LocalService.start({ stateDirectory, args: ['--sandbox-domain', 'localhost'] });
    const { baseUrl, apiKey, sandboxUrl, consoleUrl } = own;
    useService({ baseUrl, apiKey, sandboxUrl, consoleUrl, keysOption: ['--state', stateDirectory], stateDirectory });
    owner = await newOwner(['--scopes', 'admin']);
    const browser = await launchBrowser();
    close = () => browser.close();
    one = await ConsolePage.open(browser);
  });
  afterAll(async () => {
    await close?.();
    await removeSandboxes();
    await own?.interrupt();
    useService(shared);
    await rm(folder, { recursive: true, force: true });
  });

  it('offers what listens, and opens, previews, shares, changes and closes ports', async () => {
    const { page } = one;
    const { id } = await startSandbox(owner.api);
    const port = await freePort();
    const app = `require('node:http').createServer((_, response) => response.setHeader('Content-Type', 'text/html')
      .end('<!doctype html><html lang="en"><title>App</title><main><h1>the app</h1></main>')).listen(${port}, '0.0.0.0')`;
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
