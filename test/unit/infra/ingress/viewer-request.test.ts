import { describe, expect, it } from 'vitest';
import { EdgeFunction, type ViewerRequest } from '../../../../infra/local/edge/edge-function.ts';
import { CODE_LIMIT } from '../../../../infra/local/edge/edge-syntax.ts';
import { Problem } from '../../../../shared/contract/shapes/problem.ts';
import {
  aLabel,
  anEdge,
  aViewerRequest,
  codeOf,
  DISTRIBUTION,
  DOMAIN,
  edgeCode,
  forwarded,
  NOW,
  toHost,
  toPath,
} from '../../../support/ingress/an-edge.ts';

const onPath = anEdge();
const onHost = anEdge({ sandboxDomain: DOMAIN });

describe('a label that this deployment made', () => {
  it('maps to the DNS name, port and protocol of its task', async () => {
    const { origin, uri, headers } = forwarded(await onPath.run(toPath(aLabel(), { uri: '/api/conversations' })));

    expect(uri).toBe('/api/conversations');
    expect(headers).toMatchObject({ 'x-forwarded-host': [DISTRIBUTION], 'x-forwarded-prefix': [`/${aLabel()}`] });
    expect(origin).toEqual({
      domainName: 'ec2-3-208-1-2.eu-central-1.compute.amazonaws.com',
      port: 8000,
      protocol: 'http',
      // CloudFront would add those of the distribution's origin.
      customHeaders: undefined,
      readTimeoutSeconds: 120,
      connectionTimeoutSeconds: 5,
      connectionAttempts: 1,
    });
  });

  it.each([
    ['us-east-1', 'compute-1'],
    ['us-east-2', 'us-east-2.compute'],
    ['ap-southeast-4', 'ap-southeast-4.compute'],
  ])('names a task in %s as EC2 does', async (region, zone) => {
    const { origin } = forwarded(await anEdge({ region }).run(toPath(aLabel())));

    expect(origin.domainName).toBe(`ec2-3-208-1-2.${zone}.amazonaws.com`);
  });

  it.each(['AGENT_SERVER', 'VSCODE', 'WORKER_1', 'WORKER_2'] as const)('has a host of its own for %s', async (name) => {
    const label = aLabel({ name, port: 8011 });

    const { origin, uri, headers } = forwarded(await onHost.run(toHost(label, { uri: '/static/x.js' })));

    expect(uri).toBe('/static/x.js');
    expect(origin).toMatchObject({ port: 8011, customHeaders: undefined });
    expect(headers).toMatchObject({ 'x-forwarded-host': [`${label}.${DOMAIN}`] });
    expect(headers).not.toHaveProperty('x-forwarded-prefix');
  });

  it.each(['VSCODE', 'WORKER_1', 'WORKER_2'] as const)('needs a domain for %s', async (name) => {
    expect(codeOf(await onPath.run(toPath(aLabel({ name }))))).toBe('403 sandbox_domain_needed');
  });

  it('can be in upper case, in the path and in the host', async () => {
    const label = aLabel().toUpperCase();

    const path = forwarded(await onPath.run(toPath(label, { uri: '/A/b' })));
    const host = forwarded(await onHost.run(toHost(label)));

    expect([path.uri, path.headers['x-forwarded-prefix']]).toEqual(['/A/b', [`/${label}`]]);
    expect(host.headers['x-forwarded-host']).toEqual([`${aLabel()}.${DOMAIN}`]);
  });

  it("maps to the task's root without a path, and keeps a path", async () => {
    const at = async (uri: string) => forwarded(await onPath.run(aViewerRequest({ uri }))).uri;

    expect(await at(`/${aLabel()}`)).toBe('/');
    expect(await at(`/${aLabel()}/`)).toBe('/');
    expect(await at(`/${aLabel()}//a/%2e%2e/b%20c/`)).toBe('//a/%2e%2e/b%20c/');
    expect(await at(`/${aLabel()}/${aLabel()}/x`)).toBe(`/${aLabel()}/x`);
  });

  it('can have a port after its host, like the local edge', async () => {
    const host = `${aLabel()}.localhost:3001`;

    const { headers } = forwarded(
      await anEdge({ sandboxDomain: 'localhost' }).run(aViewerRequest({ headers: { host: [host] } })),
    );

    expect(headers['x-forwarded-host']).toEqual([host]);
  });
});

