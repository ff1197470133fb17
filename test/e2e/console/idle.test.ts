import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { ConsolePage } from '../support/console-page.ts';
import { pages } from '../support/console-pages.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest({ keyOptions: ['--scopes', 'admin'] });

/** The most requests a minute of an unused tab, with preflights. */
const MOST = 6;

describeInBrowser('an unused tab', () => {
  it('sends at most six requests a minute on every page, and fewer later', async ({ visitor, owner }) => {
    const { id, sandbox_id: sandbox } = await owner.client.startConversation({
      initial_message: { role: 'user', content: [{ type: 'text', text: 'Wait for me' }] },
    });
    await visitor.page.clock.install();
    await visitor.signIn(owner.apiKey);
    const traffic = await Traffic.of(visitor);
    const counts: Record<string, number> = {};
    for (const [path, heading] of [...pages, [`/sandboxes/${sandbox}`]] as const) {
      await visitor.goTo(path, heading);
      // A tab without input slows down.
      await visitor.page.mouse.move(20, 10 + Object.keys(counts).length);
      // Parts of a page load their code first.
      await visitor.page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' });
      await traffic.end();
      counts[path] = await traffic.ofNextMinute();
      if ((counts[path] ?? 0) <= MOST) continue;
      // On a slow machine, the page was still loading.
      await visitor.page.mouse.move(10, 10);
      counts[path] = await traffic.ofNextMinute();
    }
    await visitor.goTo(`/conversations/${id}`);
    await visitor.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await traffic.ofNextMinute();
    counts.conversation = await traffic.ofNextMinute();
    // Without input for two minutes.
    counts.later = await traffic.ofNextMinute();

    const many = Object.entries(counts).filter(([, count]) => count > MOST);
    expect(many).toEqual([]);
    expect(counts['/limits']).toBeGreaterThan(0);
    expect(counts.later).toBeLessThanOrEqual(2);
    visitor.expectNoFailure();
  });
});

/** The requests of a page to the service, with the preflights that Playwright's events leave out. */
class Traffic {
  readonly #page: Page;
  readonly #open = new Set<string>();
  #count = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async of({ page, context }: ConsolePage): Promise<Traffic> {
    const traffic = new Traffic(page);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (!request.url.startsWith(ConsolePage.origin)) traffic.#count += 1;
      traffic.#open.add(requestId);
    });
    const close = ({ requestId }: { readonly requestId: string }) => traffic.#open.delete(requestId);
    // Logs are followed by one response that does not end.
    session.on('Network.responseReceived', close);
    session.on('Network.loadingFinished', close);
    session.on('Network.loadingFailed', close);
    return traffic;
  }

  /** Waits until no request waits for its response, and their responses have led to no other request. */
  async end(quiet = 40): Promise<void> {
    await vi.waitFor(
      async () => {
        const before = this.#count;
        await setTimeout(quiet);
        expect([this.#open.size, this.#count]).toEqual([0, before]);
      },
      { timeout: 30_000, interval: 10 },
    );
  }

  /** @returns the requests in the next minute of the page's clock */
  async ofNextMinute(): Promise<number> {
    const before = this.#count;
    // Shorter than the time after which the console doubts that the service answers.
    for (let part = 0; part < 15; part += 1) {
      await this.#page.clock.runFor(4_000);
      await this.end(10);
    }
    return this.#count - before;
  }
}
