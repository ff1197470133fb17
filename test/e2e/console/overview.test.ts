import { expect } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest({ keyOptions: ['--scopes', 'admin', '--monthly-budget-usd', '10'] });

describeInBrowser('overview page', () => {
  it('a new owner starts a first conversation, which the overview then shows live', async ({ one }) => {
    await one.page.getByRole('heading', { name: 'Start your first conversation' }).waitFor();
    await one.expectAccessible();
    await one.page.getByLabel('First message').fill('Write the release notes');
    await one.page.keyboard.press('Control+Enter');
    await one.page.getByRole('article').getByText('You said: Write the release notes').waitFor();
    await one.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();

    const running = one.page.getByRole('region', { name: /^Running now/ });
    await running.getByRole('link', { name: 'Write the release notes' }).waitFor();
    const starts = one.page.getByRole('region', { name: 'Starts today' });
    await starts
      .getByText(/^[\d.]+m?s$/)
      .first()
      .waitFor();
    await one.page.getByRole('region', { name: 'Spend this month' }).getByText('Key budget').waitFor();
    await one.expectAccessible();
    one.expectNoFailure();
  });

  it('one line names the parts that the key cannot see', async ({ visitor, owner }) => {
    const { body: reader } = await owner.api.post('/api/keys', { name: 'reader', scopes: ['usage:read'] });
    await visitor.signIn(reader.key);
    await visitor.page
      .getByText('running sandboxes (needs sandboxes:read), starts (needs conversations:read).')
      .waitFor();
    await visitor.page.getByRole('region', { name: 'Spend this month' }).waitFor();
    expect(await visitor.page.getByRole('region', { name: 'Starts today' }).count()).toBe(0);
    visitor.expectNoFailure();
  });
});
