import type { Request } from 'playwright-core';
import { expect } from 'vitest';
import { startConversation } from '../../support/service/conversations.ts';
import { newOwner } from '../../support/service/owners.ts';
import type { ConsolePage } from '../support/console-page.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest();

/** Everything that the browser stores for the console: cookies, storages, databases, caches and history. */
async function stored({ context, page }: ConsolePage): Promise<string> {
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

describeInBrowser('session', () => {
  it('a key is handed to new tabs without being stored, and removed by the sign-out', async ({ visitor, owner }) => {
    await visitor.signIn(owner.apiKey, { path: '/limits' });
    await visitor.heading('Limits').waitFor();
    const other = await visitor.anotherTab();
    await other.visit('/keys', 'Keys');
    expect(await visitor.page.evaluate('localStorage.length')).toBe(0);
    const reference = await visitor.anotherTab();
    await reference.visit('/reference', 'Agent Conversation Service');
    await reference.page.getByText('Sign in to the console to send requests').waitFor({ state: 'detached' });
    await visitor.page.getByRole('button', { name: /Account and appearance/ }).click();
    await visitor.page.getByRole('menu').getByText(owner.keyId).waitFor();
    await visitor.page.keyboard.press('Escape');
    await visitor.signOut();
    await other.heading(/^Sign in/).waitFor();
    for (const tab of [visitor, other, reference]) expect(await stored(tab)).not.toContain(owner.apiKey);
    expect(visitor.addresses.join(' ')).not.toContain(owner.apiKey);
    await visitor.page.reload();
    await visitor.heading(/^Sign in/).waitFor();
    visitor.expectNoFailure();
  });

  it('a remembered key is shared by all tabs, and a sign-out ends them all', async ({ visitor, owner }) => {
    await visitor.signIn(owner.apiKey, { remember: true });
    const other = await visitor.anotherTab();
    await other.visit('/', 'Overview');
    await other.signOut();
    await visitor.heading(/^Sign in/).waitFor();
    expect(await stored(visitor)).not.toContain(owner.apiKey);
  });

  it('the next person on the same page sees nothing of the previous one', async ({ visitor, owner }) => {
    const { page } = visitor;
    const { body: endpoint } = await owner.api.post('/api/v1/webhook-endpoints', {
      url: 'http://127.0.0.1:9999/',
      events: ['key.*'],
    });
    await page.route('**/ping', (route) => route.fulfill({ status: 500, body: '' }));
    visitor.mean((status, route) => status === 500 && route.endsWith('/ping'));
    await visitor.signIn(owner.apiKey, { path: `/webhooks/${endpoint.id}` });
    await page.getByRole('button', { name: 'Send ping' }).click();
    await page.getByText('Ping failed').first().waitFor();
    // A response that is pending during the sign-out.
    await page.route('**/api/v1/limits', () => undefined);
    const isLimits = (request: Request) => request.url().endsWith('/api/v1/limits');
    await Promise.all([page.waitForEvent('request', isLimits), visitor.navigationLink('Limits').click()]);
    const [aborted] = await Promise.all([page.waitForEvent('requestfailed', isLimits), visitor.signOut()]);
    expect(aborted.failure()?.errorText).toBe('net::ERR_ABORTED');
    await page.unrouteAll();

    const next = await newOwner();
    await visitor.keyField.fill(next.apiKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await visitor.heading('Limits').waitFor();
    await page
      .getByRole('button', { name: /Account and appearance/ })
      .getByText(next.name)
      .waitFor();
    const seen = await page.locator('body').innerText();
    expect(['Ping failed', owner.name].filter((text) => seen.includes(text))).toEqual([]);
    visitor.expectNoFailure();
  });

  it('a wrong key shows its error at the field', async ({ visitor }) => {
    visitor.mean((status, route) => status === 401 && route === 'GET /api/keys/current');
    await visitor.visit('/', /^Sign in/);
    const field = visitor.keyField;
    await field.fill('acs_wrong');
    await field.press('Enter');
    await visitor.page.getByText('This key is not valid').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    visitor.expectNoFailure();
  });

  it('a revoked key asks for another one and continues on the same page', async ({ visitor, owner }) => {
    const { body: short } = await owner.api.post('/api/keys', { name: 'short' });
    await visitor.signIn(short.key, { path: '/keys' });
    await visitor.heading('Keys').waitFor();
    visitor.mean((status) => status === 401);
    await owner.api.delete(`/api/keys/${short.id}`);
    await visitor.navigationLink('Limits').click();
    await visitor.page.getByText('Your key is no longer valid').waitFor();
    expect(await stored(visitor)).not.toContain(short.key);
    await visitor.keyField.fill(owner.apiKey);
    await visitor.page.getByRole('button', { name: 'Sign in' }).click();
    await visitor.heading('Limits').waitFor();
    visitor.expectNoFailure();
  });

  it('an approval on another device signs in', async ({ visitor, owner }) => {
    visitor.mean((status, route) => status === 400 && route === 'POST /oauth/device/token');
    await visitor.visit('/', /^Sign in/);
    await visitor.page.getByRole('tab', { name: 'Another device' }).click();
    await visitor.page.getByRole('button', { name: 'Get a code' }).click();
    const code = visitor.page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    const user_code = (await code.innerText()).trim();
    const approved = await fetch(`${owner.api.baseUrl}/oauth/device/verify-authenticated`, {
      method: 'POST',
      headers: { 'X-Session-API-Key': owner.apiKey },
      body: new URLSearchParams({ user_code, decision: 'approve' }),
    });
    expect(approved.status).toBe(200);
    await visitor.heading('Overview').waitFor();
    visitor.expectNoFailure();
  });

  it('the navigation offers only what the key can do', async ({ visitor, owner }) => {
    const { body: reader } = await owner.api.post('/api/keys', { name: 'reader', scopes: ['usage:read'] });
    await visitor.signIn(reader.key, { path: '/keys' });
    await visitor.page.getByText('This key has no access to this page').waitFor();
    const links = await visitor.page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();
    expect(links).toEqual(['Overview', 'Usage', 'Limits', 'Reference']);
    visitor.expectNoFailure();
  });

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
    await visitor.navigationLink('Reference').click();
    await page.getByRole('heading', { name: 'Agent Conversation Service' }).first().waitFor();
    expect(await stored(visitor)).toContain(owner.apiKey);
    await visitor.expectAccessible();
    await visitor.visit('/', 'Overview');
    await visitor.signOut();

    const secrets = [owner.apiKey, conversation.sessionKey];
    const [kept, addresses] = [await stored(visitor), visitor.addresses];
    expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
    expect(
      addresses.filter((address) => secrets.some((secret) => decodeURIComponent(address).includes(secret))),
    ).toEqual([]);
    // The journey includes every kind of URL that could contain a key.
    for (const kind of [/^ws:.*\/sockets\/events\//, /\/download$/, /\/reference$/, /\/openapi\.json$/]) {
      expect(
        addresses.some((address) => kind.test(address)),
        String(kind),
      ).toBe(true);
    }
    visitor.expectNoFailure();
  });
});
