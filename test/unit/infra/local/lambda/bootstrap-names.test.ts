import dns, { promises } from 'node:dns';
import { createServer, request } from 'node:http';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isLocalName, patchLookups } from '../../../../../infra/local/lambda/bootstrap-names.mjs';

patchLookups();
afterEach(() => vi.unstubAllEnvs());

describe('names that lead to this machine', () => {
  it('are those below localhost', () => {
    expect(['a.localhost', '000000000000.LOCALHOST', 'a.b.localhost'].map(isLocalName)).toEqual([true, true, true]);
    expect(['localhost', 'alocalhost', 'localhost.example', 'example.com'].map(isLocalName)).not.toContain(true);
  });

  it('are those of the domain of sandboxes', () => {
    vi.stubEnv('LOCAL_SANDBOX_DOMAIN', 'Sandboxes.test');

    expect(['sandboxes.test', 'label.sandboxes.TEST'].map(isLocalName)).toEqual([true, true]);
    expect(['test', 'mysandboxes.test', 'sandboxes.test.example'].map(isLocalName)).not.toContain(true);
  });

  it('resolve by every way of asking', async () => {
    const loopback = { address: '127.0.0.1', family: 4 };
    const all = await new Promise((resolve) => {
      dns.lookup('a.localhost', { all: true }, (_error, addresses) => resolve(addresses));
    });

    expect(await promises.lookup('a.localhost')).toEqual(loopback);
    expect(await promises.lookup('a.localhost', { all: true })).toEqual([loopback]);
    expect(await promisify(dns.lookup)('a.localhost')).toEqual(loopback);
    expect(all).toEqual([loopback]);
    expect((await promises.lookup('127.0.0.1')).address).toBe('127.0.0.1');
  });

  it('are found by requests of Node and by fetch', async () => {
    const server = createServer((_request, response) => response.end('here'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://a.b.localhost:${typeof address === 'object' ? address?.port : 0}`;

    expect(await (await fetch(url)).text()).toBe('here');
    const status = await new Promise((resolve, reject) => {
      request(url, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
    server.closeAllConnections();
    server.close();
  });
});
