import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { newName, newOwner, type Owner, service } from '../../support/service/owners.ts';
import { launchBrowser } from '../browser/canvas.ts';
import { browserPath } from '../support/browser.ts';
import { ConsolePage } from '../support/console-page.ts';

const path = browserPath();

let browser: Browser;
let admin: Owner;
let one: ConsolePage;
beforeAll(async () => {
  if (path === undefined) return;
  [browser, admin] = await Promise.all([launchBrowser(path), newOwner(['--scopes', 'admin'])]);
  one = await ConsolePage.open(browser);
  await one.signIn(admin.apiKey);
});
afterAll(async () => {
  await browser?.close();
});

describe.skipIf(path === undefined)('Owners in the console', () => {
  it('are made with limits and a key that is shown once, and changed', async () => {
    const name = newName();
    const limits = async () => (await admin.api.get(`/api/v1/owners/${name}`)).body.limits;
    await one.visit('/owners', 'Owners');
    await one.page.getByRole('button', { name: 'Make an owner' }).click();
    const dialog = one.page.getByRole('dialog');
    await dialog.getByLabel('Owner').fill(name);
    await dialog.getByLabel('Sandboxes at once').fill('3');
    await dialog.getByLabel('Name of the key').fill('first');
    await dialog.getByRole('button', { name: 'Make the owner' }).click();
    const shown = (await dialog.locator('code').textContent()) ?? '';
    const current = await Api.withKey(service().baseUrl, shown).get('/api/keys/current');
    expect(current.body).toMatchObject({ user_id: name, name: 'first' });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await one.heading(name).waitFor();
    expect(await one.page.content()).not.toContain(shown);
    expect(await limits()).toMatchObject({ sandboxes: 3, monthly_budget_usd: null });

    await one.page.getByRole('button', { name: 'Change the limits' }).click();
    await dialog.getByLabel('Sandboxes at once').fill('');
    await dialog.getByLabel('US dollars a month').fill('12.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await one.page.getByText('$12.50').waitFor();
    expect(await limits()).toMatchObject({ sandboxes: null, monthly_budget_usd: 12.5 });
    one.expectNoFailure();
  });

  it('are found by their name, and get further keys', async () => {
    await one.visit('/owners', 'Owners');
    await one.page.getByLabel('Owner, by the whole name').fill(admin.name);
    await one.page.getByRole('button', { name: 'Find' }).click();
    await one.heading(admin.name).waitFor();
    await one.page.getByRole('button', { name: 'Make a key' }).click();
    const dialog = one.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('second');
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    await dialog.getByText('Copy it now').waitFor();
    const { body: keys } = await admin.api.get('/api/keys');
    expect(keys.map((key: { readonly name: string }) => key.name)).toContain('second');
    one.expectNoFailure();
  });
});
