import { createServer, type RequestListener } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { againIn, answersOnly, reasonOf, serviceFetch } from '../../../../../console/acs/session/service-fetch.ts';
import { close, listen } from '../../../../support/http/servers.ts';

async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => close(server));
  return listen(server);
}

it('prints a notice while it waits, and gives up after a minute without a response', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const url = await answering(() => undefined);
  const say = vi.fn();

  const sent = serviceFetch(url, say)(new Request(url)).catch((error: unknown) => error);
  vi.advanceTimersByTime(10_000);
  expect(say).toHaveBeenCalledWith(`Still waiting for a response from ${url}.`);
  vi.advanceTimersByTime(50_000);

  expect(await sent).toMatchObject({ name: 'Failure', message: `No response from ${url} within 60s.` });
});

it.each(['text/html', 'text/plain', undefined])(
  'refuses a response of the type %s as not from the service',
  async (type) => {
    const url = await answering((_, response) => {
      if (type !== undefined) response.setHeader('Content-Type', type);
      response.end('OK');
    });

    await expect(answersOnly(url, fetch)(url)).rejects.toMatchObject({
      message: expect.stringContaining(`${url} is not the service`),
    });
  },
);

it('the notice before a retry contains the reason and the wait', () => {
  expect(reasonOf(new Response('', { status: 429 }))).toBe('Too many requests (429).');
  expect(reasonOf(new Response('', { status: 503 }))).toBe('The service is busy (503).');
  expect(reasonOf({ error: new Error('No response.') })).toBe('No response.');
  expect([againIn(2000), againIn(300)]).toEqual(['Trying again in 2s.', 'Trying again in 1s.']);
});
