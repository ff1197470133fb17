import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CACHE_CONTROL } from '../../../infra/console/files.ts';
import { appPolicy, consoleHeaders, referencePolicy, sandboxOriginsOf } from '../../../infra/console/headers.ts';
import { service } from '../../support/service/owners.ts';
import { ConsolePage } from '../support/console-page.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

/** Headers that the local server adds. On AWS, CloudFront sets them. */
const OF_HTTP = ['connection', 'content-length', 'content-type', 'date', 'etag', 'keep-alive'];

const it = consoleTest();

async function headersOf(address: string): Promise<Readonly<Record<string, string>>> {
  const { headers } = await fetch(`${ConsolePage.origin}${address}`);
  return Object.fromEntries([...headers].filter(([name]) => !OF_HTTP.includes(name)));
}

const lowerCased = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

async function anAsset(): Promise<string> {
  const page = await (await fetch(ConsolePage.origin)).text();
  const [asset = 'none'] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
  return asset;
}

/** @returns the directive of the policy that blocks `attempt` */
function blockedBy(page: Page, attempt: string): Promise<string> {
  return page.evaluate(
    `new Promise((resolve, reject) => {
      document.addEventListener(
        'securitypolicyviolation',
        ({ effectiveDirective }) => resolve(effectiveDirective),
        { once: true },
      );
      setTimeout(() => reject(new Error(${JSON.stringify(`not blocked: ${attempt}`)})), 30_000);
      ${HELPERS}
      // Trusted Types also make the attempt throw.
      try { ${attempt} } catch {}
    })`,
  );
}

/** Ways to inject a script, each with the directive that blocks it. */
const scripts = [
  ['an inline script', 'script-src-elem', `element('script', { text: 'globalThis.hasRun = true' });`],
  ['a script of another origin', 'script-src-elem', `element('script', { src: 'https://elsewhere.test/a.js' });`],
  ['a handler in an attribute', 'script-src-attr', `root.setAttribute('onclick', 'globalThis.hasRun = true');`],
  // Runs in a separate task, because the policy does not apply to code that the test evaluates.
  [
    'evaluated text',
    'script-src',
    `setTimeout(() => { try { new Function('globalThis.hasRun = true')(); } catch {} });`,
  ],
] as const;

/** Other injections, each with the directive that blocks it. */
const injections = [
  ['markup from text', 'require-trusted-types-for', `root.innerHTML = '<b>Sign in at evil.example</b>';`],
  ['an inline style element', 'style-src-elem', `element('style', { textContent: 'body { color: red }' });`],
  ['a style in an attribute', 'style-src-attr', `root.setAttribute('style', 'color: red');`],
  ['a call to another origin', 'connect-src', `fetch('https://elsewhere.test/').catch(() => undefined);`],
  ['an image of another origin', 'img-src', `element('img', { src: 'https://elsewhere.test/a.png' });`],
  ['a frame', 'frame-src', `element('iframe', { src: 'https://elsewhere.test/' });`],
  ['a form to another origin', 'form-action', `element('form', { action: 'https://elsewhere.test/' }).submit();`],
  ['another base URL', 'base-uri', `element('base', { href: 'https://elsewhere.test/' });`],
] as const;

const HELPERS = `
  const root = document.getElementById('root') ?? document.body;
  const element = (name, values) => document.body.appendChild(Object.assign(document.createElement(name), values));
`;

describeInBrowser('content security policy of the console', () => {
  it('every response has the policy of the deployment', async () => {
    const { baseUrl, sandboxUrl, stateDirectory } = service();
    // Locally each sandbox has a port.
    const ports = stateDirectory === null ? [] : sandboxOriginsOf('http://127.0.0.1:*');
    const sandboxOrigins = [...sandboxOriginsOf(sandboxUrl ?? undefined), ...ports];
    const reach = { apiOrigin: new URL(baseUrl).origin, sandboxOrigins };
    const app = lowerCased(consoleHeaders(appPolicy(reach)));
    const reference = lowerCased(consoleHeaders(referencePolicy(reach)));
    for (const address of ['/', '/conversations/some-id?tab=files', '/config.json', '/no/such/page']) {
      expect(await headersOf(address), address).toEqual({ ...app, 'cache-control': CACHE_CONTROL.pages });
    }
    expect(await headersOf('/reference')).toEqual({ ...reference, 'cache-control': CACHE_CONTROL.pages });
    expect(await headersOf(await anAsset())).toEqual({ ...app, 'cache-control': CACHE_CONTROL.assets });
  });

  it('injected content is blocked', async ({ visitor, owner }) => {
    await visitor.signIn(owner.apiKey);
    for (const [what, directive, attempt] of injections) {
      expect(await blockedBy(visitor.page, attempt), what).toBe(directive);
    }
    // Trusted Types block them first in the app. The API reference does not use Trusted Types.
    for (const [what, , attempt] of scripts) {
      expect(await blockedBy(visitor.page, attempt), what).toBe('require-trusted-types-for');
    }
    expect(await visitor.page.evaluate('globalThis.hasRun')).toBeUndefined();
    await visitor.page.goto(`${ConsolePage.origin}/reference`);
    for (const [what, directive, attempt] of scripts) {
      expect(await blockedBy(visitor.page, attempt), what).toBe(directive);
    }
    expect(await visitor.page.evaluate('globalThis.hasRun')).toBeUndefined();
  });

  it('the console cannot be framed', async ({ visitor }) => {
    const { page } = visitor;
    for (const address of ['/', '/reference', '/shared/']) {
      const refusal = page.waitForEvent('console', (message) => message.text().includes("frame-ancestors 'none'"));
      await page.setContent(`<iframe src="${ConsolePage.origin}${address}"></iframe>`);
      await refusal;
      expect(page.frames().map((frame) => frame.url())).not.toContain(`${ConsolePage.origin}${address}`);
    }
  });
});
