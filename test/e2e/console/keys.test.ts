import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Device } from '../../support/service/device-login.ts';
import { anonymous, service } from '../../support/service/owners.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';
import { COLOUR_RULES, type ConsolePage, sizes } from '../support/console-page.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest({ path: '/keys' });

const statusOf = async (key: string) =>
  (await fetch(`${service().baseUrl}/api/keys/current`, { headers: { 'X-Session-API-Key': key } })).status;

/** Copies the secret that a dialog shows only once. */
async function copied(one: ConsolePage, label: string): Promise<string> {
  const dialog = one.page.getByRole('dialog');
  await dialog.getByText('It is shown only once').waitFor();
  await one.expectAccessible();
  const secret = await one.copy(`Copy the ${label}`, dialog);
  rememberSecret(`a ${label}`, secret);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await one.page.content()).not.toContain(secret);
  return secret;
}

/** Goes back by the browser's button. The page can object. */
const goBack = (page: Page) => page.evaluate('history.back()');

/** Tries every way out of a dialog that shows a secret. It stays open. */
async function leave(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  const secret = await dialog.locator('code').first().innerText();
  await page.mouse.click(720, 3);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await goBack(page);
  const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0);
  expect(await dialog.locator('code').first().innerText()).toBe(secret);
}

/** Answers the question about input that would be dropped. */
async function discard(page: Page, answer: 'Cancel' | 'Discard'): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await question.getByRole('button', { name: answer }).click();
  await question.waitFor({ state: 'detached' });
}

