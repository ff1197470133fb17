import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { startGitHub } from '../../support/git/github-server.ts';
import { waitForTask } from '../../support/service/conversations.ts';
import type { Owner } from '../../support/service/owners.ts';
import { canary } from '../../support/service/secrets-of-run.ts';
import { COLOUR_RULES, type ConsolePage, sizes } from '../support/console-page.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';
import { selectSize } from './size-steps.ts';

const it = consoleTest({ path: '/conversations' });

const hasAgentServer = await promisify(execFile)('which', ['agent-server']).then(
  () => true,
  () => false,
);

/** The URL of a conversation, as opposed to that of its start. */
const conversationAddress = /\/conversations\/[0-9a-f]{32}$/;

async function start({ page }: ConsolePage, message: string): Promise<void> {
  await page.getByLabel('First message').fill(message);
  await page.keyboard.press('Enter');
}

/** Forks a conversation from its menu and from an event, and returns to it. A refusal is shown in its words. */
async function forkTwice(one: ConsolePage, { api }: Owner): Promise<void> {
  const { page } = one;
  const dialog = page.getByRole('dialog');
  const source = page.url();
  const refusal = 'The conversation cannot be forked. Its agent is an ACP program.';
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Fork' }).click();
  await dialog.getByLabel('Title').fill('Another way');
  await selectSize(dialog, '0.5 vCPUs, 1 GB');
  await one.expectAccessible();
  const refuse = () =>
    page.route('**/fork?*', (route) =>
      route.fulfill({
        status: 409,
        json: { status: 409, code: 'conflict', title: 'Conflict', detail: refusal },
        headers: { 'Access-Control-Allow-Origin': '*' },
      }),
    );
  await refuse();
  await dialog.getByRole('button', { name: 'Fork' }).click();
  await dialog.getByText(refusal).waitFor();
  await page.unroute('**/fork?*');
  await dialog.getByRole('button', { name: 'Fork' }).click();
  await one.heading('Another way').waitFor();
  await page.waitForURL((url) => conversationAddress.test(url.pathname) && url.href !== source);
  await page.getByText('(forked from it)').waitFor();
  await page.getByText('/run echo from the console > note.md').first().waitFor();
  await one.expectAccessible();
  const forked = `/api/v1/app-conversations/${new URL(page.url()).pathname.split('/').at(-1)}`;
  const { body: conversation } = await api.get(forked);
  const { body: sandbox } = await api.get(`/api/v1/sandboxes/${conversation.sandbox_id}`);
  expect(sandbox.resources).toMatchObject({ cpu: 0.5, memory_gb: 1 });

  const { body: events } = await api.get(`/api/v1/conversation/${conversation.id}/events/search`, { limit: 100 });
  const said = events.items.find(({ kind }: { kind: string }) => kind === 'MessageEvent');
  await page.getByRole('article', { name: 'User message' }).getByRole('button', { name: 'Fork from here' }).click();
  await dialog.getByText('the history up to this event').waitFor();
  await page.setViewportSize(sizes.phone);
  await one.expectFits();
  await page.setViewportSize(sizes.desktop);
  const request = page.waitForRequest(/\/fork\?/);
  await refuse();
  await dialog.getByRole('button', { name: 'Fork' }).click();
  expect((await request).postDataJSON()).toEqual({ event_id: said.id });
  await dialog.getByText(refusal).waitFor();
  await page.unroute('**/fork?*');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.goto(source);
  await one.heading('A note').waitFor();
  await api.delete(forked);
}

