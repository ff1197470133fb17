import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page, Request, WebSocket } from 'playwright-core';
import { eventually } from '../../support/service/eventually.ts';
import { PROJECT_ROOT } from '../../support/service/local-service.ts';

/** Folder for the screenshots of failed steps, which CI uploads. */
const EVIDENCE = join(PROJECT_ROOT, 'test-results', 'canvas');

/** Time limit of one step, in milliseconds. */
const PATIENCE = 45_000;

/** The URL of a started conversation, with its id. Before, the page has the id of the start. */
export const CONVERSATION = /\/conversations\/([0-9a-f]{32})/;

/** Steps in which a sandbox stops while a page still sends it requests. */
const stopping: ReadonlySet<string> = new Set([
  'pause',
  'resume',
  'keep the tab over a pause',
  'delete the conversation',
]);

/** Agent Canvas in a browser. It records every failed request and script error. */
export class Canvas {
  readonly page: Page;
  readonly #origin: string;
  readonly #context: BrowserContext;
  readonly #refused = new Set<string>();
  readonly #errors: string[] = [];
  /** Open WebSockets that have received a message. */
  readonly #live = new Set<WebSocket>();
  #step = 'open';

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.#context = context;
    this.page = page;
    this.#origin = origin;
    page.setDefaultTimeout(PATIENCE);
    page.on('response', (response) => {
      const refusal = { status: response.status(), route: routeOf(response.request()) };
      if (refusal.status < 400 || (stopping.has(this.#step) && isOldAddress(refusal))) return;
      this.#refused.add(`${refusal.status} ${refusal.route}`);
    });
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // Leaving a page aborts its requests, and the test blocks requests to other hosts.
      if (isHere(request.url()) && why !== 'net::ERR_ABORTED') this.#refused.add(`${why} ${routeOf(request)}`);
    });
    page.on('websocket', (socket) => {
      socket.on('framereceived', () => this.#live.add(socket));
      socket.on('close', () => this.#live.delete(socket));
    });
    // Leaving a page closes its WebSockets, but not all of them report it.
    page.on('domcontentloaded', () => this.#live.clear());
    page.on('pageerror', ({ message }) => this.#errors.push(`${this.#step}: ${message}`));
  }

  static async open(browser: Browser, origin: string): Promise<Canvas> {
    const context = await browser.newContext({ viewport: { width: 1500, height: 900 } });
    // Blocks fonts, icons and statistics of other hosts.
    await context.route(
      (url) => !isHere(url.href),
      (route) => route.abort(),
    );
    return new Canvas(context, await context.newPage(), origin);
  }

  /** Requests that failed or got no response. */
  get refused(): readonly string[] {
    return [...this.#refused].toSorted();
  }

  /** Errors of the page's scripts. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** Waits until the page receives events of the conversation that it shows. */
  async untilLive(): Promise<void> {
    const isLive = () => {
      const id = CONVERSATION.exec(this.page.url())?.[1];
      return id !== undefined && [...this.#live].some((socket) => socket.url().includes(`/${id}`));
    };
    await eventually('the page receives events of its conversation', isLive, PATIENCE);
  }

  part(id: string): Locator {
    return this.page.getByTestId(id);
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.#origin}${path}`);
  }

  /** Follows a link of the current page, without reloading its scripts. */
  async follow(path: string): Promise<void> {
    await this.page.locator(`a[href="${path}"]`).filter({ visible: true }).first().click();
    await this.page.waitForURL(`**${path}`);
  }

  /** Runs one step. A failure names the step and leaves a screenshot. */
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

/** The response of the edge at an old address of a sandbox: 410, or 502 or 504 without an agent. */
function isOldAddress({ status, route }: { status: number; route: string }): boolean {
  return [410, 502, 504].includes(status) && route.includes(' {sandbox}/');
}

/** The method and the path, with placeholders for ids and the label of a sandbox. */
function routeOf(request: Request): string {
  const path = new URL(request.url()).pathname
    .replace(/^\/a[a-z2-7]{30,}(?=\/)/, '{sandbox}')
    .replaceAll(/[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/g, '{id}');
  return `${request.method()} ${path}`;
}
