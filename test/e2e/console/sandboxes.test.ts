import { expect } from 'vitest';
import type { Owner } from '../../support/service/owners.ts';
import type { ConsolePage } from '../support/console-page.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';
import { selectSize } from './size-steps.ts';
import { useTerminal } from './terminal-steps.ts';

const it = consoleTest({ path: '/sandboxes' });

/** Uploads a file, edits it while its agent changes it, and deletes it. */
async function manageFiles(one: ConsolePage, { api }: Owner, sandboxId: string): Promise<void> {
  const { page } = one;
  const file = page.getByRole('region', { name: 'notes.md' });
  const content = `/api/v1/sandboxes/${sandboxId}/files/content`;
  await page.getByRole('tab', { name: 'Files' }).click();
  const notes = { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('first') };
  await page.getByLabel('Files to upload').setInputFiles(notes);
  await page.getByRole('button', { name: 'notes.md' }).click();
  await file.getByRole('textbox').fill('mine');
  const headers = { 'Content-Type': 'application/octet-stream' };
  await api.send('PUT', content, { query: { path: 'notes.md' }, body: 'by the agent', headers });
  one.mean((code, route) => code === 412 && route === `PUT ${content}`);
  await file.getByRole('button', { name: 'Save' }).click();
  await file.getByText('The file has changed since you opened it').waitFor();
  await one.expectGoodLooks('Files');
  await file.getByRole('button', { name: 'Overwrite' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect((await api.get(content, { path: 'notes.md' })).text).toBe('mine');
  await file.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await file.waitFor({ state: 'detached' });
}

/** Runs a command to its end, and stops another one. */
async function runCommands(one: ConsolePage): Promise<void> {
  const { page } = one;
  const output = page.getByRole('region', { name: 'Output' });
  const printed = output.getByRole('region', { name: 'Printed text' });
  const run = async (command: string) => {
    await page.getByLabel('Command', { exact: true }).fill(command);
    await page.getByLabel('Command', { exact: true }).press('Enter');
  };
  await page.getByRole('tab', { name: 'Commands' }).click();
  await page.getByText('No commands yet').waitFor();
  await run('echo "first line"; echo wrong >&2; exit 3');
  await printed.getByText('first line').waitFor();
  await printed.getByText('wrong').waitFor();
  await output.getByText('Exit 3', { exact: true }).waitFor();
  await run('echo ready; sleep 300');
  await printed.getByText('ready').waitFor();
  await one.expectGoodLooks('Commands');
  await output.getByRole('button', { name: 'Stop the command' }).click();
  await output.getByText('Stopped', { exact: true }).waitFor();
  await page
    .getByRole('row', { name: /sleep 300/ })
    .getByText('Stopped')
    .waitFor();
  await page.getByRole('button', { name: /^Show output of echo "first line"/ }).click();
  await printed.getByText('wrong').waitFor();
}

/** Finds lines of commands in the log, follows it, and sees what the sandbox uses. */
async function readLogs(one: ConsolePage, { api }: Owner, sandboxId: string): Promise<void> {
  const { page } = one;
  const logs = page.getByRole('region', { name: 'Logs' });
  await page.getByRole('tab', { name: 'Overview' }).click();
  await logs.getByLabel('Source').selectOption('Commands');
  await logs.getByText('first line').waitFor();
  await logs.getByRole('searchbox').fill('wrong');
  await logs.getByText(/^1 of \d+ lines match/).waitFor();
  expect(await logs.getByText('first line').count()).toBe(0);
  await logs.getByRole('searchbox').fill('');
  await logs.getByLabel('Follow').check();
  await logs.getByText('first line').waitFor();
  await api.post(`/api/v1/sandboxes/${sandboxId}/commands`, { command: 'echo a new line' });
  await logs.getByText('a new line').waitFor();
  await page.getByRole('figure', { name: 'Memory' }).waitFor();
  await one.expectGoodLooks('Sandbox');
}

/** Gives a paused sandbox another size, and resumes it with another one on other capacity. */
async function chooseSizes(one: ConsolePage, { api }: Owner, sandboxId: string): Promise<void> {
  const { page } = one;
  const dialog = page.getByRole('dialog');
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Resize');
  await selectSize(dialog, '0.5 vCPUs, 1 GB');
  await dialog.getByLabel('Workspace in GB').fill('2');
  await dialog.getByText(/^About \$0\.0\d\d an hour with this workspace/).waitFor();
  await one.expectAccessible();
  await dialog.getByRole('button', { name: 'Resize' }).click();
  await page.getByText('Size from the next resume on').waitFor();
  await page.getByText('0.5 vCPUs, 1 GB, disk of 2 GB').waitFor();
  await choose('Resume with another size');
  await dialog.getByLabel('Size').getByText('0.5 vCPUs, 1 GB (current)').waitFor({ state: 'attached' });
  await selectSize(dialog, '1 vCPU, 2 GB');
  await dialog.getByLabel('Capacity').selectOption('on_demand');
  await one.expectGoodLooks('Resume with another size');
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('definition').first().getByText('Running', { exact: true }).waitFor();
  const { body: resumed } = await api.get(`/api/v1/sandboxes/${sandboxId}`);
  const resources = { cpu: 1, memory_gb: 2, disk_gb: 2, requested: null };
  expect(resumed).toMatchObject({ capacity: 'on_demand', resources, next_resources: null });
}

describeInBrowser('sandbox pages', () => {
  it('a sandbox can be started, paused, resumed and deleted, and its key is shown only on request', async ({
    one,
    owner,
  }) => {
    const { page } = one;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const status = page.getByRole('definition').first();
    await page.getByText('No sandboxes yet').waitFor();
    await button('Start a sandbox').first().click();
    // The default, which is the reference agent.
    await page.getByRole('dialog').getByLabel('Spec').selectOption('');
    await page.getByRole('dialog').getByLabel('Capacity').selectOption('spot');
    await page.getByRole('dialog').getByText('Requests that resume it').click();
    await page.getByRole('dialog').getByLabel('Agent server').selectOption('No request');
    await one.expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await one.heading('Sandbox').waitFor();
    await status.getByText('Running', { exact: true }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    const { session_api_key: key, wake, capacity } = (await owner.api.get(`/api/v1/sandboxes/${id}`)).body;
    expect(wake.AGENT_SERVER).toBe('never');
    expect(capacity).toBe('spot');
    expect(await page.content()).not.toContain(key);
    await button('Show session key').click();
    await page.getByText(key).waitFor();
    await button('Hide session key').click();
    expect(await one.copy('Copy session key')).toBe(key);

    const phases = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
    await phases.filter({ hasText: 'Provisioning' }).waitFor();
    await page.getByRole('heading', { name: /^Start: / }).waitFor();
    await runCommands(one);
    await manageFiles(one, owner, id);
    await one.step('terminal', () => useTerminal(one));
    await readLogs(one, owner, id);

    await button('Pause').click();
    await phases.filter({ hasText: 'Paused' }).getByText('Paused by request.').waitFor();
    await page.getByText('Workspace expires').waitFor();
    await one.step('sizes', () => chooseSizes(one, owner, id));

    await button('Delete').click();
    await page.getByRole('dialog').getByText('permanently deleted').waitFor();
    await one.expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await one.heading('Sandboxes').waitFor();
    await page.getByText('No sandboxes yet').waitFor();
    await page.getByRole('tab', { name: 'Deletion receipts' }).click();
    one.mean((code, route) => code === 404 && route === `GET /api/v1/sandboxes/${id}`);
    await page.getByRole('row').filter({ hasText: 'Deleted' }).getByRole('link').click();
    await page.getByText('This sandbox was deleted').waitFor();
    await one.expectAccessible();
    expect(one.addresses.join(' ')).not.toContain(key);
    one.expectNoFailure();
  });

  it('a failed sandbox shows its reason and remedy, also on a phone', async ({ one, owner }) => {
    const { page } = one;
    const detail = 'The agent server in the sandbox did not respond within 5 minutes. Look at the log of the task.';
    const failed = {
      id: 'failed-one',
      created_by_user_id: owner.name,
      sandbox_spec_id: 'reference',
      status: 'ERROR',
      session_api_key: null,
      exposed_urls: null,
      created_at: '2026-11-20T10:00:00.000Z',
      status_detail: detail,
      transitions: [
        { state: 'PENDING', reason: null, time: '2026-11-20T10:00:00.000Z' },
        { state: 'BOOTING', reason: null, time: '2026-11-20T10:00:30.000Z' },
        { state: 'ERROR', reason: 'agent_not_ready', time: '2026-11-20T10:05:30.000Z' },
      ],
      deadline_at: null,
      idle_at: null,
      workspace: { size_gib: 20, saved_at: null },
      resources: { cpu: 1, memory_gb: 4, disk_gb: 20, requested: null },
      next_resources: null,
      capacity: 'on_demand',
      expires_at: null,
      pause_reason: null,
    };
    const headers = { 'Access-Control-Allow-Origin': '*' };
    await page.route('**/api/v1/overview*', async (route) => {
      const response = await route.fetch();
      const { sandboxes, ...overview } = await response.json();
      await route.fulfill({ response, json: { ...overview, sandboxes: { ...sandboxes, items: [failed] } } });
    });
    // The service itself does not know it, so it has no log and no measurements.
    one.mean((code, path) => code === 404 && path.includes('/sandboxes/failed-one/'));
    await page.route('**/api/v1/sandboxes/failed-one', (route) => route.fulfill({ json: failed, headers }));
    await page.setViewportSize({ width: 360, height: 740 });
    await one.visit('/', 'Overview');
    await page.getByRole('region', { name: 'Recent failures' }).getByText(detail).waitFor();
    await one.expectFits();
    await one.expectAccessible();
    await page.getByRole('region', { name: 'Recent failures' }).getByRole('link', { name: 'failed-one' }).click();
    await one.heading('Sandbox').waitFor();
    await page.getByRole('alert').getByText(detail).waitFor();
    await page.getByText('then resume the sandbox to try again').waitFor();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await one.expectFits();
    await one.expectAccessible();
    one.expectNoFailure();
    await page.unrouteAll();
  });
});
