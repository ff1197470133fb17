import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { newOwner, type Owner } from '../../support/service/owners.ts';
import { launchBrowser } from '../browser/canvas.ts';
import { browserPath } from '../support/browser.ts';
import { ConsolePage, sizes } from '../support/console-page.ts';

/** Every page of the navigation, with its heading. */
const pages = [
  ['/', 'Overview'],
  ['/conversations', 'Conversations'],
  ['/conversations/new', 'Start a conversation'],
  ['/sandboxes', 'Sandboxes'],
  ['/sandboxes?tab=receipts', 'Sandboxes'],
  ['/usage', 'Usage'],
  ['/limits', 'Limits'],
  ['/keys', 'Keys'],
  ['/webhooks', 'Webhooks'],
  ['/audit', 'Audit'],
  ['/settings', 'Settings'],
  ['/settings?tab=git', 'Settings'],
  ['/owners', 'Owners'],
  ['/reference', 'Agent Conversation Service'],
] as const;

const path = browserPath();

let browser: Browser;
let owner: Owner;
let one: ConsolePage;
beforeAll(async () => {
  if (path === undefined) return;
  [browser, owner] = await Promise.all([launchBrowser(path), newOwner(['--scopes', 'admin'])]);
  one = await ConsolePage.open(browser);
  await one.signIn(owner.apiKey);
});
afterAll(async () => {
  await browser?.close();
});

describe.skipIf(path === undefined)('Every page of the console', () => {
  it.for(pages)('%s is for everyone: light and dark, 360 and 1440 pixels', async ([address, heading]) => {
    await one.visit(address, heading);
    await one.page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
    for (const size of Object.values(sizes)) {
      await one.page.setViewportSize(size);
      for (const colorScheme of ['light', 'dark'] as const) {
        await one.page.emulateMedia({ colorScheme });
        await one.step(`${address} ${size.width} ${colorScheme}`, async () => {
          await one.expectFits();
          await one.expectAccessible();
        });
      }
    }
    one.expectNoFailure();
  });
});
