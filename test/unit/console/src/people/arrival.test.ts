import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { leave, openedInvitation, takeArrival } from '../../../../../console/src/people/arrival.ts';
import { Browser } from '../session/tabs.ts';

/** The URLs that the address bar showed. */
let shown: string[];

/** Opens a URL of the console in the tab. */
function open(url: string): void {
  const { pathname, search, hash } = new URL(url, 'https://console.example');
  const history = { replaceState: (_: unknown, __: string, address: string) => shown.push(address) };
  const location = { pathname, search, hash, assign: (address: string) => shown.push(address) };
  vi.stubGlobal('window', { location, history });
}

beforeEach(() => {
  shown = [];
  vi.stubGlobal('sessionStorage', new Browser().open().sessionStorage);
});
afterEach(() => void vi.unstubAllGlobals());

describe('an arrival at the console', () => {
  test('takes the answer of the provider out of the address', () => {
    open('/sign-in?code=c&state=s');
    expect(takeArrival().answer?.get('code')).toBe('c');
    expect(shown).toEqual(['/']);
  });

  test('says how the session ended with which this tab left, whatever the provider keeps of the URL', () => {
    open('/');
    leave('https://login.example/end', 'unheard');
    expect(shown).toEqual(['https://login.example/end']);
    open('/sign-in');
    expect(takeArrival()).toEqual({ answer: null, ended: 'unheard' });
    expect(takeArrival().ended).toBeNull();
  });

  test.each(['/sign-in?state=signed-out', '/sign-in', '/?ended=signed_out'])('believes no link: %s', (url) => {
    open(url);
    expect(takeArrival()).toEqual({ answer: null, ended: null });
  });

  test('takes the token of an invitation out of the address', () => {
    open('/invitation#token=t');
    takeArrival();
    expect([openedInvitation(), shown]).toEqual(['t', ['/invitation']]);
  });

  test('takes a token from nowhere else', () => {
    for (const url of ['/invitation?token=t', '/keys#token=t', '/invitation#']) {
      open(url);
      takeArrival();
    }
    expect(openedInvitation()).toBeNull();
  });
});
