import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { canary } from '../../support/service/secrets-of-run.ts';
import { launchBrowser, noBrowser } from '../support/browser.ts';
import { describeUnless } from '../support/describe-unless.ts';
import { Canvas } from './canvas.ts';
import { type Bundle, canvasBundle } from './canvas-bundle.ts';
import {
  addProfile,
  answerTo,
  openConversation,
  pause,
  removeConversation,
  rename,
  say,
  showPanel,
  startWithRepository,
  welcome,
} from './canvas-steps.ts';
import { type GitHubWithClones, startGitHubWithClones } from './github-with-clones.ts';
import { PageServer } from './page-server.ts';

/** Requests that are allowed to fail, with the reason. Requests to a stopping sandbox are always allowed to fail. */
const refusals: Readonly<Record<string, string>> = {};

const REPOSITORY = 'octocat/site';
const TOKEN = canary('git token of a browser');

/** Settings pages of the client, with a text of each. */
const settings = [
  ['/settings/agents', 'Add agent profile'],
  ['/settings/condenser', 'Summarize long chats'],
  ['/settings/agent-context', 'Agent Context'],
  ['/settings/verification', 'Confirmation Mode'],
  ['/settings/app', 'Application'],
  ['/settings/secrets', 'Secrets'],
  ['/settings/llm', 'Available Profiles'],
  ['/automations', 'Automations Unavailable'],
] as const;
/** Pages that the settings do not link to. */
const others = [
  ['/mcp', 'MCP Servers'],
  ['/skills', 'Add skill'],
] as const;

const bundle: Bundle = noBrowser === undefined ? await canvasBundle() : { missing: noBrowser };
const missing = 'missing' in bundle ? bundle.missing : undefined;

let browser: Browser;
let pages: PageServer;
let owner: Owner;
let canvas: Canvas;
let provider: GitHubWithClones;
beforeAll(async () => {
  if ('missing' in bundle) return;
  [browser, pages, owner] = await Promise.all([launchBrowser(), PageServer.start(bundle.directory), newOwner()]);
  canvas = await Canvas.open(browser, pages.origin);
  provider = await startGitHubWithClones(TOKEN, REPOSITORY, { 'README.md': 'words of a repository' });
  const provider_tokens = { github: { token: TOKEN, host: provider.host } };
  expect((await owner.api.post('/api/v1/secrets/git-providers', { provider_tokens })).status).toBe(200);
});
afterAll(async () => {
  await canvas?.close();
  await provider?.close();
  await browser?.close();
  pages?.stop();
});

const conversations = async () => (await owner.api.get('/api/v1/app-conversations/search')).body.items;

describeUnless(missing, 'Agent Canvas', () => {
  it('supports a conversation from the first use of the client to its deletion', async () => {
    await welcome(canvas, { host: service().baseUrl, apiKey: owner.apiKey }, 'hello from a browser');

    const second = await canvas.step('talk', () => say(canvas, 'once more'));
    expect(second).toContain('Model: anthropic/claude-sonnet-4-5 (with an API key)');

    await canvas.step('upload a file', async () => {
      const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words of a person') };
      await canvas.page.locator('input[type=file]').first().setInputFiles(file);
      await canvas.page.getByText('notes.txt').first().waitFor();
      await say(canvas, 'see the file');
    });
    await canvas.step('read the file', async () => {
      await canvas.goTo('/');
      await openConversation(canvas);
      await showPanel(canvas);
      await canvas.part('files-tab').getByText('notes.txt').click();
      await canvas.part('files-tab-content').getByText('words of a person').waitFor();
    });
    await canvas.step('rename the conversation', () => rename(canvas, 'A renamed journey'));
    expect(await conversations()).toMatchObject([{ title: 'A renamed journey' }]);

    await canvas.step('save a model under a name', async () => {
      await canvas.goTo('/settings/llm');
      await addProfile(canvas, 'strong', 'anthropic/claude-opus-4-5');
    });
    const switched = await canvas.step('switch the model', async () => {
      await openConversation(canvas);
      await canvas.part('chat-input-llm-profile').click();
      const switching = canvas.page.waitForResponse((response) => response.url().endsWith('/switch_profile'));
      await canvas.part('chat-input-llm-profile-option-strong').click();
      expect((await switching).status()).toBe(200);
      return say(canvas, 'which model');
    });
    expect(switched).toContain('Model: anthropic/claude-opus-4-5 (with an API key)');

    // The page caches PAUSED before it leaves the conversation, so it resumes the sandbox that it just paused.
    const resumed = canvas.page.waitForResponse((response) => response.url().endsWith('/resume'));
    await canvas.step('pause', () => pause(canvas));
    expect((await resumed).status()).toBe(200);
    expect((await conversations())[0]).toMatchObject({ sandbox_status: 'PAUSED' });
    await canvas.step('resume', async () => {
      const connecting = canvas.page.waitForEvent('websocket', { timeout: 90_000 });
      await openConversation(canvas);
      // The list of conversations can show this up to 30 seconds later, when the page reloads it.
      await connecting;
      await say(canvas, 'after the pause');
    });
    const [{ id, sandbox_id, conversation_url }] = await conversations();
    const act = async (action: 'pause' | 'resume', status: string) => {
      await owner.api.post(`/api/v1/sandboxes/${sandbox_id}/${action}`, {});
      await waitForSandbox(owner.api, sandbox_id, status);
    };
    await canvas.page.evaluate('globalThis.isSameTab = true');
    await canvas.step('keep the tab over a pause', async () => {
      await act('pause', 'PAUSED');
      await act('resume', 'RUNNING');
      const content = [{ type: 'text', text: 'from elsewhere' }];
      await owner.api.post(`/api/v1/app-conversations/${id}/send-message`, { role: 'user', content, run: true });
      await answerTo(canvas, 'from elsewhere');
      await say(canvas, 'in the same tab');
    });
    expect(await canvas.page.evaluate('globalThis.isSameTab')).toBe(true);
    expect(await conversations()).toMatchObject([{ sandbox_status: 'RUNNING', conversation_url }]);
    await canvas.step('delete the conversation', () => removeConversation(canvas));
    expect(await conversations()).toEqual([]);
  });

  it('starts a conversation with a repository of its owner, and shows its files', async () => {
    await canvas.step('start with a repository', async () => {
      await canvas.goTo('/');
      await startWithRepository(canvas, REPOSITORY);
      await say(canvas, 'where am I');
    });
    const started = { selected_repository: REPOSITORY, git_provider: 'github' };
    expect(await conversations()).toContainEqual(expect.objectContaining(started));
    await canvas.step('read a file of the repository', async () => {
      await showPanel(canvas);
      await canvas.part('files-tab').getByText('README.md').click();
      await canvas.part('files-tab-content').getByText('words of a repository').waitFor();
    });
  });

  it('shows each settings page', async () => {
    const shown = (text: string) => canvas.part('root-layout').getByText(text).first().waitFor();
    await canvas.goTo('/settings/llm');
    for (const [page, text] of settings) {
      await canvas.step(`follow the link to ${page}`, async () => {
        await canvas.follow(page);
        await shown(text);
      });
    }
    for (const [page, text] of others) {
      await canvas.step(`open ${page}`, async () => {
        await canvas.goTo(page);
        await shown(text);
      });
    }
  });

  it('has no unexpected failed requests and no script errors', () => {
    expect(canvas.refused.filter((route) => !(route in refusals))).toEqual([]);
    expect(canvas.errors).toEqual([]);
  });
});
