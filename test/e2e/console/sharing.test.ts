import { expect } from 'vitest';
import { startConversation } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { ConsolePage } from '../support/console-page.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';
import { LoadedScripts } from '../support/loaded-scripts.ts';

const it = consoleTest({ path: '/conversations' });

describeInBrowser('a public link of a conversation', () => {
  it('is made, copied, opened without a key, and revoked', async ({ one, owner, visitor }) => {
    const shared = await startConversation(owner.api, {
      title: 'Shown to visitors',
      initial_message: { content: [{ type: 'text', text: 'a question for all to read' }] },
    });
    const { page } = one;
    await page.goto(`${ConsolePage.origin}/conversations/${shared.id}`);
    await one.heading('Shown to visitors').waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create public link' }).click();
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    await one.expectAccessible();
    expect(link).toMatch(/\/shared\/#[\w-]{65}$/);

    const scripts = new LoadedScripts(visitor.page);
    const sent: string[] = [];
    visitor.page.on('request', (request) => sent.push(JSON.stringify([request.url(), request.headers()])));
    await eventually('the page shows the message', async () => {
      await visitor.page.goto('about:blank');
      await visitor.page.goto(link);
      await visitor.heading('Shown to visitors').waitFor();
      return (await visitor.page.getByText('a question for all to read').count()) > 0 || undefined;
    });
    await visitor.expectAccessible();
    const token = link.slice(-65);
    expect(sent.filter((request) => /x-session-api-key|authorization|cookie|"referer":"[^"]/i.test(request))).toEqual(
      [],
    );
    // The API gets the token, and the server of the page does not.
    expect(sent.filter((request) => request.includes(token) && !request.includes('/api/shared-'))).toEqual([]);
    expect(await visitor.page.content()).not.toContain(shared.sessionKey);
    // None of its code knows where a credential is stored, or how tabs pass it on.
    const code = await scripts.soFar();
    expect(code.length).toBeGreaterThan(0);
    expect(code.filter(({ text }) => /acs\.(api-key|person|session|people)|sessionStorage|Bearer /.test(text))).toEqual(
      [],
    );

    await owner.api.send('PUT', `/api/v1/sandboxes/${shared.sandboxId}/files/content?path=report.md`, {
      body: 'what the agent found',
      headers: { 'Content-Type': 'application/octet-stream' },
    });
    await dialog.getByLabel('Files for visitors').fill('report.md');
    await dialog.getByRole('button', { name: 'Save files' }).click();
    await one.page.getByText('Files shared').first().waitFor();
    await visitor.page.reload();
    await visitor.page.getByText('report.md (20 bytes)').click();
    await visitor.page.getByText('what the agent found').waitFor();
    await visitor.page.getByRole('link', { name: 'Download' }).waitFor();
    await visitor.expectAccessible();

    await dialog.getByRole('button', { name: 'Revoke link' }).click();
    await dialog.getByRole('button', { name: 'Create public link' }).waitFor();
    await visitor.page.reload();
    await visitor.page.getByText('This link does not open a conversation').waitFor();

    const isPrivate = dialog.getByRole('radio', { name: /^Private/ });
    // It is checked once the service has saved it.
    await isPrivate.click();
    await expect.poll(() => isPrivate.isChecked()).toBe(true);
    await eventually('the conversation is private', async () => {
      const { body } = await owner.api.get(`/api/v1/app-conversations/${shared.id}`);
      return body.visibility === 'private' || undefined;
    });
    expect(await dialog.getByRole('button', { name: 'Create public link' }).isDisabled()).toBe(true);
  });

  it('is not offered where the operator forbids links, and can be revoked if there is one', async ({
    owner,
    visitor,
  }) => {
    await visitor.page.route('**/config.json', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), public_links: 'false' } });
    });
    const { id } = await startConversation(owner.api, { title: 'Not for visitors', public: true });
    await visitor.signIn(owner.apiKey, { path: `/conversations/${id}` });
    await visitor.page.getByRole('button', { name: 'More actions' }).click();
    await visitor.page.getByRole('menuitem', { name: 'Share' }).click();
    const dialog = visitor.page.getByRole('dialog');
    await dialog.getByText('The operator of this service does not allow public links').waitFor();
    await visitor.expectAccessible();
    await dialog.getByRole('button', { name: 'Revoke link' }).click();
    await dialog.getByRole('button', { name: 'Revoke link' }).waitFor({ state: 'detached' });
    expect(await dialog.getByRole('button', { name: 'Create public link' }).count()).toBe(0);
    visitor.expectNoFailure();
  });

  it('with a broken address opens nothing, and says so', async ({ visitor }) => {
    await visitor.page.goto(`${ConsolePage.origin}/shared/#%`);
    await visitor.page.getByText('This link does not open a conversation').waitFor();
  });
});