describeInBrowser('key pages', () => {
  it('a key can be created with scopes, limits and expiry, rotated and revoked', async ({ one }) => {
    const { page } = one;
    const dialog = page.getByRole('dialog');
    for (const name of ['Limits', 'Keys']) await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await dialog.getByLabel('Name').fill('nightly job');
    await dialog.getByLabel('Choose scopes').check();
    await dialog.getByLabel('usage:read').check();
    await dialog.getByLabel('Concurrent sandboxes').fill('2');
    await dialog.getByLabel('Expires').fill('2099-01-01T00:00');
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('It is shown only once').waitFor();
    await leave(page);
    const key = await copied(one, 'API key');
    expect(await statusOf(key)).toBe(200);
    const made = page.getByRole('row', { name: /nightly job/ });
    await made.getByText('usage: read').waitFor();
    await made.getByText('2 concurrent sandboxes').waitFor();

    await page.getByRole('button', { name: 'Actions for key nightly job' }).click();
    await page.getByRole('menuitem', { name: 'Rotate' }).click();
    await dialog.getByLabel('The old key keeps working').selectOption('1 hour');
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const successor = await copied(one, 'API key');
    expect([await statusOf(key), await statusOf(successor)]).toEqual([200, 200]);
    await page.getByText('Rotated').waitFor();

    const successorRow = page.getByRole('row', { name: /nightly job/ }).filter({ hasNotText: 'Rotated' });
    await successorRow.getByRole('button', { name: /Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await dialog.getByText('cannot be undone').waitFor();
    await dialog.getByLabel('Strangers may have this key').check();
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    const revoked = page.locator('li', { hasText: 'Key nightly job revoked' });
    await revoked.getByText('Session keys of 0 sandboxes were replaced.').waitFor();
    await successorRow.waitFor({ state: 'detached' });
    expect(await statusOf(successor)).toBe(401);
    one.expectNoFailure();
  });

  it('a program is approved with its code, scopes and end chosen, and only by a click', async ({ one, owner }) => {
    const { page } = one;
    const asked = { scope: 'conversations:read admin', client_name: 'acs', device_name: 'build-7' };
    const [device, other] = await Promise.all([Device.start(anonymous(), asked), Device.start(anonymous())]);
    // Where links of older programs lead, too.
    await page.goto(`${service().baseUrl}/oauth/device/verify?user_code=${device.codes.user_code}`);
    await one.heading('Approve sign-in').waitFor();
    expect(page.url()).toBe(device.codes.verification_uri_complete);
    await page.getByText('acs', { exact: true }).waitFor();
    await page.getByText('127.0.0.1').waitFor();
    await page.getByText('Your key lacks admin').waitFor();
    expect((await device.poll()).body.error).toBe('authorization_pending');
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size);
      await one.expectFits();
      await one.expectAccessible();
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await one.expectAccessible({ rules: COLOUR_RULES });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(sizes.desktop);
    expect(await page.getByLabel('conversations:read').isChecked()).toBe(true);
    await page.getByLabel('usage:read').check();
    await page.getByLabel('Expires').selectOption('In 7 days');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('You can close this page').waitFor();
    expect(await page.getByRole('button', { name: /Approve|Deny/ }).count()).toBe(0);
    const key = await device.token();
    const { body } = await owner.api.get('/api/keys');
    const made = body.find(({ name }: { name: string }) => name === 'acs on build-7');
    expect([made.scopes, key.endsWith(made.last4)]).toEqual([['conversations:read', 'usage:read'], true]);
    expect(Date.parse(made.expires_at) - Date.now()).toBeLessThan(7 * 86_400_000);

    one.mean((status, route) => [404, 409].includes(status) && route.startsWith('GET /oauth/device/requests/'));
    await one.visit('/device', 'Approve sign-in');
    await page.getByLabel('Code').fill('BBBB-BBBB');
    await page.getByLabel('Code').press('Enter');
    await page.getByText('Unknown or expired code').waitFor();
    await page.getByLabel('Code').fill(other.codes.user_code.toLowerCase().replace('-', ' '));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('The program gets no key').waitFor();
    expect((await other.poll()).body.error).toBe('access_denied');
    await one.visit('/keys', 'Keys');
    one.expectNoFailure();
  });

  it('rotating the own key switches to its successor', async ({ owner, visitor }) => {
    const { page } = visitor;
    const { body: first } = await owner.api.post('/api/keys', { name: 'tab' });
    rememberSecret('an API key', first.key);
    await visitor.signIn(first.key, { path: '/keys' });
    const dialog = page.getByRole('dialog');
    const actions = page.getByRole('button', { name: 'Actions for key tab' });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Rotate' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // The focus returns after the dialog is gone.
    await page.locator('button:focus').and(actions).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await dialog.getByText('You are signed in with this key').waitFor();
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await dialog.getByText('The old key works until').waitFor();
    rememberSecret('an API key', await dialog.locator('code').innerText());
    await dialog.getByRole('button', { name: 'Done' }).click();
    const question = page.getByRole('dialog', { name: 'Have you saved the API key?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await visitor.expectAccessible();
    await question.getByRole('button', { name: 'Close without copying' }).click();
    await dialog.first().waitFor({ state: 'detached' });
    await owner.api.delete(`/api/keys/${first.id}`);
    const own = page.getByRole('row', { name: /This session/ });
    await own.getByText('Active').waitFor();
    await own.getByRole('button', { name: 'Actions for key tab' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await dialog.getByRole('button', { name: 'Revoke and sign out' }).click();
    await page.getByText('You are signed out').waitFor();
    visitor.expectNoFailure();
  });

  it('a rejected field shows its error, and the form keeps its input', async ({ one }) => {
    const { page } = one;
    const dialog = page.getByRole('dialog');
    // Pages of the console to go back to.
    for (const name of ['Limits', 'Keys']) await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await dialog.getByLabel('Name').fill('over');
    await dialog.getByLabel('Expires').fill('2020-01-01T00:00');
    one.mean((status, route) => status === 422 && route === 'POST /api/keys');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect.poll(() => dialog.getByLabel('Expires').getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('over');
    for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(720, 3), () => goBack(page)]) {
      await leave();
      await discard(page, 'Cancel');
      expect(await dialog.getByLabel('Name').inputValue()).toBe('over');
    }
    await page.keyboard.press('Escape');
    await discard(page, 'Discard');
    await dialog.first().waitFor({ state: 'detached' });
    one.expectNoFailure();
  });
});
