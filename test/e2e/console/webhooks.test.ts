import { expect, onTestFinished } from 'vitest';
import { eventually } from '../../support/service/eventually.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';
import { answering, WebhookReceiver } from '../../support/webhook-endpoints/webhook-receiver.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest({ path: '/webhooks' });

describeInBrowser('The webhooks of the console', () => {
  it('adds an endpoint, tests it, sends again what failed, replaces its secret and deletes it', async ({
    one,
    owner,
  }) => {
    const receiver = await WebhookReceiver.start();
    onTestFinished(() => receiver.stop());
    const { page } = one;
    const dialog = page.getByRole('dialog');
    await page.getByText('No endpoints yet').waitFor();
    await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByLabel('Every event').uncheck();
    await dialog.getByLabel('sandbox.paused').check();
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'The endpoint is added' }).waitFor();
    const secret = await dialog.locator('code').innerText();
    rememberSecret('a signing secret', secret);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Nothing was sent yet').waitFor();

    const answer = `<b>the database</b> is down, ${'and it is long, '.repeat(100)}`;
    receiver.behaviour = answering(500, { 'Content-Type': 'text/html' }, answer);
    await page.getByRole('button', { name: 'Send a ping' }).click();
    await page.getByRole('button', { name: 'webhook_endpoint.ping' }).click();
    await dialog.getByText('500', { exact: true }).waitFor();
    await dialog.getByText('"type": "webhook_endpoint.ping"').waitFor();
    await dialog.getByText('<b>the database</b> is down').waitFor();
    await dialog.getByRole('button', { name: 'Show all' }).click();
    await dialog.getByText('Only the beginning was kept.').waitFor();
    await one.expectAccessible();

    receiver.behaviour = answering(204);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('delivered').waitFor();
    await eventually('a good signature', () => (receiver.verified(secret).length > 1 ? true : undefined));
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    const actions = page.getByRole('button', { name: 'Actions of this endpoint' });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Replace the secret' }).click();
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('heading', { name: 'The new secret is made' }).waitFor();
    rememberSecret('a signing secret', await dialog.locator('code').innerText());
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('The one before also signs until').waitFor();

    await actions.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No endpoints yet').waitFor();
    const { body } = await owner.api.get('/api/v1/webhook-endpoints');
    expect(body.items).toEqual([]);
    one.expectNoFailure();
  });

  it('says which address the service does not take', async ({ one }) => {
    const { page } = one;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
    await dialog.getByLabel('Address').fill('http://example.com/hooks');
    one.mean((status, route) => status === 422 && route === 'POST /api/v1/webhook-endpoints');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(() => dialog.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
    one.expectNoFailure();
  });
});
