import { expect, onTestFinished } from 'vitest';
import { eventually } from '../../support/service/eventually.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';
import { answering, WebhookReceiver } from '../../support/webhooks/webhook-receiver.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest({ path: '/webhooks' });

describeInBrowser('webhook pages', () => {
  it('an endpoint can be added, pinged, rotated and deleted, and a failed delivery sent again', async ({
    one,
    owner,
  }) => {
    const receiver = await WebhookReceiver.start();
    onTestFinished(() => receiver.stop());
    const { page } = one;
    const dialog = page.getByRole('dialog');
    await page.getByText('No endpoints yet').waitFor();
    await page.getByRole('button', { name: 'Add endpoint' }).first().click();
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByLabel('All events').uncheck();
    await dialog.getByLabel('sandbox.paused').check();
    await one.expectAccessible();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Endpoint added' }).waitFor();
    const secret = await dialog.locator('code').first().innerText();
    rememberSecret('a signing secret', secret);
    await one.copy('Copy the Signing secret', dialog);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('No deliveries yet').waitFor();

    const answer = `<b>the database</b> is down, ${'and it is long, '.repeat(100)}`;
    receiver.behaviour = answering(500, { 'Content-Type': 'text/html' }, answer);
    await page.getByRole('button', { name: 'Send ping' }).click();
    const filters = page.getByRole('search', { name: 'Filter deliveries' });
    await filters.getByLabel('Status').selectOption('Delivered');
    await filters.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('No matching deliveries').waitFor();
    await filters.getByRole('button', { name: 'Clear' }).click();
    await filters.getByLabel('Event').selectOption('webhook_endpoint.ping');
    await filters.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL((url) => url.searchParams.get('type') === 'webhook_endpoint.ping');
    await page.getByRole('button', { name: 'webhook_endpoint.ping' }).click();
    await dialog.getByText('500', { exact: true }).waitFor();
    await dialog.getByText('"type": "webhook_endpoint.ping"').waitFor();
    await dialog.getByText('<b>the database</b> is down').waitFor();
    await dialog.getByRole('button', { name: 'Show all' }).click();
    await dialog.getByText('Only the beginning is stored.').waitFor();
    await one.expectAccessible();

    receiver.behaviour = answering(204);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('delivered').waitFor();
    await eventually('a good signature', () => receiver.verified(secret).length > 1);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    const actions = page.getByRole('button', { name: 'Actions for this endpoint' });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('heading', { name: 'Secret rotated' }).waitFor();
    rememberSecret('a signing secret', await dialog.locator('code').first().innerText());
    await one.copy('Copy the Signing secret', dialog);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Also signs until').waitFor();

    await actions.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No endpoints yet').waitFor();
    const { body } = await owner.api.get('/api/v1/webhook-endpoints');
    expect(body.items).toEqual([]);
    one.expectNoFailure();
  });

  it('a rejected URL shows its error at the field', async ({ one }) => {
    const { page } = one;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add endpoint' }).first().click();
    await dialog.getByLabel('URL').fill('http://example.com/hooks');
    one.mean((status, route) => status === 422 && route === 'POST /api/v1/webhook-endpoints');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(() => dialog.getByLabel('URL').getAttribute('aria-invalid')).toBe('true');
    one.expectNoFailure();
  });
});
