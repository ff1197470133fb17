import { expect } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest({ path: '/specs' });

describeInBrowser('pages of sandbox specs', () => {
  it('a spec can be created, checked, changed and deleted', async ({ one, owner }) => {
    const { page } = one;
    const dialog = page.getByRole('dialog');
    const fact = (text: string) => page.getByRole('definition').filter({ hasText: text }).first();
    await page.getByRole('link', { name: 'reference', exact: true }).waitFor();
    await one.expectGoodLooks('Sandbox specs');

    await page.getByRole('button', { name: 'Create spec' }).click();
    await dialog.getByLabel('Name').fill('mine');
    await dialog.getByLabel('Image').fill('docker.io/library/nginx:1.0.0');
    await dialog.getByLabel('vCPU').fill('0.25');
    await dialog.getByLabel('Memory in GB').fill('0.5');
    await dialog.getByLabel('Workspace in GB').fill('1');
    await dialog.getByRole('textbox', { name: 'Environment' }).fill('COLOUR=blue');
    one.mean((status, route) => status === 422 && route === 'POST /api/v1/sandbox-specs');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByText('Must be from one of').first().waitFor();
    expect(await dialog.getByLabel('Image').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByText('More:').click();
    await one.expectAccessible();
    await dialog.getByLabel('Image').fill('localhost/reference-agent:1.0.0');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();

    await fact('Passed').waitFor();
    await fact('Version 1').waitFor();
    await page.getByText('COLOUR=blue').waitFor();
    await one.expectGoodLooks('A checked spec');

    const actions = page.getByRole('button', { name: 'Actions for this spec' });
    await actions.click();
    await page.getByRole('menuitem', { name: 'New version' }).click();
    await dialog.getByLabel('Image').fill('localhost/none:1.0.0');
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Create version' }).click();
    await page.getByText('The check of version 2 failed', { exact: true }).waitFor();
    await page.getByText('New sandboxes use version 1.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'The image is pulled' }).getByText('Failed').waitFor();
    await one.expectGoodLooks('A failed check');
    const { body } = await owner.api.get('/api/v1/sandbox-specs/own.mine');
    expect(body).toMatchObject({ version: 2, offered_version: 1, initial_env: { COLOUR: 'blue' } });

    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Checking again', { exact: true }).waitFor();
    await actions.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Sandbox specs' }).waitFor();
    await page.getByRole('link', { name: 'own.mine' }).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'reference', exact: true }).click();
    await page.getByText('Of the deployment').waitFor();
    expect(await actions.count()).toBe(0);
    await one.expectGoodLooks('A spec of the deployment');
    one.expectNoFailure();
  });

  it('no spec can be created where the operator allows none', async ({ visitor, owner }) => {
    const { page } = visitor;
    await page.route('**/api/v1/sandbox-specs/search*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), own_specs: null } });
    });
    await visitor.signIn(owner.apiKey, { path: '/specs' });
    await page.getByRole('link', { name: 'reference', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Create spec' }).count()).toBe(0);
    visitor.expectNoFailure();
    await page.unrouteAll();
  });
});
