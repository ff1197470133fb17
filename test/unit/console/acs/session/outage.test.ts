import { expect, it, vi } from 'vitest';
import { Outage } from '../../../../../console/acs/session/outage.ts';

it('reports an outage once, however long it is, and its end once', async () => {
  const say = vi.fn();
  const outage = new Outage('https://api.example.com', say);
  const respond = (status: number) =>
    outage.endedBy(async () => new Response('', { status }))('https://api.example.com');

  for (const why of ['No response (ECONNRESET).', 'No response (ECONNREFUSED).', 'No response (ECONNREFUSED).'])
    outage.report({ error: new Error(why) }, 300);
  await respond(503);
  outage.report(new Response('', { status: 503 }), 600);
  for (const status of [200, 404, 200]) await respond(status);
  outage.report(new Response('', { status: 429 }), 2_000);
  await respond(429);
  await respond(200);
  outage.report(new Response('', { status: 503 }), 300);

  expect(say.mock.calls.flat()).toEqual([
    'No response (ECONNRESET). Trying again in 1s.',
    'https://api.example.com responds again.',
    'Too many requests (429). Trying again in 2s.',
    'The service is busy (503). Trying again in 1s.',
  ]);
});
