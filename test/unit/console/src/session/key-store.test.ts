import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KeyStore } from '../../../../../console/src/session/key-store.ts';
import { Browser } from './tabs.ts';

const names = ['window', 'localStorage', 'sessionStorage'] as const;
const before = new Map(names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));

let browser: Browser;
beforeEach(() => {
  for (const name of names) Object.defineProperty(globalThis, name, { configurable: true, writable: true });
  browser = new Browser();
});
afterEach(() => {
  for (const name of names) {
    const descriptor = before.get(name);
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  }
});

/** A signed-in tab. */
function signedIn(apiKey: string, remember = false) {
  const tab = browser.open();
  const keys = browser.in(tab, () => new KeyStore());
  browser.in(tab, () => keys.signIn(apiKey, remember));
  return { tab, keys, in: <Result>(run: () => Result) => browser.in(tab, run) };
}

/** Waits until the other tabs have received the event. */
const told = () => new Promise((resolve) => setTimeout(resolve));

describe('API key of the console', () => {
  test('a sign-out removes the key of every tab', async () => {
    const [one, other] = [signedIn('acs_one'), signedIn('acs_other')];
    one.in(() => one.keys.signOut());
    await told();
    expect(one.keys.get()).toEqual({ apiKey: null, ended: 'signed_out' });
    expect(other.keys.get()).toEqual({ apiKey: null, ended: 'signed_out' });
    for (const { tab } of [one, other]) expect(tab.sessionStorage.length).toBe(0);
    expect(browser.localStorage.length).toBe(0);
  });

  test('a page restored from memory notices a sign-out in another tab', async () => {
    const [kept, other] = [signedIn('acs_one', true), signedIn('acs_one', true)];
    // A page in the back-forward cache receives no events.
    const frozen = kept.keys.get();
    kept.tab.window.dispatchEvent = () => true;
    other.in(() => other.keys.signOut());
    await told();
    expect(kept.keys.get()).toBe(frozen);
    Reflect.deleteProperty(kept.tab.window, 'dispatchEvent');
    browser.showAgain(kept.tab);
    expect(kept.keys.get().apiKey).toBeNull();
  });

  test('a key remembered by another tab replaces the current one', async () => {
    const one = signedIn('acs_a', true);
    signedIn('acs_b', true);
    await told();
    expect(one.keys.get().apiKey).toBe('acs_b');
  });

  test('the refusal of a previous key is ignored', () => {
    const one = signedIn('acs_a');
    one.in(() => one.keys.signOut());
    one.in(() => one.keys.signIn('acs_b', false));
    one.in(() => one.keys.refuse('acs_a'));
    expect(one.keys.get().apiKey).toBe('acs_b');
  });

  test('a refused key is removed, another remembered key is kept', async () => {
    const [remembering, one] = [signedIn('acs_b', true), signedIn('acs_a')];
    await told();
    one.in(() => one.keys.refuse('acs_a'));
    await told();
    expect(one.keys.get()).toEqual({ apiKey: null, ended: 'refused' });
    expect(one.tab.sessionStorage.length).toBe(0);
    expect(remembering.keys.get().apiKey).toBe('acs_b');
  });
});
