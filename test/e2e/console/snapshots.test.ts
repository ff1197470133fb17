import { expect } from 'vitest';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';
import { selectSize } from './size-steps.ts';

const it = consoleTest({ path: '/snapshots' });

describeInBrowser('snapshot pages', () => {
  it('a snapshot of a running sandbox can be created, renamed, kept for a time and deleted', async ({ one, owner }) => {
    const { page } = one;
    const dialog = page.getByRole('dialog');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await page.getByText('No snapshots yet').waitFor();
    const { id } = await startSandbox(owner.api);

    await one.visit(`/sandboxes/${id}?tab=snapshots`, 'Sandbox');
    await page.getByText('No snapshots of this sandbox').waitFor();
    await page.getByRole('button', { name: 'Create snapshot' }).click();
    await dialog.getByText('The sandbox keeps running').waitFor();
    await dialog.getByLabel('Name').fill('dependencies installed');
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await row('dependencies installed').getByText('Ready', { exact: true }).waitFor();
    // The last one: another is for phones.
    await row('dependencies installed').getByText('Never', { exact: true }).last().waitFor();
    await one.expectGoodLooks('Snapshots of a sandbox');

    await one.goTo('/snapshots', 'Snapshots');
    await page.getByRole('button', { name: 'Actions for snapshot dependencies installed' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
    await dialog.getByLabel('Name').fill('prepared');
    await dialog.getByLabel('Days until it is deleted').fill('30');
    await dialog.getByText(/it is deleted in (29|30)d/).waitFor();
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row('prepared')
      .getByText(/^in (29|30)d$/)
      .last()
      .waitFor();
    const { body } = await owner.api.get('/api/v1/snapshots/search');
    expect(body.items).toMatchObject([{ name: 'prepared', retention_days: 30, sandbox_id: id }]);
    await one.expectGoodLooks('Snapshots');

    const filters = page.getByRole('navigation', { name: 'Filter by state' });
    await filters.getByRole('link', { name: 'Failed' }).click();
    await page.getByText('No snapshots match').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).first().click();

    await page.getByRole('button', { name: 'Actions for snapshot prepared' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByText('This cannot be undone').waitFor();
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No snapshots yet').waitFor();
    await page.getByRole('tab', { name: 'Deletion receipts' }).click();
    await page.getByRole('row').filter({ hasText: 'Deleted' }).waitFor();
    await one.expectGoodLooks('Receipts of snapshots');
    one.expectNoFailure();
  });

  it('a sandbox can be started from a snapshot, restored to it, and forked', async ({ one, owner }) => {
    const { page } = one;
    const { api } = owner;
    const dialog = page.getByRole('dialog');
    const status = page.getByRole('definition').first();
    const actions = page.getByRole('button', { name: 'Actions for snapshot base' });
    const { id } = await startSandbox(api);
    const sandbox = `/api/v1/sandboxes/${id}`;
    const idInUrl = () => new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { body: base } = await api.post(`${sandbox}/snapshots`, { name: 'base' });

    await one.visit('/snapshots', 'Snapshots');
    await actions.click();
    await page.getByRole('menuitem', { name: 'Start a sandbox from it' }).click();
    await dialog.getByText('is a copy of the snapshot').waitFor();
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await status.getByText('Running', { exact: true }).waitFor();
    const copy = idInUrl();
    expect(copy).not.toBe(id);

    await one.visit('/snapshots', 'Snapshots');
    await api.delete(`/api/v1/sandboxes/${copy}`);
    await actions.click();
    await page.getByRole('menuitem', { name: 'Start a conversation' }).click();
    await one.heading('Start a conversation').waitFor();
    await page.getByRole('option', { name: /^base \(/ }).waitFor({ state: 'attached' });
    expect(await page.getByLabel('Begin from a snapshot').inputValue()).toBe(base.id);
    expect(await page.getByLabel('Sandbox spec').count()).toBe(0);
    await selectSize(page, '1 vCPU, 2 GB');
    await page.getByLabel('Capacity').selectOption('spot');
    await page.getByText(/^About \$0\.0\d\d an hour with this workspace/).waitFor();
    await one.expectGoodLooks('Start from a snapshot');
    await page.getByLabel('First message').fill('Go on');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/conversations\/[0-9a-f]{32}$/);
    const { body: conversation } = await api.get(`/api/v1/app-conversations/${idInUrl()}`);
    const { body: begun } = await api.get(`/api/v1/sandboxes/${conversation.sandbox_id}`);
    expect(begun).toMatchObject({ capacity: 'spot', resources: { cpu: 1, memory_gb: 2, requested: null } });
    const { body: tasks } = await api.get('/api/v1/app-conversations/start-tasks/search');
    expect(tasks.items[0].request.snapshot_id).toBe(base.id);

    await one.visit(`/sandboxes/${id}?tab=snapshots`, 'Sandbox');
    await api.delete(`/api/v1/app-conversations/${conversation.id}`);
    await page.getByRole('row').filter({ hasText: 'base' }).getByText('Ready', { exact: true }).waitFor();
    await actions.click();
    expect(await page.getByRole('menuitem', { name: 'Restore (pause the sandbox first)' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Pause' }).click();
    await eventually('its workspace is saved', async () => {
      const { body } = await api.get(sandbox);
      return body.transitions.at(-1).state === 'PAUSED';
    });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Restore the sandbox to it' }).click();
    await dialog.getByText('is kept as a snapshot first').waitFor();
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('The workspace as it was is kept as a snapshot.', { exact: true }).waitFor();
    const { body: kept } = await api.get('/api/v1/snapshots/search', { sandbox_id__eq: id });
    expect(kept.items.map((one: { id: string }) => one.id)).toContain(base.id);
    expect(kept.items).toHaveLength(2);

    await page.getByRole('button', { name: 'Restore from another sandbox' }).click();
    await dialog.getByText('No other sandbox of the spec reference has a snapshot').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Fork' }).click();
    await dialog.getByLabel('Number of forks').fill('2');
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Fork' }).click();
    await page.getByRole('heading', { name: '2 of 2 forks are starting' }).waitFor();
    await one.expectGoodLooks('Forks');
    await dialog.getByRole('link').first().click();
    await status.getByText('Running', { exact: true }).waitFor();
    expect(idInUrl()).not.toBe(id);

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('tab', { name: 'Snapshots' }).click();
    await page.getByRole('button', { name: 'Restore from another sandbox' }).click();
    await dialog.getByLabel('Snapshot').selectOption(base.id);
    await one.expectAccessible();
    await eventually('its workspace is saved', async () => {
      const { body } = await api.get(`/api/v1/sandboxes/${idInUrl()}`);
      return body.transitions.at(-1).state === 'PAUSED';
    });
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Sandbox restored', { exact: true }).waitFor();
    one.expectNoFailure();
  });

  it('a key that cannot write sees snapshots without actions', async ({ visitor }) => {
    const reader = await newOwner(['--scopes', 'sandboxes:read']);
    const { page } = visitor;
    await page.route('**/api/v1/snapshots/search*', (route) =>
      route.fulfill({ json: { items: [failed], next_page_id: null }, headers: { 'Access-Control-Allow-Origin': '*' } }),
    );
    await visitor.signIn(reader.apiKey, { path: '/snapshots' });
    await page.getByText(failed.status_detail).waitFor();
    expect(await page.getByRole('button', { name: /^Actions for snapshot/ }).count()).toBe(0);
    await page.setViewportSize({ width: 360, height: 740 });
    await visitor.expectFits();
    await visitor.expectAccessible();
    visitor.expectNoFailure();
    await page.unrouteAll();
  });
});

const failed = {
  id: '0193e0b4d1f87a3c9b2e6f5a4d3c2b1a',
  name: 'w'.repeat(200),
  sandbox_id: '0193e0b4d1f87a3c9b2e6f5a4d3c2b1b',
  sandbox_spec_id: 'reference',
  state: 'ERROR',
  status_detail: 'This service lacks a permission that it needs to create snapshots. Ask the operator.',
  reason: 'access_denied',
  size_gib: 20,
  synced: true,
  cost_per_month_usd: '1.000000',
  retention_days: null,
  created_at: '2026-11-20T10:00:00.000Z',
  ready_at: null,
  expires_at: '2026-11-27T10:00:00.000Z',
};