/** CloudFront distinguishes requests with the same path by the first of these. */
const ownRequest = { 'x-sandbox-request': ['request-1'], 'x-forwarded-host': [DISTRIBUTION] };
const onPathOnly = { ...ownRequest, 'x-forwarded-prefix': [`/${aLabel()}`] };

describe('requests that the edge forwards', () => {
  it.each(['a=1&b=2', 'b=2&a=1&b=3', 'flag', 'a=&b', 'q=a+b%20c%2B&&x==', 'z=1&10=2&9=3', '__proto__=1&a=%zz', ''])(
    'keeps the query %j to the byte',
    async (query) => {
      expect(forwarded(await onPath.run(toPath(aLabel(), { query }))).query).toBe(query);
    },
  );

  it('adds no query where there is none', async () => {
    expect(forwarded(await onPath.run(toPath(aLabel()))).query).toBeUndefined();
  });

  it("keeps the viewer's headers, including repeated ones", async () => {
    const headers = {
      'x-session-api-key': ['key'],
      authorization: ['Bearer x'],
      origin: ['https://app.example.com'],
      'sec-websocket-key': ['dGhl'],
      'sec-websocket-protocol': ['a', 'b'],
      'x-many': ['1', '2', '3'],
    };

    const verdict = forwarded(await onPath.run(toPath(aLabel(), { headers })));

    expect(verdict.headers).toEqual({ host: [DISTRIBUTION], ...headers, ...onPathOnly });
  });

  it('keeps the headers of a WebSocket, which functions do not see', async () => {
    const headers = { connection: ['Upgrade'], upgrade: ['websocket'], 'sec-websocket-version': ['13'] };

    expect(forwarded(await onPath.run(toPath(aLabel(), { headers }))).headers).toMatchObject(headers);
    expect(forwarded(await onPath.run(toPath(aLabel(), { headers: { connection: ['close'] } }))).headers).toEqual({
      host: [DISTRIBUTION],
      ...onPathOnly,
    });
  });

  it.each([onPath, onHost])("replaces a viewer's headers about its route to the edge", async (edge) => {
    const headers = {
      forwarded: ['for=10.0.0.1'],
      'x-forwarded-host': ['evil.example.com'],
      'x-forwarded-port': ['1'],
      'x-forwarded-prefix': ['/evil'],
      'x-forwarded-proto': ['gopher'],
      'x-real-ip': ['10.0.0.1'],
      'x-sandbox-request': ['of another one'],
    };
    const request = edge === onPath ? toPath(aLabel(), { headers }) : toHost(aLabel(), { headers });

    const verdict = forwarded(await edge.run(request));

    const own = { ...(edge === onPath ? onPathOnly : ownRequest), 'x-forwarded-host': request.headers.host };
    expect(verdict.headers).toEqual({ host: request.headers.host, ...own });
    expect(JSON.stringify(verdict)).not.toMatch(/evil|10\.0\.0\.1|gopher/);
  });

  it.each([
    ['/api/git/changes/%2Fworkspace%2Fproject', undefined, '/api/git/changes', 'path=%2Fworkspace%2Fproject'],
    ['/api/git/changes//workspace/project', undefined, '/api/git/changes', 'path=/workspace/project'],
    ['/api/git/diff/workspace/a%20b', 'ref=HEAD', '/api/git/diff', 'path=/workspace/a%20b&ref=HEAD'],
    ['/api/file/upload/%2fworkspace%2Fc%2B+&d=e.txt', '', '/api/file/upload', 'path=%2fworkspace%2Fc%2B%2B%26d=e.txt'],
    ['/api/file/download//workspace/x', undefined, '/api/file/download', 'path=/workspace/x'],
  ])(
    "passes a file's name as a parameter, as current agent servers expect: %s",
    async (uri, query, path, parameters) => {
      const request = query === undefined ? { uri } : { uri, query };

      for (const way of [onPath.run(toPath(aLabel(), request)), onHost.run(toHost(aLabel(), request))])
        expect(forwarded(await way)).toMatchObject({ uri: path, query: parameters });
    },
  );

  it.each(['/api/git/changes', '/api/file/upload/', '/api/git/commits/abc/changes', '/x/api/git/diff/y'])(
    'leaves other addresses as they are: %s',
    async (uri) => {
      expect(forwarded(await onPath.run(toPath(aLabel(), { uri, query: 'path=%2Fa' })))).toMatchObject({
        uri,
        query: 'path=%2Fa',
      });
    },
  );

  it('leaves the addresses of an app of a worker as they are', async () => {
    const uri = '/api/git/diff/x';

    expect(forwarded(await onHost.run(toHost(aLabel({ name: 'WORKER_1' }), { uri }))).uri).toBe(uri);
  });

  it("drops cookies on the common host and keeps them on a sandbox's host", async () => {
    const headers = { cookie: ['vscode-tkn=a; theme=dark', 'x=1'] };

    expect(forwarded(await onPath.run(toPath(aLabel(), { headers }))).headers.cookie).toBeUndefined();
    expect(forwarded(await onHost.run(toHost(aLabel(), { headers }))).headers.cookie).toEqual([
      'vscode-tkn=a; theme=dark; x=1',
    ]);
  });
});

