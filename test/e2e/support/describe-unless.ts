import { describe } from 'vitest';
import { noBrowser } from './browser.ts';

/** A suite that is skipped when a requirement is missing, which its name then includes. */
export function describeUnless(missing: string | undefined, name: string, tests: () => void): void {
  describe.skipIf(missing !== undefined)(missing === undefined ? name : `${name} (${missing})`, tests);
}

export const describeInBrowser = (name: string, tests: () => void) => describeUnless(noBrowser, name, tests);
