import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EdgeFunction, type ViewerRequest } from '../../../../infra/local/edge/edge-function.ts';
import { fromBase32, toBase32 } from '../../../../shared/domain/sandboxes/ingress/base32.ts';
import { NAME_LENGTH } from '../../../../shared/domain/sandboxes/ingress/name.ts';
import { isOfEdge } from '../../../../shared/domain/sandboxes/waking/edge-proof.ts';
import {
  aLabel,
  aName,
  anEdge,
  anEntry,
  codeOf,
  DISTRIBUTION,
  DOMAIN,
  edgeCode,
  forwarded,
  NAME_KEY,
  NOW,
  toHost,
  toPath,
} from '../../../support/ingress/an-edge.ts';

const onPath = anEdge({ entry: anEntry() });
const onHost = anEdge({ entry: anEntry(), sandboxDomain: DOMAIN });
const stopped = anEdge();
const stoppedOnHost = anEdge({ sandboxDomain: DOMAIN });

const toService = { domainName: 'api.example.com', hostHeader: 'api.example.com', port: 443, protocol: 'https' };

describe('a name of a running sandbox', () => {
  it('leads to the task of the entry and to the port of the name, as a label does', async () => {
    const { origin, uri, query, headers } = forwarded(
      await onPath.run(toPath(aName(), { uri: '/api/conversations', query: 'b=2&a=1' })),
    );

    expect([uri, query]).toEqual(['/api/conversations', 'b=2&a=1']);
    expect(headers).toMatchObject({
      'x-forwarded-host': [DISTRIBUTION],
      'x-forwarded-prefix': [`/${aName()}`],
      'x-sandbox-request': ['request-1'],
    });
    expect(origin).toMatchObject({
      domainName: 'ec2-3-208-1-2.eu-central-1.compute.amazonaws.com',
      hostHeader: undefined,
      port: 8000,
      protocol: 'http',
      customHeaders: undefined,
      connectionAttempts: 1,
    });
  });

  it.each([0, 1, 2, 3])('has a host of its own for the port of slot %d', async (slot) => {
    const { origin, headers } = forwarded(await onHost.run(toHost(aName({ slot, port: 8011 }), { uri: '/x' })));

    expect(origin).toMatchObject({ domainName: expect.stringContaining('3-208-1-2'), port: 8011 });
    expect(headers).not.toHaveProperty('x-forwarded-prefix');
  });

  it('needs a domain for every port but the agent server', async () => {
    for (const slot of [1, 3, 8, 255])
      expect(codeOf(await onPath.run(toPath(aName({ slot }))))).toBe('403 sandbox_domain_needed');
  });

  it('passes the paths of files of clients of 2025, and only to the agent server', async () => {
    const uri = '/api/git/changes/%2Fworkspace';

    expect(forwarded(await onPath.run(toPath(aName(), { uri })))).toMatchObject({
      uri: '/api/git/changes',
      query: 'path=%2Fworkspace',
    });
    expect(forwarded(await onHost.run(toHost(aName({ slot: 2 }), { uri }))).uri).toBe(uri);
  });

  it("keeps cookies on the port's own host, and drops them on the common host", async () => {
    const headers = { cookie: ['vscode-tkn=a'] };

    expect(forwarded(await onHost.run(toHost(aName(), { headers }))).headers.cookie).toEqual(['vscode-tkn=a']);
    expect(forwarded(await onPath.run(toPath(aName(), { headers }))).headers.cookie).toBeUndefined();
  });

  it.each([
    ['authorization', 'Bearer acs_0123456789ab_x'],
    ['authorization', 'bearer  acs_0123456789ab_x'],
    ['x-session-api-key', 'acs_0123456789ab_x'],
  ])('gets no API key, which can have woken it: %s: %s', async (name, value) => {
    for (const headers of [{ [name]: [value] }, { [name]: ['other', value] }])
      for (const request of [toPath(aName(), { headers }), toPath(aLabel(), { headers })])
        expect(JSON.stringify(forwarded(await onPath.run(request)))).not.toContain('acs_');
    const other = { authorization: ['Bearer sk-acs_'], 'x-session-api-key': ['key'] };
    expect(forwarded(await onPath.run(toPath(aName(), { headers: other }))).headers).toMatchObject(other);
  });

  it('follows the entry to another task', async () => {
    const resumed = anEdge({ entry: anEntry({ a: '52.1.2.3', g: 8 }) });

    expect(forwarded(await resumed.run(toPath(aName()))).origin.domainName).toContain('ec2-52-1-2-3.');
  });

  it('leaves the preflight to the sandbox', async () => {
    expect(codeOf(await onPath.run(toPath(aName(), { method: 'OPTIONS' })))).toBeUndefined();
  });
});

