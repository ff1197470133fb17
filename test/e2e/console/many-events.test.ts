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
/** The newest events come in fewer pages, to be there soon: work that grows with the history is longest at its end. */
const LARGE_PAGE = 1_000;
const IN_LARGE_PAGES = 18_000;

/** Pixels between two frames: over large pages, to load all of them, and as a quick reader swipes. */
const BOUND = -100_000;
const LEAP = -10_000;
const SWIPE = 1_000;

const MOST_FRAMES = 5_000;
/** The first page is long enough for this many frames of a swipe. */
const SWIPED_FRAMES = 40;

/** How much more a frame may cost with all 20,000 events than with the first 1,000: work for each event would be 20. */
const MOST_GROWTH = 4;

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
  const length = EVENTS - last < IN_LARGE_PAGES ? LARGE_PAGE : PAGE;
  const items = Array.from({ length }, (_, index) => eventOf(last - 1 - index));
  const next_page_id = last > length ? String(last - length) : null;
  await route.fulfill({ json: { items, next_page_id }, headers: { 'Access-Control-Allow-Origin': '*' } });
}

/** Until when it scrolls. */
const onlyPagesAreLeft = `parseInt(status.textContent.replace(',', ''), 10) >= ${IN_LARGE_PAGES}`;
const isAtBeginning = `feed.scrollTop <= 0 && status.textContent.endsWith('events')`;

interface Scrolled {
  readonly frames: number;
  /** The most rows, and the most elements, that the page had at once. */
  readonly mostRows: number;
  readonly mostElements: number;
}

/** Scrolls by a step in each frame, until a condition of the page holds, or for so many frames. */
function scroll(page: Page, step: number, until: string, frames: number): Promise<Scrolled> {
  return page.evaluate(
    `new Promise((resolve) => {
      const feed = document.querySelector('[role=feed]');
      const status = document.querySelector('search p[role=status]');
      const seen = { frames: 0, mostRows: 0, mostElements: 0 };
      const next = () => {
        feed.scrollTop += ${step};
        seen.frames += 1;
        seen.mostRows = Math.max(seen.mostRows, feed.querySelectorAll('article').length);
        seen.mostElements = Math.max(seen.mostElements, document.querySelectorAll('*').length);
        if (seen.frames === ${frames} || (${until})) resolve(seen);
        else requestAnimationFrame(next);
      };
      requestAnimationFrame(next);
    })`,
  );
}

function expectFew({ mostRows, mostElements }: Scrolled): void {
  expect(mostRows).toBeLessThan(80);
  expect(mostElements).toBeLessThan(3_000);
}

/** Milliseconds of processor time for each frame of a swipe up and back down. */
async function costOfSwipe(page: Page): Promise<number> {
  const { total } = await workDuring(page, async () => {
    expectFew(await scroll(page, -SWIPE, 'false', SWIPED_FRAMES));
    expectFew(await scroll(page, SWIPE, 'false', SWIPED_FRAMES));
  });
  return total / (2 * SWIPED_FRAMES);
}

describeInBrowser('conversation with 20,000 events', () => {
  it('scrolls with few rows in the document, and a frame costs no more than with few events', async ({
    visitor,
    owner,
  }) => {
    const conversation = await startConversation(owner.api);
    const { page } = visitor;
    await page.route('**/events/search*', answerPage);
    await visitor.signIn(owner.apiKey, { path: `/conversations/${conversation.id}` });
    await page.getByRole('article').first().waitFor();

    const costOfFew = await costOfSwipe(page);
    expectFew(await scroll(page, BOUND, onlyPagesAreLeft, MOST_FRAMES));
    expectFew(await scroll(page, LEAP, isAtBeginning, MOST_FRAMES));
    await page.getByText(/^20,0\d\d events$/).waitFor();
    await page.getByRole('button', { name: 'Newest' }).click();
    await page.getByRole('button', { name: 'Newest' }).waitFor({ state: 'detached' });
    const growth = (await costOfSwipe(page)) / costOfFew;
    expect(growth).toBeLessThan(MOST_GROWTH);
    visitor.expectNoFailure();
  });
});
