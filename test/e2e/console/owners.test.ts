import { expect } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { newName, service } from '../../support/service/owners.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest({ keyOptions: ['--scopes', 'admin'] });

describeInBrowser('owner pages', () => {
  it('an owner can be created with limits and a key, and edited', async ({ one, owner }) => {
    const name = newName();
    const limits = async () => (await owner.api.get(`/api/v1/owners/${name}`)).body.limits;
    await one.visit('/owners', 'Owners');
    await one.page.getByRole('button', { name: 'Create owner' }).click();
    const dialog = one.page.getByRole('dialog');
    await dialog.getByLabel(/^Name/).fill(name);
    await dialog.getByLabel('Concurrent sandboxes').fill('3');
    await dialog.getByLabel('Key name').fill('first');
    await dialog.getByRole('button', { name: 'Create owner' }).click();
    const shown = (await dialog.locator('code').textContent()) ?? '';
    const current = await Api.withKey(service().baseUrl, shown).get('/api/keys/current');
    expect(current.body).toMatchObject({ user_id: name, name: 'first' });
    await one.copy('Copy the API key', dialog);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await one.heading(name).waitFor();
    expect(await one.page.content()).not.toContain(shown);
    expect(await limits()).toMatchObject({ sandboxes: 3, monthly_budget_usd: null });

    await one.page.getByRole('button', { name: 'Edit limits' }).click();
    await dialog.getByLabel('Concurrent sandboxes').fill('');
    await dialog.getByLabel('Monthly budget (USD)').fill('12.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await one.page.getByText('$12.50').waitFor();
    expect(await limits()).toMatchObject({ sandboxes: null, monthly_budget_usd: 12.5 });
    one.expectNoFailure();
  });

  it('an owner can be found by name and given another key', async ({ one, owner }) => {
    await one.visit('/owners', 'Owners');
    await one.page.getByLabel('Exact name').fill(owner.name);
    await one.page.getByRole('button', { name: 'Find' }).click();
    await one.heading(owner.name).waitFor();
    await one.page.getByRole('button', { name: 'Create key' }).click();
    const dialog = one.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('second');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Copy it now').waitFor();
    const { body: keys } = await owner.api.get('/api/keys');
    expect(keys.map((key: { readonly name: string }) => key.name)).toContain('second');
    one.expectNoFailure();
  });
});