describe('the keys of the edge', () => {
  const [old, current] = ['the old key', 'the current key'];
  const rotated = { 1: { key: old, until: NOW + 60 }, 2: { key: current } };

  it('accept both keys of a rotation until the old one expires', async () => {
    const edge = anEdge({ keys: rotated });
    const later = anEdge({ keys: { ...rotated, 1: { key: old, until: NOW } } });

    expect(codeOf(await edge.run(toPath(aLabel({ keyNumber: 1 }, old))))).toBeUndefined();
    expect(codeOf(await edge.run(toPath(aLabel({ keyNumber: 2 }, current))))).toBeUndefined();
    expect(codeOf(await later.run(toPath(aLabel({ keyNumber: 1 }, old))))).toBe('410 sandbox_moved');
    expect(codeOf(await later.run(toPath(aLabel({ keyNumber: 2 }, current))))).toBeUndefined();
  });

  it('accept no key that is gone, of another number or unknown', async () => {
    const edge = anEdge({ keys: { 2: { key: current } } });

    expect(codeOf(await edge.run(toPath(aLabel({ keyNumber: 1 }, old))))).toBe('403 sandbox_address_invalid');
    expect(codeOf(await edge.run(toPath(aLabel({ keyNumber: 1 }, current))))).toBe('403 sandbox_address_invalid');
    expect(codeOf(await edge.run(toPath(aLabel({ keyNumber: 2 }, old))))).toBe('403 sandbox_address_invalid');
    expect(codeOf(await edge.run(toPath(aLabel({ keyNumber: 255 }, current))))).toBe('403 sandbox_address_invalid');
  });

  it('make every address unavailable while they cannot be read', async () => {
    expect(codeOf(await anEdge({ keys: undefined }).run(toPath(aLabel())))).toBe('503 unavailable');
  });
});