describe('a name of a sandbox without an entry', () => {
  it('leads to the service, with the URL that the viewer asked for', async () => {
    const request = { method: 'POST', uri: '/api/x%20y', query: 'a=1&b=%26' };

    const { origin, uri, query, headers } = forwarded(await stopped.run(toPath(aName(), request)));

    expect(origin).toMatchObject(toService);
    expect([uri, query]).toEqual(['/dev/edge', '']);
    expect(headers).toMatchObject({
      'x-sandbox-name': [aName()],
      'x-sandbox-uri': [`/${aName()}/api/x%20y?a=1&b=%26`],
      'x-sandbox-viewer': ['198.51.100.7'],
      'x-forwarded-host': [DISTRIBUTION],
      'x-sandbox-request': ['request-1'],
    });
  });

  it("lets the service see the cookies of the port's own host, which can hold its key", async () => {
    const headers = { cookie: ['vscode-tkn=a'] };

    const { headers: sent, uri } = forwarded(
      await stoppedOnHost.run(toHost(aName({ slot: 1 }), { uri: '/x', headers })),
    );

    expect(sent).toMatchObject({ cookie: ['vscode-tkn=a'], 'x-sandbox-uri': ['/x'] });
    expect([uri, sent['x-sandbox-name']]).toEqual(['/dev/edge', [aName({ slot: 1 })]]);
  });

  it('proves to the service that the edge sends it, and the address of the client', async () => {
    const { headers } = forwarded(await stopped.run(toPath(aName())));
    const proof = headers['x-sandbox-proof']?.[0] ?? '';
    const claim = { text: aName(), viewer: '198.51.100.7' };
    const at = (seconds: number) => new Date((NOW + seconds) * 1000);

    expect(isOfEdge(proof, claim, NAME_KEY, at(299))).toBe(true);
    expect(isOfEdge(proof, claim, NAME_KEY, at(-299))).toBe(true);
    expect(isOfEdge(proof, claim, NAME_KEY, at(300))).toBe(false);
    expect(isOfEdge(proof, { ...claim, viewer: '198.51.100.8' }, NAME_KEY, at(0))).toBe(false);
    expect(isOfEdge(proof, { ...claim, text: aName({ slot: 1 }) }, NAME_KEY, at(0))).toBe(false);
    expect(isOfEdge(proof, claim, 'another key', at(0))).toBe(false);
    expect(isOfEdge(proof.replace(String(NOW), String(NOW + 1)), claim, NAME_KEY, at(0))).toBe(false);
    expect(isOfEdge('', claim, NAME_KEY, at(0))).toBe(false);
  });

  it('brings only what the service reads, within the limit of API Gateway for headers', async () => {
    const read = {
      accept: ['text/html'],
      authorization: ['Bearer x'],
      origin: ['https://app.example.com'],
      'sec-fetch-mode': ['navigate'],
      'sec-fetch-site': ['none'],
      'sec-fetch-user': ['?1'],
      'user-agent': ['Mozilla/5.0'],
      'x-session-api-key': ['key'],
      'content-length': ['4'],
    };
    const cookie = [`theme=${'x'.repeat(4000)}; vscode-tkn=a; __Host-sandbox-port=b`];
    const others = {
      cookie,
      'x-more': ['y'.repeat(8000)],
      'content-type': ['application/json'],
      referer: ['https://a'],
    };
    const request = toHost(aName(), { method: 'POST', query: 'q'.repeat(4000), headers: { ...read, ...others } });

    const { headers } = forwarded(await stoppedOnHost.run(request));

    expect(headers).toMatchObject({ ...read, cookie: ['vscode-tkn=a; __Host-sandbox-port=b'] });
    // Without this type, bytes that are not UTF-8 would grow on their way through API Gateway.
    expect(headers['content-type']).toEqual(['application/octet-stream']);
    expect(Object.keys(headers).toSorted()).toEqual(
      [
        ...Object.keys(read),
        ...['host', 'cookie', 'content-type', 'x-forwarded-host', 'x-sandbox-request'],
        ...['x-sandbox-name', 'x-sandbox-uri', 'x-sandbox-viewer', 'x-sandbox-proof'],
      ].toSorted(),
    );
    expect(JSON.stringify(headers).length).toBeLessThan(6_000);
  });

  it.each<[string, Partial<ViewerRequest>]>([
    ['a body of more than 4 MB', { method: 'POST', headers: { 'content-length': ['4000001'] } }],
    ['a body without a length', { method: 'PUT', headers: { 'transfer-encoding': ['chunked'] } }],
    ['a URL that is too long for a header', { query: 'q'.repeat(4096) }],
  ])('is asked for with a small request first: %s', async (_case, request) => {
    const verdict = await stopped.run(toPath(aName(), request));

    expect(codeOf(verdict)).toBe('503 unavailable');
    expect(verdict).toMatchObject({ headers: { 'retry-after': '1', 'access-control-allow-origin': '*' } });
    expect(verdict.kind === 'answer' && JSON.parse(verdict.body).detail).toMatch(/Send a GET request/);
    // The sandbox itself takes all of it.
    expect(codeOf(await onPath.run(toPath(aName(), request)))).toBeUndefined();
  });

  it('takes a body of 4 MB', async () => {
    const request = toPath(aName(), { method: 'POST', headers: { 'content-length': ['4000000'] } });

    expect(forwarded(await stopped.run(request)).origin).toMatchObject(toService);
  });

  it("replaces a viewer's headers about its route", async () => {
    const headers = {
      'x-sandbox-name': ['evil'],
      'x-sandbox-uri': ['/evil'],
      'x-sandbox-proof': ['evil'],
      'x-sandbox-viewer': ['10.0.0.1'],
      'x-forwarded-host': ['evil.example.com'],
      'x-forwarded-prefix': ['/evil'],
    };

    const verdict = forwarded(await stoppedOnHost.run(toHost(aName(), { headers })));

    expect(JSON.stringify(verdict)).not.toMatch(/evil|10\.0\.0\.1/);
  });

  it.each([
    ['has ended', anEntry({ e: NOW })],
    ['names a private address', anEntry({ a: '10.0.0.1' })],
    ['names no address', anEntry({ a: 'x.example.com' })],
    ['names the metadata service', anEntry({ a: '169.254.169.254' })],
  ])('counts as such when the entry %s', async (_case, entry) => {
    expect(forwarded(await anEdge({ entry }).run(toPath(aName()))).origin).toMatchObject(toService);
  });

  it('answers a preflight itself, so that a page of another origin reads the reason', async () => {
    expect(await stopped.run(toPath(aName(), { method: 'OPTIONS' }))).toMatchObject({ kind: 'answer', status: 204 });
  });

  it('refuses a WebSocket, which the service cannot take, with the time to wait', async () => {
    const headers = { 'sec-websocket-key': ['dGhl'], upgrade: ['websocket'] };
    const verdict = await stopped.run(toPath(aName(), { headers }));

    expect(codeOf(verdict)).toBe('503 unavailable');
    expect(verdict).toMatchObject({ headers: { 'retry-after': '1' } });
  });

  it('is unavailable while the store does not say where the service is', async () => {
    expect(codeOf(await anEdge({ service: null }).run(toPath(aName())))).toBe('503 unavailable');
  });
});

