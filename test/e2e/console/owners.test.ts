import { expect } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { newName, newOwner, service } from '../../support/service/owners.ts';
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

  it('an owner can be suspended, so that no start is accepted, and the suspension lifted', async ({ one }) => {
    const tenant = await newOwner();
    await one.visit(`/owners/${tenant.name}`, tenant.name);
    await one.page.getByRole('button', { name: 'Suspend' }).click();
    const dialog = one.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The invoice is not paid');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await one.page.getByText('This owner is suspended').waitFor();
    await one.expectAccessible();
    expect(await tenant.api.post('/api/v1/sandboxes', {})).toMatchObject({
      status: 403,
      body: { code: 'owner_suspended' },
    });

    await one.page.getByRole('button', { name: 'Lift suspension' }).click();
    await dialog.getByRole('button', { name: 'Lift suspension' }).click();
    await one.page.getByText('This owner is suspended').waitFor({ state: 'detached' });
    const { status, body } = await tenant.api.post('/api/v1/sandboxes', {});
    expect(status).toBe(200);
    await tenant.api.delete(`/api/v1/sandboxes/${body.id}`);
    one.expectNoFailure();
  });

  it('an owner can be deleted, and the page shows the receipt', async ({ one }) => {
    const tenant = await newOwner();
    await one.visit(`/owners/${tenant.name}`, tenant.name);
    await one.page.getByRole('button', { name: 'Delete' }).click();
    const dialog = one.page.getByRole('dialog');
    one.mean((status, route) => status === 422 && route === `DELETE /api/v1/owners/${tenant.name}`);
    await dialog.getByLabel(/^Type .* to confirm/).fill('another');
    await dialog.getByRole('button', { name: 'Delete everything' }).click();
    // At its field, not only above the form.
    await dialog.getByText(/^Must be \S+, the ID of the owner/).waitFor();
    await dialog.getByLabel(/^Type .* to confirm/).fill(tenant.name);
    await dialog.getByRole('button', { name: 'Delete everything' }).click();
    await one.page.getByText('Deletion in progress').waitFor();
    await one.page.getByText('Receipt of the deletion').waitFor({ timeout: 240_000 });
    await one.page.getByText('api keys').waitFor();
    expect((await tenant.api.get('/api/v1/limits')).status).toBe(401);
    one.expectNoFailure();
  });

  it('an announcement is seen by every user until it is deleted', async ({ one, visitor }) => {
    const text = `Maintenance of ${newName()}`;
    await one.visit('/deployment', 'Deployment');
    await one.page.getByRole('button', { name: 'Announce', exact: true }).click();
    const dialog = one.page.getByRole('dialog');
    await dialog.getByLabel('Text').fill(text);
    await dialog.getByRole('button', { name: 'Announce', exact: true }).click();
    await one.page.getByText(text).first().waitFor();
    await one.expectAccessible();

    const tenant = await newOwner();
    await visitor.signIn(tenant.apiKey, { path: '/' });
    await visitor.page.getByLabel('Announcements of the operator').getByText(text).waitFor();
    const remove = one.page.getByRole('button', { name: 'Delete announcement' });
    const item = one.page.locator('div', { has: one.page.getByText(text) }).filter({ has: remove });
    await item.last().getByRole('button').click();
    await one.page.getByText(text).first().waitFor({ state: 'detached' });
    one.expectNoFailure();
  });
});
