import { describe } from 'vitest';
import { noBrowser } from './browser.ts';

/** A suite that is left out where something is missing, and then says in its name what. */
export function describeUnless(missing: string | undefined, name: string, tests: () => void): void {
  describe.skipIf(missing !== undefined)(missing === undefined ? name : `${name} (${missing})`, tests);
}

export const describeInBrowser = (name: string, tests: () => void) => describeUnless(noBrowser, name, tests);
