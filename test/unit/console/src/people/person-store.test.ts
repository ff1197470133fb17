import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PersonStore, type ProviderCode } from '../../../../../console/src/people/person-store.ts';
import { PersonTabs } from '../../../../../console/src/people/person-tabs.ts';
import { forgetAll, forgetIfSignedOut } from '../../../../../console/src/people/stored-key.ts';
import { ProviderUnreachable, SignInRefused } from '../../../../../shared/client/people/failures.ts';
import type { Attempt } from '../../../../../shared/client/people/identity-provider.ts';
import type { Tokens } from '../../../../../shared/client/people/tokens.ts';
import { Browser, type Tab } from '../session/tabs.ts';

const names = ['window', 'localStorage', 'sessionStorage'] as const;
const before = new Map(names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
const provider = { issuer: 'https://login.example', client_id: 'console', audience: null, scopes: ['openid'] };
const channels: BroadcastChannel[] = [];

let browser: Browser;
/** Of the channels and the lock of one test. */
let name: string;
/** The refresh tokens that the provider was asked with. */
let refreshed: string[];
let code: ProviderCode;

beforeEach(() => {
  name = crypto.randomUUID();
  for (const one of names) Object.defineProperty(globalThis, one, { configurable: true, writable: true });
  browser = new Browser();
  refreshed = [];
  code = { complete: async () => tokensOf('first'), refresh };
});
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
  for (const one of names) {
    const descriptor = before.get(one);
    if (descriptor) Object.defineProperty(globalThis, one, descriptor);
    else Reflect.deleteProperty(globalThis, one);
  }
});

/** As a provider that rotates refresh tokens: each can be used once. */
async function refresh({ refreshToken, family }: Tokens): Promise<Tokens> {
  const used = refreshToken ?? '';
  if (refreshed.includes(used)) throw new SignInRefused('used twice');
  refreshed.push(used);
  await new Promise((resolve) => setTimeout(resolve));
  return { ...tokensOf(`${used}+`), family };
}

function tokensOf(refreshToken: string, { expiresIn = 3_600_000, arrivedAt = Date.now() } = {}): Tokens {
  const sent = `token of ${refreshToken}`;
  return {
    provider,
    family: 'family',
    sent,
    idToken: sent,
    refreshToken,
    arrivedAt,
    expiresAt: arrivedAt + expiresIn,
  };
}

const expired = () => tokensOf('old', { expiresIn: 900_000, arrivedAt: Date.now() - 3_600_000 });

function tabsOf(tab: Tab): PersonTabs {
  const channel = new BroadcastChannel(name);
  channels.push(channel);
  const addEventListener = (type: string, listener: (event: Event) => void) =>
    channel.addEventListener(type, (event) => browser.in(tab, () => listener(event)));
  return new PersonTabs({
    postMessage: (message) => channel.postMessage(message),
    addEventListener,
  } as BroadcastChannel);
}

/** A tab, with the session of these tokens if there are some. */
function opened(tokens?: Tokens) {
  const tab = browser.open();
  return browser.in(tab, () => {
    const session = { id: crypto.randomUUID(), tokens, orgId: 'org', removedFrom: null };
    if (tokens) sessionStorage.setItem('acs.person', JSON.stringify(session));
    const loading = async (): Promise<ProviderCode> => code;
    const people = new PersonStore(tabsOf(tab), loading, name);
    return { tab, people, in: <Result>(run: () => Result) => browser.in(tab, run) };
  });
}

