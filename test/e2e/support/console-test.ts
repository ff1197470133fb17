import { it } from 'vitest';
import { newOwner } from '../../support/service/owners.ts';
import { launchBrowser } from './browser.ts';
import { ConsolePage } from './console-page.ts';

interface Beginning {
  /** Of `npm run keys -- create`, for the owner's key. */
  readonly keyOptions?: readonly string[];
  /** Where `one` is after the sign-in. */
  readonly path?: string;
}

/**
 * Tests of the console, each with what it names: `owner`, new for this file; `one`, the console with that owner signed
 * in, which the tests of a file share; `visitor`, a console of this test's own without a session.
 */
export const consoleTest = ({ keyOptions = [], path = '/' }: Beginning = {}) =>
  it
    .extend('owner', { scope: 'file' }, () => newOwner(keyOptions))
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads there what a fixture needs.
    .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
      const browser = await launchBrowser();
      onCleanup(() => browser.close());
      return browser;
    })
    .extend('one', { scope: 'file' }, async ({ browser, owner }) => {
      const one = await ConsolePage.open(browser);
      await one.signIn(owner.apiKey, { path });
      return one;
    })
    .extend('visitor', async ({ browser }, { onCleanup }) => {
      const visitor = await ConsolePage.open(browser);
      onCleanup(() => visitor.close());
      return visitor;
    });
