import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { startConversation } from '../../support/service/conversations.ts';
import { anEvent } from '../../support/service/webhooks.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';
import { workDuring } from '../support/main-thread.ts';

const EVENTS = 20_000;
/** A page of the history, as the service answers it. */
const PAGE = 100;

/** So far it scrolls between two frames, in pixels: to load all of it, and as a quick person does. */
const LEAP = -10_000;
const SWIPE = 1_000;

/** So many frames a swipe takes, and after so many all should long have come. */
const SWIPED_FRAMES = 200;
const MOST_FRAMES = 5_000;

/** What browsers call a long task: people notice one. In milliseconds of processor time. */
const LONG_TASK = 50;
/** How many of them there may be for each frame, and how long one of them may be. */
const LONG_SHARE = 0.3;
const LONGEST_TASK = 250;

const it = consoleTest();

const text = (words: string) => [{ type: 'text', text: words }];
const paragraph = 'The tests of this part pass, and **the next one** needs a look at `src/index.ts`. ';

/** Event `number` of a long conversation: messages, tool calls with their results, states. */
function eventOf(number: number): Readonly<Record<string, unknown>> {
  const timestamp = new Date(Date.UTC(2026, 0, 5) + number * 1000).toISOString();
  const call = {
    id: `event-${number}`,
    timestamp,
    tool_name: 'terminal',
    tool_call_id: `call-${number - (number % 5)}`,
  };
  const command = `npm test -- part-${number}`;
  switch (number % 5) {
    case 0:
      return anEvent({
        ...call,
        kind: 'ActionEvent',
        action: { kind: 'TerminalAction', command },
        thought: text('I look.'),
      });
    case 1: {
      const content = text(`part ${number}\n`.repeat(1 + (number % 40)));
      const observation = { kind: 'TerminalObservation', content, command, exit_code: 0 };
      return anEvent({ ...call, kind: 'ObservationEvent', source: 'environment', observation });
    }
    case 2: {
      const llm_message = { role: 'assistant', content: text(paragraph.repeat(1 + (number % 9))) };
      return anEvent({ id: call.id, timestamp, llm_message });
    }
    case 3: {
      const llm_message = { role: 'user', content: text(`Message ${number}`) };
      return anEvent({ id: call.id, timestamp, source: 'user', llm_message });
    }
    default: {
      const state = { kind: 'ConversationStateUpdateEvent', key: 'execution_status', value: 'running' };
      return anEvent({ id: call.id, timestamp, source: 'environment', ...state });
    }
  }
}

/** Answers as the service does for a history of so many events, the newest first. */
async function answerPage(route: Route): Promise<void> {
  const query = new URL(route.request().url()).searchParams;
  if (query.get('sort_order') !== 'TIMESTAMP_DESC') return await route.continue();
  const last = Number(query.get('page_id') ?? EVENTS);
  const items = Array.from({ length: PAGE }, (_, index) => eventOf(last - 1 - index));
  const next_page_id = last > PAGE ? String(last - PAGE) : null;
  await route.fulfill({ json: { items, next_page_id }, headers: { 'Access-Control-Allow-Origin': '*' } });
}

interface Scrolled {
  readonly frames: number;
  /** The most rows, and the most elements, that the page had at once. */
  readonly mostRows: number;
  readonly mostElements: number;
}

/** Scrolls by a step in each frame, until the feed is at its beginning and all is loaded, or for so many frames. */
function scroll(page: Page, step: number, frames: number): Promise<Scrolled> {
  return page.evaluate(
    `new Promise((resolve) => {
      const feed = document.querySelector('[role=feed]');
      const status = document.querySelector('search p[role=status]');
      const isAtBeginning = () => feed.scrollTop <= 0 && status.textContent.endsWith('events');
      const seen = { frames: 0, mostRows: 0, mostElements: 0 };
      const next = () => {
        feed.scrollTop += ${step};
        seen.frames += 1;
        seen.mostRows = Math.max(seen.mostRows, feed.querySelectorAll('article').length);
        seen.mostElements = Math.max(seen.mostElements, document.querySelectorAll('*').length);
        if (seen.frames === ${frames} || isAtBeginning()) resolve(seen);
        else requestAnimationFrame(next);
      };
      requestAnimationFrame(next);
    })`,
  );
}

describeInBrowser('A conversation of 20,000 events', () => {
  it('scrolls to its beginning, on from there and to its end, with few rows at a time and no long work', async ({
    visitor,
    owner,
  }) => {
    const conversation = await startConversation(owner.api);
    const { page } = visitor;
    await page.route('**/events/search*', answerPage);
    await visitor.signIn(owner.apiKey, { path: `/conversations/${conversation.id}` });
    await page.getByRole('article').first().waitFor();

    for (const [step, frames] of [
      [LEAP, MOST_FRAMES],
      [SWIPE, SWIPED_FRAMES],
    ] as const) {
      let scrolled: Scrolled = { frames: 0, mostRows: 0, mostElements: 0 };
      const { tasks } = await workDuring(page, async () => {
        scrolled = await scroll(page, step, frames);
      });
      expect(scrolled.mostRows).toBeLessThan(80);
      expect(scrolled.mostElements).toBeLessThan(3_000);
      expect(tasks[0]).toBeLessThan(LONGEST_TASK);
      expect(tasks.filter((task) => task > LONG_TASK).length / scrolled.frames).toBeLessThan(LONG_SHARE);
    }
    await page.getByText(/^20,0\d\d events$/).waitFor();
    await page.getByRole('button', { name: 'Newest' }).click();
    await page.getByRole('button', { name: 'Newest' }).waitFor({ state: 'detached' });
    visitor.expectNoFailure();
  });
});