describe('tokens of a person', () => {
  test('fresh ones are used, old ones are renewed before a request', async () => {
    const fresh = opened({ ...tokensOf('fresh'), family: 'other' });
    expect(await fresh.in(() => fresh.people.token())).toBe('token of fresh');
    const old = opened(expired());
    expect(await old.in(() => old.people.token())).toBe('token of old+');
    expect(refreshed).toEqual(['old']);
  });

  test('tabs that need new tokens at the same time use the refresh token once', async () => {
    const tokens = expired();
    const tabs = [opened(tokens), opened(tokens), opened(tokens)];
    const got = await Promise.all(tabs.map((tab) => tab.in(() => tab.people.token())));
    expect(got).toEqual(['token of old+', 'token of old+', 'token of old+']);
    expect(refreshed).toEqual(['old']);
  });

  test('requests of one tab that need new tokens at the same time use the refresh token once', async () => {
    const tab = opened(expired());
    await tab.in(() => Promise.all([tab.people.token(), tab.people.token(), tab.people.renewed('token of old')]));
    expect(refreshed).toEqual(['old']);
  });

  test('another person in another tab keeps their own tokens', async () => {
    const [ada, grace] = [opened(expired()), opened({ ...tokensOf('grace'), family: 'other' })];
    expect(await ada.in(() => ada.people.token())).toBe('token of old+');
    expect(grace.people.get().session?.tokens.sent).toBe('token of grace');
  });

  test('a refused refresh token ends the session, and a silent provider does not', async () => {
    const one = opened(expired());
    code = { ...code, refresh: () => Promise.reject(new ProviderUnreachable(provider.issuer, undefined)) };
    await expect(one.in(() => one.people.token())).rejects.toBeInstanceOf(ProviderUnreachable);
    expect(one.people.get().session).not.toBeNull();
    code = { ...code, refresh: () => Promise.reject(new SignInRefused('revoked')) };
    expect(await one.in(() => one.people.token())).toBeNull();
    expect(one.people.get()).toMatchObject({ session: null, ended: 'expired' });
    expect(one.tab.sessionStorage.length).toBe(0);
  });

  test('a new tab gets the tokens of another one, and the organization of none', async () => {
    opened(tokensOf('fresh'));
    const fresh = opened();
    await fresh.in(() => fresh.people.askTabs());
    expect(fresh.people.get().session).toMatchObject({ tokens: { sent: 'token of fresh' }, orgId: null });
    expect(browser.localStorage.length).toBe(0);
  });

  test('a new tab without siblings is not signed in, nor one whose person began to sign in otherwise', async () => {
    const alone = opened();
    await alone.in(() => alone.people.askTabs());
    expect(alone.people.get()).toEqual({ session: null, ended: null, failure: null, isPending: false });
    opened(tokensOf('fresh'));
    const typing = opened();
    const asked = typing.in(() => typing.people.askTabs());
    typing.in(() => typing.people.stopWaiting());
    await asked;
    expect(typing.people.get().session).toBeNull();
  });

  test('a choice of another organization stays in its tab', () => {
    const [one, other] = [opened(tokensOf('a')), opened(tokensOf('a'))];
    one.in(() => one.people.choose('second'));
    expect([one.people.get().session?.orgId, other.people.get().session?.orgId]).toEqual(['second', 'org']);
  });

  test('a late refusal for the organization of before does not lock the tab out of the new one', () => {
    const one = opened(tokensOf('a'));
    const id = one.people.get().session?.id ?? '';
    one.in(() => one.people.choose('second'));
    one.in(() => one.people.lose(id, 'org'));
    expect(one.people.get().session?.removedFrom).toBeNull();
    one.in(() => one.people.lose(id, 'second'));
    expect(one.people.get().session?.removedFrom).toBe('second');
  });

  test('tokens that cannot be renewed are used to their end, and then end the session', async () => {
    const withoutRenewal = { ...tokensOf('a', { expiresIn: 30_000 }), refreshToken: null };
    const one = opened({ ...withoutRenewal, arrivedAt: Date.now() - 870_000 });
    expect(await one.in(() => one.people.token())).toBe('token of a');
    code = { ...code, refresh: () => Promise.reject(new SignInRefused('no refresh token')) };
    const other = opened({ ...withoutRenewal, family: 'other', expiresAt: Date.now() });
    expect(await other.in(() => other.people.token())).toBeNull();
    expect(other.people.get().ended).toBe('expired');
  });

  test('a closed tab that is opened again after a sign-out has no tokens', async () => {
    const [closed, other] = [opened(tokensOf('a')), opened(tokensOf('a'))];
    closed.tab.window.dispatchEvent = () => true;
    other.in(forgetAll);
    await new Promise((resolve) => setTimeout(resolve));
    const again = browser.in(closed.tab, () => {
      forgetIfSignedOut();
      return new PersonStore(tabsOf(closed.tab), async () => code, name);
    });
    expect(again.get().session).toBeNull();
  });

  test('a sign-out in another tab ends the session', async () => {
    const [one, other] = [opened(tokensOf('a')), opened(tokensOf('a'))];
    one.in(() => {
      localStorage.setItem('any', '');
      localStorage.clear();
    });
    await expect.poll(() => other.people.get()).toMatchObject({ session: null, ended: 'signed_out' });
    expect(other.tab.sessionStorage.length).toBe(0);
  });
});

describe('the way back from the provider', () => {
  const location = { origin: 'https://console.example', pathname: '/keys', search: '?name=a', hash: '' };
  const attempt: Attempt = { provider, redirectUri: '', state: 's', nonce: 'n', verifier: 'v' };

  function begun() {
    const tab = opened();
    const shown: string[] = [];
    const history = { replaceState: (_: unknown, __: string, url: string) => shown.push(url) };
    Object.assign(tab.tab.window, { location, history });
    return { ...tab, shown };
  }

  test('leads to the page where the person began', async () => {
    const { people, shown, ...tab } = begun();
    tab.in(() => people.remember(attempt));
    await tab.in(() => people.complete(new URLSearchParams({ code: 'c', state: 's' })));
    expect(people.get().session?.tokens.sent).toBe('token of first');
    expect(shown).toEqual(['https://console.example/keys?name=a']);
  });

  test('is refused in a tab that has not begun, so that a link signs in no one as someone else', async () => {
    const { people, ...tab } = begun();
    await tab.in(() => people.complete(new URLSearchParams({ code: 'of someone else', state: 's' })));
    expect(people.get()).toMatchObject({ session: null, failure: expect.stringContaining('has not begun') });
  });

  test('does not hide the session that the tab has', async () => {
    const { people, ...tab } = opened(tokensOf('a'));
    await tab.in(() => people.complete(new URLSearchParams({ code: 'of someone else', state: 's' })));
    expect(people.get()).toMatchObject({ session: { tokens: { sent: 'token of a' } }, failure: null });
  });

  test('says why the provider refused', async () => {
    const { people, ...tab } = begun();
    code = { ...code, complete: () => Promise.reject(new SignInRefused('The sign-in was cancelled.')) };
    tab.in(() => people.remember(attempt));
    await tab.in(() => people.complete(new URLSearchParams({ error: 'access_denied' })));
    expect(people.get()).toMatchObject({ session: null, failure: 'The sign-in was cancelled.' });
  });
});
