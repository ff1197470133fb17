import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../support/service/eventually.ts';
import { sizes } from '../support/console-page.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

/** The first request of each page, whose failure the page has to show. */
const sources = [
  ['/conversations', '**/api/v1/app-conversations/search*'],
  ['/sandboxes', '**/api/v1/sandboxes/search*'],
  ['/usage', '**/api/v1/usage*'],
  ['/limits', '**/api/v1/limits'],
  ['/keys', '**/api/keys'],
  ['/webhooks', '**/api/v1/webhook-endpoints'],
  ['/audit', '**/api/v1/audit*'],
  ['/settings', '**/api/v1/settings'],
  ['/owners', '**/api/v1/owners*'],
] as const;

const REQUEST_ID = '0b2b6c1e-7f3f-4a53-9d0e-2f6f1f3a9c11';

function problem(status: number, code: string, detail: string, headers: Readonly<Record<string, string>> = {}) {
  return {
    status,
    contentType: 'application/problem+json',
    headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Retry-After', ...headers },
    body: JSON.stringify({ type: 'about:blank', title: code, status, detail, code, request_id: REQUEST_ID }),
  };
}

const it = consoleTest({ keyOptions: ['--scopes', 'admin'] });
it.beforeEach(({ one }) => one.page.unrouteAll());

describeInBrowser('failures in the console', () => {
  it.for(sources)(
    '%s shows the error, the request id and how to retry, and recovers',
    async ([page, source], { one }) => {
      one.mean((status) => status === 503);
      await one.page.route(source, (route) =>
        route.request().method() === 'GET'
          ? route.fulfill(problem(503, 'unavailable', 'DynamoDB is busy.'))
          : route.continue(),
      );
      await one.visit(page);
      const notice = one.page.getByRole('alert').filter({ hasText: 'DynamoDB is busy.' }).first();
      await notice.waitFor();
      expect(await one.copy('Copy request ID', notice)).toBe(REQUEST_ID);
      await one.expectAccessible({ within: '[role=alert]' });
      await one.page.unrouteAll();
      await notice.getByRole('button', { name: 'Try again' }).click();
      await notice.waitFor({ state: 'detached' });
      one.expectNoFailure();
    },
  );

  it('a 429 shows when to retry', async ({ one }) => {
    one.mean((status) => status === 429);
    const tooMany = problem(429, 'rate_limited', 'The key made too many calls.', { 'Retry-After': '42' });
    await one.page.route('**/api/v1/audit*', (route) => route.fulfill(tooMany));
    await one.visit('/audit');
    await one.page.getByText('Try again in 42 s.').waitFor();
    one.expectNoFailure();
  });

  it('while offline, the page and the shell stay, and what was opened meanwhile loads later', async ({
    visitor,
    owner,
  }) => {
    const { page } = visitor;
    await visitor.signIn(owner.apiKey, { path: '/audit' });
    await page.getByRole('table').or(page.getByText('No entries yet')).first().waitFor();
    await visitor.context.setOffline(true);
    await page.getByText(/You are offline. No answer since \d\d:\d\d/).waitFor();
    await visitor.navigationLink('Webhooks').click();
    await page.getByText('This page is not loaded yet').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await visitor.expectAccessible();
    await visitor.context.setOffline(false);
    await visitor.heading('Webhooks').waitFor();
    await page.getByText('You are offline').waitFor({ state: 'detached' });
  });

  it('a hung service is named once, at every size and colour, and the page recovers by itself', async ({
    visitor,
    owner,
  }) => {
    const { page } = visitor;
    await page.clock.install();
    await visitor.signIn(owner.apiKey);
    const hung: Route[] = [];
    const isService = /\/(api|alive)\b/;
    await page.route(isService, (route) => void hung.push(route));
    await visitor.navigationLink('Keys').click();
    await eventually('a request', () => hung.length > 0);
    await page.clock.fastForward(10_000);
    await page.getByText(/^No answer since \d\d:\d\d. Retrying$/).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size);
      await visitor.expectFits();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await visitor.expectAccessible();
      }
    }
    await page.unroute(isService);
    for (const route of hung) await route.continue().catch(() => undefined);
    await page.getByText('No answer since').waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'API keys' }).waitFor();
  });

  it('a page whose code a release has removed opens in the new release', async ({ visitor, owner }) => {
    const { page } = visitor;
    visitor.mean((status) => status === 404);
    await visitor.signIn(owner.apiKey);
    let isRemoved = true;
    page.on('load', () => {
      isRemoved = false;
    });
    await page.route(/\/assets\/webhooks-page.*\.js$/, (route) =>
      isRemoved ? route.fulfill({ status: 404, body: '' }) : route.continue(),
    );
    await visitor.navigationLink('Webhooks').click();
    await visitor.heading('Webhooks').waitFor();
    expect(isRemoved).toBe(false);
  });

  it('an unknown URL shows "Page not found"', async ({ one }) => {
    await one.visit('/no/such/page', 'Page not found');
    await one.page.getByRole('link', { name: 'Go to overview' }).click();
    await one.heading('Overview').waitFor();
    one.expectNoFailure();
  });
});
