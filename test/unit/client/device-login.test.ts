import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitApproval } from '../../../shared/client/device-login.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';

const code = {
  device_code: 'd-1',
  user_code: 'ABCD-EFGH',
  verification_uri: 'http://service.test/verify',
  verification_uri_complete: 'http://service.test/verify?user_code=ABCD-EFGH',
  expires_in: 600,
  interval: 5,
};

const refusal = (error: string, interval?: number) => () =>
  Response.json({ code: error, detail: error, ...(interval === undefined ? {} : { interval }) }, { status: 400 });
const pending = refusal('authorization_pending');
const approved = () => Response.json({ access_token: 'the-key' });
const lost = (): Response => {
  throw new TypeError('fetch failed');
};

/** Polls with the given responses, then pending ones. @returns the waits in seconds, the last body and the outcome */
async function polled(
  answers: readonly (() => Response)[],
  options: { expiresIn?: number; signal?: AbortSignal } = {},
) {
  const times = [Date.now()];
  let body = '';
  const send = async (input: Parameters<typeof fetch>[0]) => {
    body = await (input as Request).text();
    times.push(Date.now());
    return (answers[times.length - 2] ?? pending)();
  };
  const { api } = new ServiceClient({
    baseUrl: 'http://service.test',
    apiKey: '',
    fetch: send,
    retries: { attempts: 1 },
  });
  const login = awaitApproval(api, { ...code, expires_in: options.expiresIn ?? 600 }, options.signal);
  const end = login.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000_000);
  return { waits: times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1000), body, end: await end };
}

describe('awaitApproval', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits the requested time before every poll', async () => {
    const { waits, body, end } = await polled([pending, refusal('slow_down', 12), pending, approved]);
    expect({ waits, end }).toEqual({ waits: [5, 5, 12, 12], end: 'the-key' });
    expect(new URLSearchParams(body).get('device_code')).toBe('d-1');
  });

  it('waits five seconds longer for good where slow_down names no interval', async () => {
    const slowDown = refusal('slow_down');
    expect(await polled([slowDown, slowDown, approved])).toMatchObject({ waits: [5, 10, 15], end: 'the-key' });
  });

  it.each([
    ['a connection that is lost', lost],
    ['the page of a proxy', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  ])('continues at half the rate after %s', async (_, failure) => {
    expect(await polled([failure, pending, approved])).toMatchObject({ waits: [5, 10, 10], end: 'the-key' });
  });

  it('ends when the login is denied or the code has expired', async () => {
    expect((await polled([refusal('access_denied')])).end).toMatchObject({ code: 'access_denied' });
    expect((await polled([pending, refusal('expired_token')])).end).toMatchObject({ code: 'expired_token' });
    expect(await polled([lost, lost, lost, lost], { expiresIn: 30 })).toMatchObject({
      waits: [5, 10, 20],
      end: { message: 'fetch failed' },
    });
  });

  it('ends when its signal aborts', async () => {
    const { waits, end } = await polled([pending], { signal: AbortSignal.abort('enough') });
    expect({ waits, end }).toEqual({ waits: [], end: 'enough' });
  });
});