/** A name with arbitrary bytes and a valid signature. */
function signed(bytes: Uint8Array): string {
  const text = toBase32(bytes);
  return text + toBase32(createHmac('sha256', NAME_KEY).update(text).digest().subarray(0, 15));
}

function bytesOf(name: string): Buffer {
  const bytes = fromBase32(name.slice(0, NAME_LENGTH / 2));
  if (!bytes) throw new Error('it is no name');
  return bytes;
}

const refused = '403 sandbox_address_invalid';

describe('a name that the edge refuses', () => {
  it('has another signature, also where the sandbox runs', async () => {
    expect(codeOf(await onPath.run(toPath(aName({}, 'another key'))))).toBe(refused);
    expect(codeOf(await stopped.run(toPath(aName({}, 'another key'))))).toBe(refused);
    expect(codeOf(await onPath.run(toPath(aName({ keyNumber: 2 }))))).toBe(refused);
  });

  it('is signed by a key of labels, and the other way round', async () => {
    const one = { 1: { key: 'one' } };
    const edge = anEdge({ keys: one, names: { 1: { key: 'other' } }, entry: anEntry() });

    expect(codeOf(await edge.run(toPath(aName({}, 'one'))))).toBe(refused);
    expect(codeOf(await edge.run(toPath(aName({}, 'other'))))).toBeUndefined();
  });

  it('differs from a valid one in any character', async () => {
    const name = aName();
    await fc.assert(
      fc.asyncProperty(
        fc.nat(NAME_LENGTH - 1),
        fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567'),
        async (at, other) => {
          fc.pre(name[at] !== other);
          const changed = name.slice(0, at) + other + name.slice(at + 1);

          expect(codeOf(await onPath.run(toPath(changed)))).toBe(refused);
        },
      ),
    );
  });

  it.each([4, 5, 6, 7])('has the slot %d, which no port has', async (slot) => {
    expect(codeOf(await onHost.run(toHost(aName({ slot }))))).toBe(refused);
  });

  it.each([0, 22, 80, 443, 1023])('has the port %d', async (port) => {
    expect(codeOf(await onPath.run(toPath(aName({ port }))))).toBe(refused);
  });

  it('has another version', async () => {
    for (const version of [0, 1, 3, 255]) {
      const bytes = bytesOf(aName());
      bytes.writeUInt8(version, 0);
      expect(codeOf(await onPath.run(toPath(signed(bytes))))).toBe(refused);
    }
  });

  it('has a key that an operator ended', async () => {
    const names = { 1: { key: NAME_KEY, until: NOW }, 2: { key: 'the next key' } };
    const edge = anEdge({ names, entry: anEntry() });

    expect(codeOf(await edge.run(toPath(aName())))).toBe('410 sandbox_moved');
    expect(codeOf(await edge.run(toPath(aName({ keyNumber: 2 }, 'the next key'))))).toBeUndefined();
  });

  it('is unavailable while the keys cannot be read', async () => {
    const edge = new EdgeFunction(edgeCode(), { get: async () => undefined });

    expect(codeOf(await edge.run(toPath(aName())))).toBe('503 unavailable');
  });
});

it('no two sandboxes share an entry: the id at the edge is that of the name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 10, maxLength: 10 }), async (bytes) => {
      const addressId = toBase32(bytes);
      const verdict = forwarded(await onPath.run(toPath(aName({ addressId }))));

      expect(verdict.origin.domainName.startsWith('ec2-')).toBe(addressId === 'abcdefghijklmnop');
    }),
  );
});
