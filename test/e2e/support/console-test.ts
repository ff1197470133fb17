import { it } from 'vitest';
import { newOwner } from '../../support/service/owners.ts';
import { sharedBrowser } from './browser.ts';
import { ConsolePage } from './console-page.ts';

interface Beginning {
  /** Options of `npm run keys -- create` for the owner's key. */
  readonly keyOptions?: readonly string[];
  /** The path at which `one` signs in. */
  readonly path?: string;
}

/**
 * A test with fixtures: `owner`, a new owner that the file shares; `one`, a console page that the file shares, signed
 * in as this owner; `visitor`, a new console page without a session.
 */
export const consoleTest = ({ keyOptions = [], path = '/' }: Beginning = {}) =>
  it
    .extend('owner', { scope: 'file' }, () => newOwner(keyOptions))
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the needed fixtures from the pattern.
    .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
      const browser = await sharedBrowser();
      // Called when the worker ends, once for each file.
      onCleanup(() => browser.close());
      return browser;
    })
    .extend('one', { scope: 'file' }, async ({ browser, owner }, { onCleanup }) => {
      const one = await ConsolePage.open(browser);
      onCleanup(() => one.close());
      await one.signIn(owner.apiKey, { path });
      return one;
    })
    .extend('visitor', async ({ browser }, { onCleanup }) => {
      const visitor = await ConsolePage.open(browser);
      onCleanup(() => visitor.close());
      return visitor;
    });
