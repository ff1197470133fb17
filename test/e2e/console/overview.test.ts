import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOwner, type Owner } from '../../support/service/owners.ts';
import { launchBrowser } from '../browser/canvas.ts';
import { browserPath } from '../support/browser.ts';
import { ConsolePage } from '../support/console-page.ts';

const path = browserPath();

let browser: Browser;
let owner: Owner;
beforeAll(async () => {
  if (path === undefined) return;
  [browser, owner] = await Promise.all([
    launchBrowser(path),
    newOwner(['--scopes', 'admin', '--monthly-budget-usd', '10']),
  ]);
});
afterAll(async () => {
  await browser?.close();
});

describe.skipIf(path === undefined)('The overview of the console', () => {
  it('leads a new owner to a first conversation, and then shows what runs, as it comes', async () => {
    const one = await ConsolePage.open(browser);
    await one.signIn(owner.apiKey);
    await one.page.getByRole('heading', { name: 'Start your first conversation' }).waitFor();
    await one.expectAccessible();
    await one.page.getByLabel('First message').fill('Write the release notes');
    await one.page.keyboard.press('Control+Enter');
    await one.page.getByRole('article').getByText('You said: Write the release notes').waitFor();
    await one.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();

    const running = one.page.getByRole('region', { name: /^Running now/ });
    await running.getByRole('link', { name: 'Write the release notes' }).waitFor();
    const starts = one.page.getByRole('region', { name: 'Starts today' });
    await starts
      .getByText(/^[\d.]+ m?s$/)
      .first()
      .waitFor();
    await one.page.getByRole('region', { name: 'Spend of the month' }).getByText('Budget of this key').waitFor();
    await one.expectAccessible();
    one.expectNoFailure();
    await one.close();
  });

  it('leaves out what a key may not see, in one line', async () => {
    const { body: reader } = await owner.api.post('/api/keys', { name: 'reader', scopes: ['usage:read'] });
    const one = await ConsolePage.open(browser);
    await one.signIn(reader.key);
    await one.page.getByText('what runs (sandboxes:read), starts (conversations:read).').waitFor();
    await one.page.getByRole('region', { name: 'Spend of the month' }).waitFor();
    expect(await one.page.getByRole('region', { name: 'Starts today' }).count()).toBe(0);
    one.expectNoFailure();
    await one.close();
  });
});
