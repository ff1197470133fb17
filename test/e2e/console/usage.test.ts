import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

// A spreadsheet would take this name for a formula.
const keyOptions = ['--scopes', 'admin', '--name', '=1+1', '--monthly-budget-usd', '25', '--sandboxes', '3'];
const it = consoleTest({ keyOptions });

describeInBrowser('The usage of the console', () => {
  it('plots calls by key, in a table and a file with the same numbers', async ({ one, owner }) => {
    const { page } = one;
    await one.visit('/usage', 'Usage');
    await page.getByText('There is no whole day of use yet to go by.').waitFor();
    await page.getByText('of $25.00').waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('API calls');
    await page.getByLabel('Stacked by').selectOption('Key');
    const plot = page.getByRole('application', { name: /^API calls by day/ });
    await plot.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('status').filter({ hasText: '(UTC)' }).waitFor();
    await page.getByRole('region', { name: 'API calls by day' }).getByRole('columnheader', { name: '=1+1' }).waitFor();
    await one.expectAccessible();

    const today = new Date().toISOString().slice(0, 10);
    const row = page.getByRole('row', { name: today });
    const [download, shown] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('cell').last().innerText(),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`usage_calls-by-key_daily_${today.slice(0, 8)}01_${today}.csv`);
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(lines[0]).toBe(`Day (UTC),Total (calls),'=1+1 [${owner.keyId}] (calls)`);
    expect(lines.at(-3)).toBe(`${today},${shown},${shown}`);
    expect(lines.at(-2)).toBe(`Total,${shown},${shown}`);
    one.expectNoFailure();
  });

  it('keeps its choice in the address, and says what is wrong with days', async ({ one }) => {
    const { page } = one;
    await one.visit('/usage?of=hours&by=sandbox&view=cumulative&range=own&from=2026-01-02&to=2026-01-01', 'Usage');
    expect(await page.getByLabel('Stacked by').inputValue()).toBe('sandbox');
    await page.getByRole('alert').getByText('The last day lies before the first.').waitFor();
    await page.getByLabel('Last day (UTC)').fill('2026-01-03');
    await page.getByRole('button', { name: 'Show these days' }).click();
    await page.getByRole('heading', { name: 'Nothing to plot on these days' }).waitFor();
    expect(page.url()).toContain('to=2026-01-03');
    one.expectNoFailure();
  });

  it('tells the limits of the key', async ({ one }) => {
    const { page } = one;
    await one.visit('/limits', 'Limits');
    await page.getByRole('meter', { name: 'This key, in dollars' }).waitFor();
    await page.getByText('0 of 3').waitFor();
    await one.expectAccessible();
    one.expectNoFailure();
  });
});

describeInBrowser('The audit log of the console', () => {
  it('shows all of an entry, and gives the focus back', async ({ one, owner }) => {
    const { page } = one;
    const today = new Date().toISOString().slice(0, 10);
    await one.visit(`/audit?from=${today}`, 'Audit');
    const entry = page.getByRole('link', { name: 'key.created: show the entry' });
    await entry.click();
    const dialog = page.getByRole('dialog', { name: 'key.created' });
    await dialog.getByText(owner.keyId).waitFor();
    expect(page.url()).toContain('entry=');
    await one.expectAccessible();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator(':focus', { hasText: 'key.created' }).waitFor();
    one.expectNoFailure();
  });
});
