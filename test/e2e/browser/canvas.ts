import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core';
import { PROJECT_ROOT } from '../../support/service/local-service.ts';
import { LiveConversations } from './live-conversations.ts';

/** Where screenshots of what failed are kept, for CI to hand out. */
const EVIDENCE = join(PROJECT_ROOT, 'test-results', 'canvas');

/** How long the client may take for one step, in milliseconds. */
const PATIENCE = 45_000;

/** The steps in which a sandbox stops while a page still asks it. */
const stopping: ReadonlySet<string> = new Set(['pause', 'resume', 'delete the conversation']);

/** Agent Canvas in a browser, as one person uses it, with everything of it that failed. */
export class Canvas {
  readonly page: Page;
  readonly #origin: string;
  readonly #context: BrowserContext;
  readonly #refused = new Set<string>();
  readonly #errors: string[] = [];
  readonly #sent = new Set<string>();
  readonly #live: LiveConversations;
  #step = 'open';

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.#context = context;
    this.page = page;
    this.#origin = origin;
    this.#live = new LiveConversations(page, PATIENCE);
    page.setDefaultTimeout(PATIENCE);
    page.on('request', (request) => this.#sent.add(routeOf(request)));
    page.on('response', (response) => {
      const refusal = { status: response.status(), route: routeOf(response.request()) };
      if (refusal.status < 400 || (stopping.has(this.#step) && isOverAddress(refusal))) return;
      this.#refused.add(`${refusal.status} ${refusal.route}`);
    });
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // What a page that is left no longer waits for has not failed, and the world outside is out of reach on purpose.
      if (isHere(request.url()) && why !== 'net::ERR_ABORTED') this.#refused.add(`${why} ${routeOf(request)}`);
    });
    page.on('pageerror', ({ message }) => this.#errors.push(`${this.#step}: ${message}`));
  }

  static async open(browser: Browser, origin: string): Promise<Canvas> {
    const context = await browser.newContext({ viewport: { width: 1500, height: 900 } });
    // Fonts, icons and statistics of elsewhere: a test asks the service alone.
    await context.route(
      (url) => !isHere(url.href),
      (route) => route.abort(),
    );
    return new Canvas(context, await context.newPage(), origin);
  }

  /** Requests that were answered with a failure, or not at all. */
  get refused(): readonly string[] {
    return [...this.#refused].toSorted();
  }

  /** What the scripts of the page threw. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** Whether the page has sent a request whose method and path match. */
  hasSent(route: RegExp): boolean {
    return [...this.#sent].some((sent) => route.test(sent));
  }

  /** Returns when the page hears the agent of the conversation that it shows. */
  untilLive(): Promise<void> {
    return this.#live.untilShownOneIs();
  }

  part(id: string): Locator {
    return this.page.getByTestId(id);
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.#origin}${path}`);
  }

  /** Goes by a link of the page that is shown: it loads no script anew. */
  async follow(path: string): Promise<void> {
    await this.page.locator(`a[href="${path}"]`).filter({ visible: true }).first().click();
    await this.page.waitForURL(`**${path}`);
  }

  /** Does a part of a journey. A failure names it, and leaves a screenshot. */
  async step<T>(name: string, doing: () => Promise<T>): Promise<T> {
    this.#step = name;
    try {
      return await doing();
    } catch (cause) {
      await mkdir(EVIDENCE, { recursive: true });
      const file = join(EVIDENCE, `${name.replaceAll(/\W+/g, '-')}.png`);
      await this.page.screenshot({ path: file }).catch(() => undefined);
      const text = await this.page.innerText('body').catch(() => 'nothing');
      throw new Error(
        `${name}: see ${file}; scripts threw: ${this.errors.join()}; refused so far: ${this.refused.join(', ')}; ` +
          `the page says: ${text.replaceAll(/\s+/g, ' ')}`,
        { cause },
      );
    }
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}

function isHere(url: string): boolean {
  return /^(?:https?|wss?):\/\/(?:127\.0\.0\.1|(?:[\w-]+\.)?localhost)(?::|\/|$)/.test(url);
}

/** What the edge answers of a sandbox whose address is over: 410, or 502 or 504 where nothing answers any more. */
function isOverAddress({ status, route }: { status: number; route: string }): boolean {
  return [410, 502, 504].includes(status) && route.includes(' {sandbox}/');
}

/** The method and the path, without the ids in it and the label of a sandbox. */
function routeOf(request: Request): string {
  const path = new URL(request.url()).pathname
    .replace(/^\/a[a-z2-7]{30,}(?=\/)/, '{sandbox}')
    .replaceAll(/[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/g, '{id}');
  return `${request.method()} ${path}`;
}
