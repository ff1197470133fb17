import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startConversation } from '../../support/service/conversations.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest();

const LAST = 'And so on. '.repeat(20).trim();
const ANSWER = ['# The plan', 'First **this**, then `that`.', '1. one', '2. two', LAST].join('\n\n');

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message to the agent').fill(text);
  await page.keyboard.press('Enter');
}

/** What the page showed of a response, frame by frame, while the agent wrote it. */
interface Seen {
  readonly heights: readonly number[];
  /** The height with the whole text; null if the final message came before a frame with it. */
  readonly whole: number | null;
  readonly hasThoughts: boolean;
  readonly hasMarkdown: boolean;
  readonly readOut: readonly string[];
}

const watch = `{
  window.seen = { heights: [], whole: null, hasThoughts: false, hasMarkdown: false, readOut: new Set() };
  const look = () => {
    const answer = document.querySelector('article[aria-label="Message being written by the agent"]');
    if (answer) {
      const { height } = answer.getBoundingClientRect();
      window.seen.heights.push(height);
      if (answer.textContent.includes('${LAST}')) window.seen.whole = height;
      window.seen.hasThoughts ||= answer.textContent.includes('I should write');
      window.seen.hasMarkdown ||= answer.querySelector('strong') !== null;
    }
    for (const region of document.querySelectorAll('[aria-live], [role=status]')) {
      window.seen.readOut.add(region.textContent);
    }
    requestAnimationFrame(look);
  };
  look();
}`;

describeInBrowser('conversation with confirmations', () => {
  it('pending calls, messages being written and their final events are shown', async ({ owner, visitor: one }) => {
    const settings = { conversation_settings_diff: { confirmation_mode: true } };
    expect((await owner.api.post('/api/v1/settings', settings)).status).toBe(200);
    const initial_message = { role: 'user', content: [{ type: 'text', text: '/run echo asked > note.md' }] };
    const { id } = await startConversation(owner.api, { initial_message });
    const { page } = one;
    await one.signIn(owner.apiKey, { path: `/conversations/${id}` });
    const writing = page.getByRole('article', { name: 'Message being written by the agent' });
    const question = page.getByRole('region', { name: 'Confirmation' });

    await question.getByText('echo asked > note.md').waitFor();
    await one.expectAccessible();
    await page.evaluate(watch);
    await say(page, `/stream 5 ${ANSWER}`);
    await question.waitFor({ state: 'detached' });
    await page.getByText('Rejected', { exact: true }).waitFor();
    const final = page.getByRole('article', { name: 'Agent message' }).filter({ hasText: 'The plan' });
    await final.waitFor();
    const seen = () => page.evaluate<Seen>('({ ...window.seen, readOut: [...window.seen.readOut] })');
    const { heights, whole, hasThoughts, hasMarkdown } = await seen();
    expect([hasThoughts, hasMarkdown, new Set(heights).size > 3]).toEqual([true, true, true]);
    expect([null, (await final.boundingBox())?.height]).toContain(whole);
    // It is read out after it is shown, once, and not while it is written.
    await expect
      .poll(async () => (await seen()).readOut.filter((words) => words.includes('The plan')))
      .toEqual([expect.stringContaining(ANSWER)]);

    await say(page, '/run echo allowed > note.md');
    await question.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('The command ended with exit code 0.', { exact: true }).first().waitFor();

    await say(page, '/stream 600 One word after another.');
    await writing.waitFor();
    await one.expectAccessible();
    await page.getByRole('button', { name: 'Stop now' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await writing.waitFor({ state: 'detached' });
    one.expectNoFailure();
  });
});
