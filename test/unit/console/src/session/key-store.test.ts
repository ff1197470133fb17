import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forgetIfSignedOut, KEY_NAME } from '../../../../../console/src/people/stored-key.ts';
import { KeyStore } from '../../../../../console/src/session/key-store.ts';
import { SiblingTabs } from '../../../../../console/src/session/sibling-tabs.ts';
import { Browser, type Tab } from './tabs.ts';

const names = ['window', 'localStorage', 'sessionStorage'] as const;
const before = new Map(names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));

let browser: Browser;
/** Of the channels of one test. */
let name: string;
beforeEach(() => {
  name = crypto.randomUUID();
  for (const name of names) Object.defineProperty(globalThis, name, { configurable: true, writable: true });
  browser = new Browser();
});
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
  for (const name of names) {
    const descriptor = before.get(name);
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  }
});

const channels: BroadcastChannel[] = [];

/** The other tabs, as a tab knows them. */
function siblingsOf(tab: Tab, apiUrl = 'https://api.example'): SiblingTabs {
  const channel = new BroadcastChannel(`${apiUrl} ${name}`);
  channels.push(channel);
  const addEventListener = (type: string, listener: (event: Event) => void) =>
    channel.addEventListener(type, (event) => browser.in(tab, () => listener(event)));
  return new SiblingTabs({
    postMessage: (message) => channel.postMessage(message),
    addEventListener,
  } as BroadcastChannel);
}

/** A tab that was opened now. */
function opened(apiUrl?: string) {
  const tab = browser.open();
  const keys = browser.in(tab, () => new KeyStore(siblingsOf(tab, apiUrl)));
  return { tab, keys, in: <Result>(run: () => Result) => browser.in(tab, run) };
}

/** A signed-in tab. */
function signedIn(apiKey: string, remember = false) {
  const tab = browser.open();
  const keys = browser.in(tab, () => new KeyStore(siblingsOf(tab)));
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
    for (const { tab } of [one, other]) expect(tab.sessionStorage.getItem(KEY_NAME)).toBeNull();
    expect(browser.localStorage.getItem(KEY_NAME)).toBeNull();
    // Only the mark of the sign-out is left.
    expect(
      [browser.localStorage, one.tab.sessionStorage, other.tab.sessionStorage].map(({ length }) => length),
    ).toEqual([1, 1, 1]);
  });

  test('a closed tab that is opened again after a sign-out has no key', async () => {
    const [closed, other] = [signedIn('acs_one'), signedIn('acs_one')];
    closed.tab.window.dispatchEvent = () => true;
    other.in(() => other.keys.signOut());
    await told();
    const again = browser.in(closed.tab, () => {
      forgetIfSignedOut();
      return new KeyStore(siblingsOf(closed.tab));
    });
    expect(again.get().apiKey).toBeNull();
  });

  test('a session of after a sign-out survives a reload, also after a refusal', async () => {
    const one = signedIn('acs_one');
    one.in(() => one.keys.signOut());
    one.in(() => one.keys.signIn('acs_two', false));
    one.in(() => one.keys.refuse('acs_two'));
    one.in(() => one.keys.signIn('acs_three', false));
    const reloaded = one.in(() => {
      forgetIfSignedOut();
      return new KeyStore(siblingsOf(one.tab));
    });
    expect(reloaded.get().apiKey).toBe('acs_three');
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

  test('a new tab gets the key of another one, for itself only', async () => {
    signedIn('acs_one_secret');
    const fresh = opened();
    expect(fresh.keys.get()).toMatchObject({ apiKey: null, isAsking: true });
    await expect.poll(() => fresh.keys.get()).toEqual({ apiKey: 'acs_one_secret', ended: null });
    expect(fresh.tab.sessionStorage.length).toBe(1);
    expect(browser.localStorage.length).toBe(0);
  });

  test('a console for another service gets no key', async () => {
    signedIn('acs_one_secret');
    const fresh = opened('https://other.example');
    await expect.poll(() => fresh.keys.get()).toEqual({ apiKey: null, ended: null });
  });

  test('nothing is sent unasked, and an answer never without a key', async () => {
    const sent: unknown[] = [];
    const listener = new BroadcastChannel(`https://api.example ${name}`);
    channels.push(listener);
    const heard = new Promise<void>((resolve) => {
      listener.onmessage = ({ data }) => {
        sent.push(data);
        if (data === 'end') resolve();
      };
    });
    const one = signedIn('acs_one_secret');
    one.in(() => one.keys.replace('acs_two_secret'));
    one.in(() => one.keys.signOut());
    channels[1]?.postMessage('end');
    await heard;
    expect(JSON.stringify(sent)).not.toContain('secret');
  });

  test('an answer that comes after a sign-out, or after the person has begun to sign in, is ignored', async () => {
    const one = signedIn('acs_one_secret');
    const [late, typing] = [opened(), opened()];
    typing.in(() => typing.keys.beginSignIn());
    one.in(() => one.keys.signOut());
    await expect.poll(() => typing.keys.get()).toEqual({ apiKey: null, ended: null });
    await expect.poll(() => late.keys.get()).toEqual({ apiKey: null, ended: null });
  });

  test('every tab with a replaced key gets its successor', async () => {
    const [one, other, stranger] = [signedIn('acs_a_secret'), signedIn('acs_a_secret'), signedIn('acs_b_secret')];
    one.in(() => one.keys.replace('acs_c_secret'));
    await expect.poll(() => other.keys.get().apiKey).toBe('acs_c_secret');
    expect(stranger.keys.get().apiKey).toBe('acs_b_secret');
  });
});
