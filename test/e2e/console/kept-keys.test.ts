import { expect } from 'vitest';
import { startConversation } from '../../support/service/conversations.ts';
import type { ConsolePage } from '../support/console-page.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest();

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

describeInBrowser('keys', () => {
  it('keys are in no URL, and nowhere after a sign-out', async ({ visitor, owner }) => {
    const conversation = await startConversation(owner.api);
    const { page } = visitor;
    await visitor.signIn(owner.apiKey, { path: `/conversations/${conversation.id}`, remember: true });
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: /message/i }).fill('Hello from the console');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article', { name: 'Agent message' }).first().waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Download' }).click()]);
    await page.getByRole('link', { name: 'Reference' }).click();
    await page.getByRole('heading', { name: 'Agent Conversation Service' }).first().waitFor();
    expect(await keptBy(visitor)).toContain(owner.apiKey);
    await visitor.expectAccessible();
    await visitor.visit('/', 'Overview');
    await visitor.signOut();

    const secrets = [owner.apiKey, conversation.sessionKey];
    const [kept, addresses] = [await keptBy(visitor), visitor.addresses];
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
    visitor.expectNoFailure();
  });
});
