import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedConversation, startConversation } from '../../support/service/conversations.ts';
import { newOwner, type Owner } from '../../support/service/owners.ts';
import { launchBrowser } from '../browser/canvas.ts';
import { browserPath } from '../support/browser.ts';
import { ConsolePage } from '../support/console-page.ts';

const path = browserPath();

let browser: Browser;
let owner: Owner;
let conversation: StartedConversation;
beforeAll(async () => {
  if (path === undefined) return;
  [browser, owner] = await Promise.all([launchBrowser(path), newOwner()]);
  conversation = await startConversation(owner.api);
});
afterAll(async () => {
  await browser?.close();
});

/** All that the browser keeps for any page: cookies, storages, databases and caches. */
async function keptBy({ context, page }: ConsolePage): Promise<string> {
  const state = await context.storageState({ indexedDB: true });
  const ofTab = await page.evaluate(`(async () => {
    const caches = await Promise.all((await globalThis.caches.keys()).map(async (name) => {
      const cache = await globalThis.caches.open(name);
      return (await cache.keys()).map(({ url }) => url);
    }));
    return [Object.entries(sessionStorage), history.state, name, caches];
  })()`);
  return JSON.stringify([state, ofTab]);
}

describe.skipIf(path === undefined)('Keys in the console', () => {
  it('stand in no address, and nowhere after a sign-out', async () => {
    const one = await ConsolePage.open(browser);
    const { page } = one;
    await one.signIn(owner.apiKey, { path: `/conversations/${conversation.id}`, remember: true });
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: /message/i }).fill('Hello from the console');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article', { name: 'Message of the agent' }).first().waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Download' }).click()]);
    await page.getByRole('link', { name: 'Reference' }).click();
    await page.getByRole('heading', { name: 'Agent Conversation Service' }).first().waitFor();
    expect(await keptBy(one)).toContain(owner.apiKey);
    await one.visit('/', 'Overview');
    await page.getByRole('button', { name: /Account and appearance/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You are signed out').waitFor();

    const secrets = [owner.apiKey, conversation.sessionKey];
    const [kept, addresses] = [await keptBy(one), one.addresses];
    expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
    expect(
      addresses.filter((address) => secrets.some((secret) => decodeURIComponent(address).includes(secret))),
    ).toEqual([]);
    // It has looked at all kinds of them.
    for (const kind of [/^ws:.*\/sockets\/events\//, /\/download$/, /\/reference$/, /\/openapi\.json$/]) {
      expect(
        addresses.some((address) => kind.test(address)),
        String(kind),
      ).toBe(true);
    }
    one.expectNoFailure();
    await one.close();
  });
});
