import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { writePastUsage } from '../../support/billing/usage-data.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

// A spreadsheet would treat this name as a formula.
const keyOptions = ['--scopes', 'admin', '--name', '=1+1', '--monthly-budget-usd', '25', '--sandboxes', '3'];
const it = consoleTest({ keyOptions });
const { stateDirectory } = service();

const dayAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const cents = (usd: string | number) => `$${(Math.round(Number(usd) * 100) / 100).toFixed(2)}`;
const amountIn = (text: string) => Number(text.replaceAll(/[^\d.]/g, ''));

describeInBrowser('usage page', () => {
  it('plot, table and CSV show the same requests by key', async ({ one, owner }) => {
    const { page } = one;
    await one.visit('/usage', 'Usage');
    await page.getByText('A projection needs one full day of usage.').waitFor();
    await page.getByText('of $25.00').waitFor();
    await page.getByRole('combobox', { name: 'Metric' }).selectOption('API requests');
    await page.getByLabel('Group by').selectOption('Key');
    const plot = page.getByRole('application', { name: /^API requests by day/ });
    await plot.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('status').filter({ hasText: '(UTC)' }).waitFor();
    await page
      .getByRole('region', { name: 'API requests by day' })
      .getByRole('columnheader', { name: '=1+1' })
      .waitFor();
    await one.expectAccessible();

    const today = new Date().toISOString().slice(0, 10);
    const count = page.getByRole('row', { name: today }).getByRole('cell').last();
    const before = await count.innerText();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'This view' }).click(),
    ]);
    const after = await count.innerText();
    expect(download.suggestedFilename()).toBe(`usage_by-key_calls_daily_${today.slice(0, 8)}01_${today}.csv`);
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(lines[0]).toBe(`Day (UTC),Total (requests),'=1+1 (requests)`);
    const exported = lines[1]?.split(',')[1];
    // The page counts its own requests, too, when it refreshes.
    expect([before, after]).toContain(exported);
    expect(lines[1]).toBe(`${today},${exported},${exported}`);
    expect(lines.at(-2)).toBe(`Total,${exported},${exported}`);
    const [all] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'All rows' }).click(),
    ]);
    const [heads, row1] = (await readFile(await all.path(), 'utf8')).split('\r\n');
    expect(heads).toMatch(/^day,key_name,key,compute_seconds,.*,cost_usd,price_region$/);
    expect(row1).toContain(`${today},'=1+1,${owner.keyId},`);
    one.expectNoFailure();
  });

  it.runIf(stateDirectory !== null)('shows the figures of the API to the cent', async ({ visitor }) => {
    const spender = await newOwner(['--monthly-budget-usd', '25']);
    await writePastUsage(stateDirectory ?? '', spender.name, [spender.keyId]);
    const reportOf = async (query: string) => (await spender.api.get(`/api/v1/usage?${query}`)).body;
    const usedOf = async () => (await spender.api.get('/api/v1/limits')).body.budgets.key.usd.used;
    const [from, today] = [dayAt(-20), dayAt(0)];
    const { page } = visitor;
    const usedBefore = await usedOf();
    await visitor.signIn(spender.apiKey, { path: `/usage?by=spec&range=own&from=${from}&to=${dayAt(-1)}` });

    const ofDays = await reportOf(`from=${from}T00:00:00Z&to=${today}T00:00:00Z&group_by=day`);
    const table = page.getByRole('region', { name: 'Cost by day' });
    const days = ofDays.items.filter(({ cost_micro_usd }: { cost_micro_usd: number }) => cost_micro_usd > 0);
    expect(days.length).toBeGreaterThan(10);
    // innerText() waits for the cell, which the page shows once its report arrived.
    const costOf = (row: string) => table.getByRole('row', { name: row }).last().getByRole('cell').nth(1).innerText();
    for (const { group, cost_usd } of days) expect(await costOf(group)).toBe(cents(cost_usd));
    expect(await costOf('Total')).toBe(cents(ofDays.totals.cost_usd));
    const exported = page.waitForEvent('download');
    await page.getByRole('button', { name: 'This view' }).click();
    const lines = (await readFile(await (await exported).path(), 'utf8')).split('\r\n');
    expect(Number(lines.at(-2)?.split(',')[1])).toBe(Number(ofDays.totals.cost_usd));
    const shown = await table.getByRole('row').count();
    expect(lines).toHaveLength(shown + 1);

    // The page's own requests add less than a hundredth of a cent each.
    const { totals: ofMonth } = await reportOf('group_by=day');
    const near = async (place: Locator) =>
      expect(Math.abs(amountIn(await place.innerText()) - Number(ofMonth.cost_usd))).toBeLessThan(0.011);
    const toDate = page.getByRole('region', { name: / to date$/ });
    await near(toDate.locator('p').first());
    const ofBudget = await page
      .getByRole('region', { name: / budget$/ })
      .locator('b')
      .innerText();
    // The page read it between these two.
    expect([cents(usedBefore), cents(await usedOf())]).toContain(cents(amountIn(ofBudget)));
    await visitor.visit('/', 'Overview');
    await near(page.getByRole('region', { name: 'Spend this month' }).locator('p span').first());
    visitor.expectNoFailure();
  });

  it('the choices are in the URL, and invalid days show an error', async ({ one }) => {
    const { page } = one;
    await one.visit('/usage?of=hours&by=sandbox&view=cumulative&range=own&from=2026-01-02&to=2026-01-01', 'Usage');
    expect(await page.getByLabel('Group by').inputValue()).toBe('sandbox');
    await page.getByRole('alert').getByText('The last day is before the first.').waitFor();
    await page.getByLabel('Last day (UTC)').fill('2026-01-03');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('heading', { name: 'No usage in this period' }).waitFor();
    await page.waitForURL(/to=2026-01-03/);
    one.expectNoFailure();
  });

  it('the limits of the key are shown', async ({ one }) => {
    const { page } = one;
    await one.visit('/limits', 'Limits');
    await page.getByRole('meter', { name: 'This key, USD' }).waitFor();
    await page.getByText('0 of 3').waitFor();
    await one.expectAccessible();
    one.expectNoFailure();
  });
});

describeInBrowser('audit log page', () => {
  it('an entry opens with all its fields, and closing it restores the focus', async ({ one, owner }) => {
    const { page } = one;
    await one.visit(`/audit?from=${dayAt(-1)}`, 'Audit');
    const entry = page.getByRole('link', { name: 'key.created: show entry' });
    await entry.click();
    const dialog = page.getByRole('dialog', { name: 'key.created' });
    await dialog.getByText(owner.keyId).waitFor();
    await page.waitForURL(/entry=/);
    await one.expectAccessible();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator(':focus', { hasText: 'key.created' }).waitFor();
    one.expectNoFailure();
  });
});
