import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page, Response } from 'playwright-core';
import { expect } from 'vitest';
import { PROJECT_ROOT } from '../../support/service/local-service.ts';
import { service } from '../../support/service/owners.ts';

/** Folder for the screenshots of failed steps, which CI uploads. */
const EVIDENCE = join(PROJECT_ROOT, 'test-results', 'console');

/** Time limit of one step, in milliseconds. Three browsers and their services share two cores in CI. */
const PATIENCE = 60_000;

export const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 360, height: 740 },
} as const;

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Tags of axe rules: WCAG 2.2 AA and best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that another colour scheme can break. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

interface AccessibleOptions {
  /** Ids or tags of axe rules. */
  readonly rules?: readonly string[];
  /** A selector that limits the check to a part of the page. */
  readonly within?: string;
}

export interface ConsoleOptions {
  readonly size?: keyof typeof sizes;
  readonly scheme?: 'light' | 'dark';
}

/** The console in a browser. It records failed requests, script errors and policy violations. */
export class ConsolePage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly #failures: string[] = [];
  readonly #addresses = new Set<string>();
  #meant: (status: number, route: string) => boolean = () => false;

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.setDefaultTimeout(PATIENCE);
    page.on('request', (request) => this.#addresses.add(request.url()));
    page.on('framenavigated', (frame) => this.#addresses.add(frame.url()));
    page.on('websocket', (socket) => this.#addresses.add(socket.url()));
    page.on('response', (response) => this.#look(response));
    page.on('pageerror', ({ message }) => this.#failures.push(`a script threw: ${message}`));
    page.on('console', (message) => {
      // The browser also logs failed requests, which #look checks.
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal) this.#failures.push(`the console says: ${message.text()}`);
    });
  }

  static async open(browser: Browser, { size = 'desktop', scheme = 'light' }: ConsoleOptions = {}) {
    const context = await browser.newContext({
      viewport: sizes[size],
      colorScheme: scheme,
      // A pulsing text has too little contrast for moments, and is drawn 60 times a second for as long as a test waits.
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    return new ConsolePage(context, await context.newPage());
  }

  /** Another tab of the same browser. */
  async anotherTab(): Promise<ConsolePage> {
    return new ConsolePage(this.context, await this.context.newPage());
  }

  static get origin(): string {
    const { consoleUrl } = service();
    if (consoleUrl === undefined) throw new Error('This service has no console.');
    return consoleUrl;
  }

  /** Every URL that the browser requested or showed. */
  get addresses(): readonly string[] {
    return [...this.#addresses];
  }

  /** Goes to a page and waits for its heading. */
  async visit(path: string, heading?: string | RegExp): Promise<void> {
    await this.page.goto(`${ConsolePage.origin}${path}`);
    await this.heading(heading).waitFor();
  }

  /** Goes to a page as a link does, without loading the console again. */
  async goTo(path: string, heading?: string | RegExp): Promise<void> {
    await this.page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
    await this.heading(heading).waitFor();
  }

  heading(name?: string | RegExp) {
    return this.page.getByRole('heading', { level: 1, ...(name === undefined ? {} : { name }) });
  }

  /** A link of the main navigation. Pages have links of the same names in their texts. */
  navigationLink(name: string): Locator {
    return this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  }

  get keyField(): Locator {
    return this.page.getByRole('tabpanel').getByLabel('API key');
  }

  async signIn(apiKey: string, { path = '/', remember = false } = {}): Promise<void> {
    await this.visit(path, /^Sign in/);
    await this.keyField.fill(apiKey);
    if (remember) await this.page.getByLabel('Remember the key').check();
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByRole('button', { name: /Account and appearance/ }).waitFor();
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: /Account and appearance/ }).click();
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await this.page.getByText('You are signed out').waitFor();
  }

  /** Clicks a button that copies, and waits until the page shows that it has. @returns what it copied */
  async copy(name: string, within: Page | Locator = this.page): Promise<string> {
    // The page shows it for two seconds, so the wait begins first.
    const isCopied = within.getByRole('button', { name: 'Copied' }).waitFor();
    await Promise.all([isCopied, within.getByRole('button', { name, exact: true }).click()]);
    return this.clipboard();
  }

  async clipboard(): Promise<string> {
    return String(await this.page.evaluate('navigator.clipboard.readText()'));
  }

  /** Sets which responses of 400 and above are expected. */
  mean(isMeant: (status: number, route: string) => boolean): void {
    this.#meant = isMeant;
  }

  /** @throws after a script error, a policy violation or an unexpected failed request */
  expectNoFailure(): void {
    expect(this.#failures).toEqual([]);
  }

  /** @throws with the violations of WCAG 2.2 AA that axe finds */
  async expectAccessible({ rules = RULES, within = 'html' }: AccessibleOptions = {}): Promise<void> {
    if (!(await this.page.evaluate(`'axe' in globalThis`))) await this.page.evaluate(await axeSource);
    // Otherwise axe also works out a selector for each element that passes.
    const options = { runOnly: rules, resultTypes: ['violations'] };
    const { violations } = await this.page.evaluate<AxeResults>(
      `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
    );
    const found = violations.map(({ id, help, nodes }) => {
      const places = nodes.slice(0, 3).map(({ html }) => html.slice(0, 200));
      return `${id}: ${help}: ${places.join(' | ')}`;
    });
    expect(found).toEqual([]);
  }

  /** @throws when the page is wider than its window */
  async expectFits(): Promise<void> {
    // Plots and terminals get their width after the page has its own.
    const surplus = () => this.page.evaluate('document.documentElement.scrollWidth - innerWidth');
    await expect.poll(surplus).toBeLessThanOrEqual(0);
  }

  /** Checks the page at each size, in light and dark. Ends at the size of a desktop, in light. */
  async expectGoodLooks(name: string): Promise<void> {
    for (const size of [sizes.phone, sizes.desktop]) {
      await this.page.setViewportSize(size);
      await this.step(`${name} ${size.width} light`, async () => {
        await this.expectFits();
        await this.expectAccessible();
      });
      await this.page.emulateMedia({ colorScheme: 'dark' });
      await this.step(`${name} ${size.width} dark`, () => this.expectAccessible({ rules: COLOUR_RULES }));
      await this.page.emulateMedia({ colorScheme: 'light' });
    }
  }

  /** Runs one step. A failure names the step and leaves a screenshot. */
  async step<T>(name: string, doing: () => Promise<T>): Promise<T> {
    try {
      return await doing();
    } catch (cause) {
      await mkdir(EVIDENCE, { recursive: true });
      const file = join(EVIDENCE, `${name.replaceAll(/\W+/g, '-')}.png`);
      const seen = await this.page.screenshot({ path: file }).then(
        () => `see ${file}`,
        (error: Error) => `no screenshot: ${error.message}`,
      );
      throw new Error(`${name}: ${seen}; so far: ${this.#failures.join('; ') || 'no failure'}`, { cause });
    }
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  #look(response: Response): void {
    const status = response.status();
    const route = `${response.request().method()} ${new URL(response.url()).pathname}`;
    if (status >= 400 && !this.#meant(status, route)) this.#failures.push(`${status} ${route}`);
  }
}
