import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AgentFailure } from '../../../../../console/src/api/failure.ts';
import { Connection } from '../../../../../console/src/live/connection.ts';
import { callAgent } from '../../../../../console/src/pages/conversations/events/composer/way-to-agent.ts';
import type { KeyState } from '../../../../../console/src/session/key-store.ts';
import { sessionFetch } from '../../../../../console/src/session/session-fetch.ts';

/** The keys of one tab without its storage. */
class Keys {
  state: KeyState = { apiKey: 'acs_a', ended: null };
  readonly #listeners = new Set<() => void>();

  readonly get = () => this.state;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  become(apiKey: string | null): void {
    this.state = { apiKey, ended: null };
    for (const listener of [...this.#listeners]) listener();
  }

  refuse(apiKey: string): void {
    if (apiKey === this.state.apiKey) this.become(null);
  }
}

let status: number;
/** The requested paths. */
let asked: (readonly [path: string, redirect: RequestRedirect | undefined])[];

const address = 'https://api.example';

/** A service that responds to every path except `/never`. */
async function answer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  init.signal?.throwIfAborted();
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  asked.push([pathname, init.redirect]);
  if (!pathname.startsWith('/never')) return new Response('{}', { status });
  return await new Promise((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });
}

beforeEach(() => {
  [status, asked] = [200, []];
  vi.stubGlobal('fetch', answer);
});
afterEach(() => void vi.unstubAllGlobals());

describe('session of the console', () => {
  test('a 401 ends the session', async () => {
    const keys = new Keys();
    status = 401;
    await sessionFetch(keys, 'acs_a', new Connection())(`${address}/limits`);
    expect(keys.get().apiKey).toBeNull();
  });

  test('a response to the previous key does not end the session', async () => {
    const keys = new Keys();
    const send = sessionFetch(keys, 'acs_a', new Connection());
    keys.state = { apiKey: 'acs_b', ended: null };
    status = 401;
    await send(`${address}/limits`);
    expect(keys.get().apiKey).toBe('acs_b');
  });

  test('pending requests are aborted when the session ends', async () => {
    const keys = new Keys();
    const send = sessionFetch(keys, 'acs_a', new Connection());
    const call = send(`${address}/never`);
    keys.become('acs_b');
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await expect(send(`${address}/limits`)).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked.map(([path]) => path)).toEqual(['/never']);
  });

  test('a 401 of an agent server does not end the session', async () => {
    status = 401;
    const call = callAgent({ url: address, key: 'session-key' }, { path: 'pause' });
    await expect(call).rejects.toBeInstanceOf(AgentFailure);
  });
});

describe('requests without a response', () => {
  afterEach(() => void vi.useRealTimers());

  test('they are given up after 10 seconds, passed-on requests after 30, streams never', async () => {
    vi.useFakeTimers();
    const send = sessionFetch(new Keys(), 'acs_a', new Connection());
    const ended = (path: string, init?: RequestInit) => {
      const state = { failure: '' };
      send(`${address}${path}`, init).catch((error: Error) => {
        state.failure = `${error.name}: ${error.message}`;
      });
      return state;
    };
    const usual = ended('/never');
    const passedOn = ended('/never/git/changes');
    const stream = ended('/never', { headers: { Accept: 'text/event-stream' } });
    const waiting = ended('/never?resume=true');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(usual.failure).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect([usual.failure, passedOn.failure]).toEqual(['TimeoutError: No response arrived within 10 seconds.', '']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(passedOn.failure).toBe('TimeoutError: No response arrived within 30 seconds.');
    await vi.advanceTimersByTimeAsync(600_000);
    expect([stream.failure, waiting.failure]).toEqual(['', '']);
  });
});

test('a request with a session key does not follow redirects', async () => {
  await callAgent({ url: address, key: 'session-key' }, { path: 'run' });
  expect(asked).toEqual([['/run', 'error']]);
});