describeInBrowser('conversation pages', () => {
  it('a conversation can be started, renamed, paused, resumed, switched, downloaded and deleted', async ({
    one,
    owner,
  }) => {
    const { page } = one;
    await page.getByText('Start your first conversation').waitFor();
    await one.expectAccessible();
    await start(one, '/run echo from the console > note.md');
    await page.waitForURL(conversationAddress);
    await page.getByText('Finished', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('A note');
    await page.keyboard.press('Enter');
    await one.heading('A note').waitFor();
    await page.getByText('Renamed to “A note”', { exact: true }).waitFor();

    await page.getByRole('tab', { name: 'Changes' }).click();
    await page.getByRole('cell', { name: 'from the console', exact: true }).waitFor();
    await one.expectAccessible();
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByText('from the console', { exact: true }).waitFor();

    // The refused fork, and the list of files between the pause and the saved workspace.
    one.mean((code, route) => code === 409 && (route.endsWith('/fork') || route.endsWith('/files')));
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('Paused by request.').waitFor();
    await page.getByText('These files are from the saved workspace').waitFor();
    await page.getByRole('button', { name: 'Resume', exact: true }).first().click();
    await page.getByText('from the console', { exact: true }).waitFor();

    await owner.bearer.post('/api/v1/settings/profiles/fast', { llm: { model: 'openai/fast', api_key: 'a-key' } });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Switch model' }).click();
    await page.getByRole('dialog').getByLabel('Model profile').selectOption('fast');
    await one.expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
    await page.getByText('Switched to fast', { exact: true }).waitFor();
    await page.getByText('openai/fast', { exact: true }).first().waitFor();

    await forkTwice(one, owner);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    await (await download).cancel();
    await one.visit('/conversations?status=ready&text=from+the+console', 'Conversations');
    await page.getByRole('link', { name: 'A note' }).waitFor();
    await page.getByRole('link', { name: 'Failed', exact: true }).click();
    await page.getByText('No conversations match').waitFor();
    await page.getByText('hides none by itself').waitFor();
    await one.expectAccessible();
    await page.setViewportSize(sizes.phone);
    await page.emulateMedia({ colorScheme: 'dark' });
    await one.expectAccessible({ rules: COLOUR_RULES });
    await one.expectFits();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(sizes.desktop);
    await page.goBack();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await page.waitForURL((url) => url.search === '');
    await page.getByRole('link', { name: 'A note' }).click();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('is permanently deleted').waitFor();
    await one.expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Start your first conversation').waitFor();
    one.expectNoFailure();
  });

  it('a start whose responses are lost starts one conversation', async ({ one }) => {
    const { page } = one;
    await one.visit('/conversations/new', 'Start a conversation');
    let lost = 0;
    await page.route('**/api/v1/app-conversations?*', async (route) => {
      if (route.request().method() !== 'POST' || lost === 3) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await start(one, 'Say it once');
    await page.getByText('The service is not responding').waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL(conversationAddress);
    await page.unroute('**/api/v1/app-conversations?*');
    await one.visit('/conversations', 'Conversations');
    await page.getByText('1 conversation, newest first').waitFor();
  });

  it('an invalid field shows its error, and a failed start keeps what was entered', async ({ one, owner }) => {
    const { page } = one;
    // Nothing listens on this host, so there are no suggestions either.
    const suggestions = 'GET /api/v1/git/repositories/search';
    one.mean((status, route) => `${status} ${route}` === '422 POST /api/v1/app-conversations' || route === suggestions);
    const provider_tokens = { forgejo: { token: 'no token at all', host: '127.0.0.1:9' } };
    expect((await owner.api.post('/api/v1/secrets/git-providers', { provider_tokens })).status).toBe(200);
    await one.visit('/conversations/new', 'Start a conversation');
    await page.getByText('More options').click();
    await page.getByLabel('Repository').fill('no repository');
    await start(one, 'Look at it');
    await page.getByText(/Must be 'owner\/name'/).waitFor();
    await page.getByLabel('Repository').fill('someone/something');
    await page.getByLabel('Git provider').selectOption('Forgejo');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('This conversation failed to start').waitFor();
    await one.expectAccessible();
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByText('Look at it', { exact: true }).waitFor();
    await page.getByLabel('Repository').fill('');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(conversationAddress);
  });

  it.skipIf(hasAgentServer)(
    'a spec whose program is not installed says so before the choice and after a failed start (skipped where it is)',
    async ({ one, owner }) => {
      const { page } = one;
      await one.visit('/conversations/new', 'Start a conversation');
      await page.getByText('More options').click();
      const specs = page.getByLabel('Sandbox spec');
      await specs
        .getByText(/^reference \(default\): 0.25 vCPUs, 0.5 GB, \$0.0\d+ an hour$/)
        .waitFor({ state: 'attached' });
      const missing = specs.getByText('openhands: agent-server is not installed on this machine');
      expect(await missing.evaluate((option) => option.matches(':disabled'))).toBe(true);

      const { body: task } = await owner.api.post('/api/v1/app-conversations', {
        sandbox_spec_id: 'openhands',
        initial_message: { content: [{ type: 'text', text: 'Say it' }] },
      });
      await waitForTask(owner.api, task.id, 'ERROR');
      await one.visit(`/conversations/${task.conversation_id}`);
      await page.getByText('The conversation did not start').waitFor();
      await page.getByText('This conversation failed to start, so it has no agent').waitFor();
      expect(await one.copy('Copy the command')).toMatch(/^pip install openhands-agent-server==\S+ /);
      expect(await page.getByRole('button', { name: /^Resume/ }).count()).toBe(0);
      for (const size of Object.values(sizes)) {
        await page.setViewportSize(size);
        await one.expectFits();
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await one.expectAccessible();
        }
      }
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.waitForURL(/\/conversations\/new\?task=/);
      await one.heading('Start a conversation').waitFor();
      await page.getByText('This conversation failed to start', { exact: true }).waitFor();
      expect(await page.getByLabel('First message').inputValue()).toBe('Say it');
      one.expectNoFailure();
    },
  );

  it('repositories and branches are suggested, usable by keyboard alone', async ({ one, owner }) => {
    const { page } = one;
    const token = canary('git token');
    const own = Array.from({ length: 200 }, (_, number) => ({ full_name: `acme/service-${number}` }));
    const provider = await startGitHub({ tokens: [token], own, branches: ['main', 'feature/cart', 'feature/tax/eu'] });
    const provider_tokens = { github: { token, host: provider.host } };
    expect((await owner.api.post('/api/v1/secrets/git-providers', { provider_tokens })).status).toBe(200);
    await one.visit('/conversations/new', 'Start a conversation');
    await page.getByLabel('First message').fill('Kept while I look elsewhere');
    await page.getByText('More options').click();
    const suggested = async (label: string, text: string, suggestion: string): Promise<void> => {
      await page.getByLabel(label).pressSequentially(text);
      await page.getByRole('option', { name: suggestion, exact: true }).waitFor();
      await page.keyboard.press('ArrowDown');
      if (label === 'Branch') await one.expectAccessible();
      await page.keyboard.press('Enter');
      expect(await page.getByLabel(label).inputValue()).toBe(suggestion);
    };
    await suggested('Repository', 'service-117', 'acme/service-117');
    await suggested('Branch', 'tax', 'feature/tax/eu');
    await provider.close();
    await page.getByLabel('Repository').fill('other');
    await page.getByText(/No suggestions: .* could not be reached/).waitFor();
    await one.visit('/conversations', 'Conversations');
    await one.visit('/conversations/new', 'Start a conversation');
    expect(await page.getByLabel('First message').inputValue()).toBe('Kept while I look elsewhere');
    expect(await page.getByLabel('Branch').inputValue()).toBe('feature/tax/eu');
    await page.getByLabel('Repository').fill('https://github.com/acme/shop/tree/main');
    expect(await page.getByLabel('Repository').inputValue()).toBe('acme/shop');
    expect(await page.getByLabel('Branch').inputValue()).toBe('main');
  });

  it('the ID of a start leads to its conversation, and a missing conversation has a page of its own', async ({
    one,
    owner,
  }) => {
    one.mean((status) => status === 404);
    const { body: task } = await owner.api.post('/api/v1/app-conversations', {});
    await one.page.goto(`${new URL(one.page.url()).origin}/conversations/${task.id}`);
    await one.page.waitForURL(`**/conversations/${task.conversation_id}`);
    await one.visit('/conversations/ffffffffffffffffffffffffffffffff', 'Conversation not found');
    await one.page.getByRole('link', { name: 'Go to conversations' }).click();
    await one.heading('Conversations').waitFor();
  });
});
