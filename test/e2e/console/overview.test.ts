import { expect } from 'vitest';
import { COLOUR_RULES, sizes } from '../support/console-page.ts';
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

  it('the keyboard reaches pages, actions, conversations and the message field', async ({ one }) => {
    const { page } = one;
    const heading = 'Write the release notes';
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    const find = async (text: string, option: string): Promise<void> => {
      await page.keyboard.press('ControlOrMeta+k');
      await palette.getByRole('combobox').fill(text);
      await palette.getByRole('option', { name: option }).first().waitFor();
    };
    await one.visit('/limits', 'Limits');
    const opener = page.getByRole('button', { name: 'Search and commands' });
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size);
      await opener.click();
      await palette.getByRole('option', { name: heading }).first().waitFor();
      await one.expectFits();
      await one.expectAccessible();
      await page.emulateMedia({ colorScheme: 'dark' });
      await one.expectAccessible({ rules: COLOUR_RULES });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'detached' });
      await page.locator('button:focus', { hasText: 'Search and commands' }).waitFor();
    }
    await find('RELEASE', heading);
    await page.keyboard.press('Enter');
    await one.heading(heading).waitFor();
    const field = page.getByLabel('Message to the agent');
    await field.pressSequentially('g u n ?');
    expect(await field.inputValue()).toBe('g u n ?');
    await field.fill('');

    await page.reload();
    await field.waitFor();
    const isSkip = 'document.activeElement.matches("[data-skip-to-field]")';
    let stops = 0;
    do {
      await page.keyboard.press('Tab');
      stops += 1;
    } while (stops < 3 && !(await page.evaluate(isSkip)));
    await page.keyboard.press('Enter');
    await page.locator('textarea:focus').waitFor();
    expect(stops).toBeLessThanOrEqual(3);

    await find('pause', 'Pause sandbox');
    await page.keyboard.press('Enter');
    await page.getByText('Sandbox is pausing').first().waitFor();

    await find('shortcuts', 'Keyboard shortcuts');
    await page.keyboard.press('Enter');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByText('Go to Usage').waitFor();
    await one.expectAccessible();
    await list.getByLabel('Single-key shortcuts').uncheck();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await one.heading(heading).click();
    for (const key of ['?', 'g', 'u']) await page.keyboard.press(key);
    expect([await list.count(), await one.heading(heading).count()]).toEqual([0, 1]);
    await find('shortcuts', 'Keyboard shortcuts');
    await page.keyboard.press('Enter');
    await list.getByLabel('Single-key shortcuts').check();
    await page.keyboard.press('Escape');
    await one.heading(heading).click();
    await page.keyboard.press('?');
    await list.waitFor();
    await page.keyboard.press('Escape');
    for (const key of ['g', 'u']) await page.keyboard.press(key);
    await one.heading('Usage').waitFor();
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