describe('an address that the edge refuses', () => {
  it.each([
    ['404 not_found', aViewerRequest()],
    ['403 sandbox_address_invalid', toPath(aLabel({}, 'another key'))],
    ['410 sandbox_moved', toPath(aLabel({ endsAt: NOW }))],
    ['403 sandbox_domain_needed', toPath(aLabel({ name: 'VSCODE' }))],
  ])('answers %s with a problem detail of the API, readable by scripts of any origin', async (code, request) => {
    const verdict = await onPath.run(request);

    expect(codeOf(verdict)).toBe(code);
    if (verdict.kind !== 'answer') throw new Error('it was forwarded');
    const problem = Problem.strict().parse(JSON.parse(verdict.body));
    expect([problem.status, problem.request_id]).toEqual([verdict.status, 'request-1']);
    expect(verdict.headers).toEqual({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'content-type': 'application/problem+json',
      'x-request-id': 'request-1',
      'x-sandbox-edge': '1',
    });
  });

  it('lets its preflight pass, so that a page can read why', async () => {
    const headers = { 'access-control-request-headers': ['x-session-api-key,content-type'] };
    const moved = toPath(aLabel({ endsAt: NOW - 1 }), { method: 'OPTIONS', headers });

    expect(await onPath.run(moved)).toMatchObject({
      kind: 'answer',
      status: 204,
      body: '',
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS',
        'access-control-allow-headers': 'x-session-api-key,content-type',
      },
    });
  });

  it('leaves the preflight of a sandbox to the sandbox', async () => {
    expect(codeOf(await onPath.run(toPath(aLabel(), { method: 'OPTIONS' })))).toBeUndefined();
  });

  it('answers not_found for a label in the wrong place', async () => {
    expect(codeOf(await onPath.run(toHost(aLabel())))).toBe('404 not_found');
    expect(codeOf(await onHost.run(toPath(aLabel())))).toBe('404 not_found');
    const above = { headers: { host: [`a.${aLabel()}.${DOMAIN}`] } };
    expect(codeOf(await onHost.run(aViewerRequest(above)))).toBe('404 not_found');
    const other = { headers: { host: [`${aLabel()}.sandboxes.example.org`] } };
    expect(codeOf(await onHost.run(aViewerRequest(other)))).toBe('404 not_found');
  });
});

/** CloudFront's CPU limit in milliseconds, after which it ends a function. */
const CPU_LIMIT = 1;

const WARMING = 100;
const MEASURED = 300;

/** CloudFront's size limit is the same for all regions and domains. */
const longest = { region: 'ap-southeast-99', sandboxDomain: `${'a'.repeat(63)}.${'b'.repeat(63)}.example.com` };

it("fits CloudFront's size limit, with the longest region and a long domain", () => {
  expect(Buffer.byteLength(edgeCode(longest))).toBeLessThanOrEqual(CODE_LIMIT);
  expect(CODE_LIMIT).toBe(10 * 1024);
});

/** CPU milliseconds of a warm run. The fastest one, as garbage collection and a shared core slow others down. */
async function cpuOf(edge: EdgeFunction, request: ViewerRequest): Promise<number> {
  const runs: number[] = [];
  for (let run = 0; run < WARMING + MEASURED; run += 1) {
    const before = threadCpu();
    await edge.run(request);
    runs.push(threadCpu() - before);
  }
  return Math.min(...runs.slice(-MEASURED)) / 1000;
}

/** Linux updates a thread's CPU time only at intervals, unless the CPU time of its process is read. */
function threadCpu(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

it.each([
  ['a path', undefined, toPath(aLabel(), { query: 'a=1&b=2' })],
  ['a host', DOMAIN, toHost(aLabel(), { query: 'a=1&b=2' })],
])("stays within CloudFront's CPU limit for %s", async (_form, sandboxDomain, request) => {
  const edge = anEdge({ sandboxDomain });

  expect(codeOf(await edge.run(request))).toBeUndefined();
  const cpu = await cpuOf(edge, request);

  expect(cpu).toBeGreaterThan(0);
  expect(cpu).toBeLessThanOrEqual(CPU_LIMIT);
});

it('finds a function that needs more', async () => {
  const code = 'function handler() { for (let at = 0; at < 1e7; at += 1) {} return { statusCode: 204 }; }';

  const cpu = await cpuOf(new EdgeFunction(code, { get: async () => undefined }), toPath(aLabel()));

  expect(cpu).toBeGreaterThan(CPU_LIMIT);
});
