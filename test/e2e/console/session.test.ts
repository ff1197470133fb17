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
  [browser, owner] = await Promise.all([launchBrowser(path), newOwner()]);
});
afterAll(async () => {
  await browser?.close();
});

/** Whatever the browser keeps for the console, as one text. */
const stored = ({ page }: ConsolePage) =>
  page.evaluate<string>(
    'JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])',
  );

describe.skipIf(path === undefined)('The session of the console', () => {
  it('takes a key for the tab only, shows whose it is, and forgets it on the way out', async () => {
    const one = await ConsolePage.open(browser);
    await one.signIn(owner.apiKey, { path: '/limits' });
    await one.heading('Limits').waitFor();
    expect(await one.page.evaluate('localStorage.length')).toBe(0);
    await one.page.getByRole('button', { name: /Account and appearance/ }).click();
    await one.page.getByRole('menu').getByText(owner.keyId).waitFor();
    await one.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await one.page.getByText('You have signed out').waitFor();
    expect(await stored(one)).not.toContain(owner.apiKey);
    expect(one.addresses.join(' ')).not.toContain(owner.apiKey);
    await one.page.reload();
    await one.heading(/^Sign in/).waitFor();
    one.expectNoFailure();
    await one.close();
  });

  it('remembers a key where it is asked to, and signs all tabs out at once', async () => {
    const one = await ConsolePage.open(browser);
    await one.signIn(owner.apiKey, { remember: true });
    const other = await one.context.newPage();
    await other.goto(ConsolePage.origin);
    await other.getByRole('heading', { name: 'Overview' }).waitFor();
    await other.getByRole('button', { name: /Account and appearance/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await one.heading(/^Sign in/).waitFor();
    expect(await stored(one)).not.toContain(owner.apiKey);
    await one.close();
  });

  it('refuses a wrong key at its field', async () => {
    const one = await ConsolePage.open(browser);
    one.mean((status, route) => status === 401 && route === 'GET /api/keys/current');
    await one.visit('/', /^Sign in/);
    const field = one.keyField;
    await field.fill('acs_wrong');
    await field.press('Enter');
    await one.page.getByText('The service does not know this key').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    one.expectNoFailure();
    await one.close();
  });

  it('asks for another key when its own was revoked, and goes on at the same place', async () => {
    const { body: short } = await owner.api.post('/api/keys', { name: 'short' });
    const one = await ConsolePage.open(browser);
    await one.signIn(short.key, { path: '/keys' });
    await one.heading('Keys').waitFor();
    one.mean((status) => status === 401);
    await owner.api.delete(`/api/keys/${short.id}`);
    await one.page.getByRole('link', { name: 'Limits' }).click();
    await one.page.getByText('does not accept this key any more').waitFor();
    expect(await stored(one)).not.toContain(short.key);
    await one.keyField.fill(owner.apiKey);
    await one.page.getByRole('button', { name: 'Sign in' }).click();
    await one.heading('Limits').waitFor();
    one.expectNoFailure();
    await one.close();
  });

  it('signs in by an approval elsewhere', async () => {
    const one = await ConsolePage.open(browser);
    one.mean((status, route) => status === 400 && route === 'POST /oauth/device/token');
    await one.visit('/', /^Sign in/);
    await one.page.getByRole('tab', { name: 'Another device' }).click();
    await one.page.getByRole('button', { name: 'Get a code' }).click();
    const code = one.page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    const user_code = (await code.innerText()).trim();
    const approved = await fetch(`${owner.api.baseUrl}/oauth/device/verify-authenticated`, {
      method: 'POST',
      headers: { 'X-Session-API-Key': owner.apiKey },
      body: new URLSearchParams({ user_code, decision: 'approve' }),
    });
    expect(approved.status).toBe(200);
    await one.heading('Overview').waitFor();
    one.expectNoFailure();
    await one.close();
  });

  it('offers only what the key may do', async () => {
    const { body: reader } = await owner.api.post('/api/keys', { name: 'reader', scopes: ['usage:read'] });
    const one = await ConsolePage.open(browser);
    await one.signIn(reader.key, { path: '/keys' });
    await one.page.getByText('This key may not see this page').waitFor();
    const links = await one.page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();
    expect(links).toEqual(['Overview', 'Usage', 'Limits', 'Reference']);
    one.expectNoFailure();
    await one.close();
  });
});
