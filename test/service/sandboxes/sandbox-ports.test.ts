import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { HostedService } from '../../support/service/hosted-service.ts';
import { anotherKey, isReplay, sendOnce } from '../../support/service/idempotency.ts';
import { newOwner, type Owner, removeSandboxes, service, useService } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';

const shared = service();

/** Uses its own service, because ports need a domain for sandboxes. */
describe('the ports of a sandbox', () => {
  let hosted: HostedService;
  let ann: Owner;
  let path: string;

  beforeAll(async () => {
    hosted = await HostedService.make('sources', {}, ['--sandbox-domain', 'localhost']);
    useService(await hosted.start());
    ann = await newOwner();
    const { body } = await ann.api.post('/api/v1/sandboxes');
    path = `/api/v1/sandboxes/${body.id}/ports`;
    await waitForSandbox(ann.api, body.id, 'RUNNING');
  }, 300_000);

  afterAll(async () => {
    await removeSandboxes();
    await hosted.end();
    useService(shared);
  });

  it('are opened once for a repeated request, changed, listed and closed', async () => {
    const order = { port: 3000, access: 'link', name: 'preview' };
    const opened = await sendOnce(ann.api, path, order, 'a-port');
    const again = await sendOnce(ann.api, path, order, 'a-port');

    expect([opened.status, again.text, isReplay(again)]).toEqual([201, opened.text, true]);
    expect(opened.body.url).toMatch(/^http:\/\/[a-z2-7]{48}\.localhost:\d+$/);
    const one = `${path}/${opened.body.id}`;
    const changed = await ann.api.send('PATCH', one, { body: { access: 'key' } });
    expect(changed.body).toEqual({ ...opened.body, access: 'key', warning: null });
    expect((await ann.api.get(path)).body.items).toEqual([changed.body]);
    expect((await ann.api.delete(one)).body).toEqual({ success: true });
    expectProblem(await ann.api.delete(one), 404, 'not_found');
    expect((await ann.api.get(path)).body.items).toEqual([]);
  });

  it('are public only by a key with the scope sandboxes:share, and are not changed by a key that only reads', async () => {
    const [writer, reader] = await Promise.all([
      anotherKey(ann.api, ['sandboxes:write']),
      anotherKey(ann.api, ['sandboxes:read']),
    ]);

    expectProblem(await writer.post(path, { port: 3000, access: 'public' }), 403, 'insufficient_scope');
    expectProblem(await reader.post(path, { port: 3000 }), 403, 'insufficient_scope');
    expect((await writer.post(path, { port: 3000 })).status).toBe(201);
    expect((await reader.get(path)).body.items[0].url).toBeNull();
  });

  it('open in a browser by a link, whose cookie passes the edge until the port is closed', async () => {
    const { body: port } = await ann.api.post(path, { port: 3001 });
    const { status, body: link } = await ann.api.post(`${path}/${port.id}/open-in-browser`, { path: '/page' });
    expect([status, link.url.startsWith(`${port.url}/_sandbox/open?`)]).toEqual([200, true]);

    const { status: opened, headers } = await browse(link.url);
    expect([opened, headers.location]).toEqual([303, '/page']);
    const [cookie = ''] = headers['set-cookie']?.[0]?.split(';') ?? [];
    // Nothing listens there, as tasks of this machine have the ports of their specs only.
    await eventually('the edge forwards requests', async () => (await browse(port.url, cookie)).status === 502);
    expect((await browse(port.url)).status).toBe(401);
    expect((await browse(`${link.url}x`)).status).toBe(401);
    await ann.api.delete(`${path}/${port.id}`);
    await eventually('the edge refuses the cookie', async () => (await browse(port.url, cookie)).status === 410);
    expect((await browse(link.url)).status).toBe(410);
    expectProblem(await ann.api.post(`${path}/${port.id}/open-in-browser`), 404, 'not_found');
  });

  it('of another owner read as absent', async () => {
    const { api } = await newOwner();

    expectProblem(await api.get(path), 404, 'not_found');
    expectProblem(await api.post(path, { port: 3000 }), 404, 'not_found');
    expectProblem(await api.delete(`${path}/9`), 404, 'not_found');
    expectProblem(await api.post(`${path}/9/open-in-browser`), 404, 'not_found');
  });
});

/** A browser opens a URL of a port. Not every machine resolves names below `localhost`. */
async function browse(url: string, cookie?: string) {
  const { host, port, pathname, search } = new URL(url);
  const headers = { host, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', ...(cookie && { cookie }) };
  const sent = request({ host: '127.0.0.1', port, path: pathname + search, headers, agent: false }).end();
  const [answer]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode, headers: answer.headers };
}
