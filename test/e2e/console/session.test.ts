import { expect } from 'vitest';
import { ConsolePage } from '../support/console-page.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest();

/** Whatever the browser keeps for the console, as one text. */
const stored = ({ page }: ConsolePage) =>
  page.evaluate<string>(
    'JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])',
  );

describeInBrowser('The session of the console', () => {
  it('takes a key for the tab only, shows whose it is, and forgets it on the way out', async ({ visitor, owner }) => {
    await visitor.signIn(owner.apiKey, { path: '/limits' });
    await visitor.heading('Limits').waitFor();
    expect(await visitor.page.evaluate('localStorage.length')).toBe(0);
    await visitor.page.getByRole('button', { name: /Account and appearance/ }).click();
    await visitor.page.getByRole('menu').getByText(owner.keyId).waitFor();
    await visitor.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await visitor.page.getByText('You have signed out').waitFor();
    expect(await stored(visitor)).not.toContain(owner.apiKey);
    expect(visitor.addresses.join(' ')).not.toContain(owner.apiKey);
    await visitor.page.reload();
    await visitor.heading(/^Sign in/).waitFor();
    visitor.expectNoFailure();
  });

  it('remembers a key where it is asked to, and signs all tabs out at once', async ({ visitor, owner }) => {
    await visitor.signIn(owner.apiKey, { remember: true });
    const other = await visitor.context.newPage();
    await other.goto(ConsolePage.origin);
    await other.getByRole('heading', { name: 'Overview' }).waitFor();
    await other.getByRole('button', { name: /Account and appearance/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await visitor.heading(/^Sign in/).waitFor();
    expect(await stored(visitor)).not.toContain(owner.apiKey);
  });

  it('refuses a wrong key at its field', async ({ visitor }) => {
    visitor.mean((status, route) => status === 401 && route === 'GET /api/keys/current');
    await visitor.visit('/', /^Sign in/);
    const field = visitor.keyField;
    await field.fill('acs_wrong');
    await field.press('Enter');
    await visitor.page.getByText('The service does not know this key').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    visitor.expectNoFailure();
  });

  it('asks for another key when its own was revoked, and goes on at the same place', async ({ visitor, owner }) => {
    const { body: short } = await owner.api.post('/api/keys', { name: 'short' });
    await visitor.signIn(short.key, { path: '/keys' });
    await visitor.heading('Keys').waitFor();
    visitor.mean((status) => status === 401);
    await owner.api.delete(`/api/keys/${short.id}`);
    await visitor.page.getByRole('link', { name: 'Limits' }).click();
    await visitor.page.getByText('does not accept this key any more').waitFor();
    expect(await stored(visitor)).not.toContain(short.key);
    await visitor.keyField.fill(owner.apiKey);
    await visitor.page.getByRole('button', { name: 'Sign in' }).click();
    await visitor.heading('Limits').waitFor();
    visitor.expectNoFailure();
  });

  it('signs in by an approval elsewhere', async ({ visitor, owner }) => {
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

  it('offers only what the key may do', async ({ visitor, owner }) => {
    const { body: reader } = await owner.api.post('/api/keys', { name: 'reader', scopes: ['usage:read'] });
    await visitor.signIn(reader.key, { path: '/keys' });
    await visitor.page.getByText('This key may not see this page').waitFor();
    const links = await visitor.page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();
    expect(links).toEqual(['Overview', 'Usage', 'Limits', 'Reference']);
    visitor.expectNoFailure();
  });
});
