import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createEdge } from '../../../../../infra/local/edge/edge.ts';
import { NamingFunction } from '../../../../../infra/local/edge/sandbox-port.ts';
import { ownNames } from '../../../../../infra/local/sockets/listen.ts';
import { LoopbackPort } from '../../../../../infra/local/sockets/loopback-port.ts';
import { aLabelFor, deployedFunctionOf, deployedKeys } from '../../../../support/edge/deployed-function.ts';
import { anOrigin, send, settings } from './an-edge.ts';

const ADDRESS_ID = 'abcdefghijklmnop';

interface Changes {
  /** What the store has for the sandbox of the port, which has none by default. */
  readonly entry?: { readonly a: string; readonly e: number };
  readonly hasSandbox?: boolean;
  readonly sandboxDomain?: string | undefined;
  readonly hasTask?: boolean;
}

/** An edge with a port for the task whose agent listens at a port of this machine. */
async function anEdgeWithPorts(
  originPort: number,
  { sandboxDomain, hasTask = true, hasSandbox = false, entry }: Changes = {},
) {
  const values: Record<string, unknown> = {
    [ADDRESS_ID]: entry,
    names: { 1: { key: 'a key of names' } },
    service: { host: 'service.local.test', path: '' },
  };
  const keyValues = {
    get: async (key: string) => (key === 'keys' ? deployedKeys.get() : JSON.stringify(values[key])),
  };
  const [own, ofTask] = await Promise.all([LoopbackPort.hold(0), LoopbackPort.hold(0)]);
  const edge = createEdge({
    function: new NamingFunction({
      function: deployedFunctionOf(keyValues, sandboxDomain),
      keyValues,
      isSandboxPort: (port) => port === ofTask.port,
      taskAt: () => (hasTask ? { address: '3.208.0.1', port: originPort } : undefined),
      sandboxAt: async () => (hasSandbox ? { addressId: ADDRESS_ID, port: originPort } : undefined),
      sandboxDomain,
    }),
    settings,
    resolve: (_name, port) => ({ host: '127.0.0.1', port }),
    resolveSecure: () => ({ host: '127.0.0.1', port: originPort }),
    isOwnName: ownNames([]),
    log: () => undefined,
  });
  await edge.listen(own, [ofTask]);
  onTestFinished(async () => {
    await edge.stop();
    await Promise.all([own.release(), ofTask.release()]);
  });
  return { port: ofTask.port, edgePort: own.port };
}

const echo = () =>
  anOrigin(({ url, headers }, response) =>
    response.setHeader('set-cookie', 'a=1').end(JSON.stringify({ url, headers })),
  );

it.each([undefined, 'box.test'])('leads to one sandbox by a URL without a path (domain %s)', async (sandboxDomain) => {
  const { port: originPort } = await echo();
  const { port } = await anEdgeWithPorts(originPort, { sandboxDomain });

  const { status, body } = await send(port, '/api/x?y=1', {
    headers: { cookie: 'b=2', 'x-forwarded-prefix': '/evil' },
  });

  expect(status).toBe(200);
  const { url, headers } = JSON.parse(body);
  expect(url).toBe('/api/x?y=1');
  expect(headers).toMatchObject({ host: `127.0.0.1:${port}`, 'x-forwarded-host': `127.0.0.1:${port}` });
  expect(headers).not.toHaveProperty('x-forwarded-prefix');
  // Browsers send cookies to every port of a host, so to all sandboxes.
  expect(headers).not.toHaveProperty('cookie');
});

it('leads through the edge by the name of its sandbox, once the entry has arrived', async () => {
  const { port: originPort } = await echo();
  const entry = { a: '3.208.0.1', e: Date.now() / 1_000 + 60 };
  const { port } = await anEdgeWithPorts(originPort, { hasSandbox: true, entry });

  const { headers } = JSON.parse((await send(port, '/api/x?y=1')).body);

  expect(headers['x-forwarded-host']).toBe(`127.0.0.1:${port}`);
  expect(headers).not.toHaveProperty('x-sandbox-uri');
});

it('asks the service while its sandbox is paused, with the URL at the port', async () => {
  const { port: service } = await echo();
  const { port } = await anEdgeWithPorts(service, { hasSandbox: true, hasTask: false });

  const { url, headers } = JSON.parse((await send(port, '/api/x?y=1')).body);

  expect(url).toMatch(/^\/edge\??$/);
  expect(headers['x-sandbox-name']).toMatch(/^[a-z2-7]{48}$/);
  expect(headers).toMatchObject({ 'x-sandbox-uri': '/api/x?y=1', 'x-forwarded-host': `127.0.0.1:${port}` });
});

it('leads to its task while the entry of an earlier task is at the edge', async () => {
  const { port: originPort } = await echo();
  const entry = { a: '3.208.0.9', e: Date.now() / 1_000 + 60 };
  const { port } = await anEdgeWithPorts(originPort, { hasSandbox: true, entry });

  expect(JSON.parse((await send(port, '/api/x')).body).url).toBe('/api/x');
});

it('treats responses and old paths as the path form does', async () => {
  const { port: originPort } = await echo();
  const { port } = await anEdgeWithPorts(originPort);

  const { headers, body } = await send(port, '/api/git/changes/%2Fworkspace');

  expect(JSON.parse(body).url).toBe('/api/git/changes?path=%2Fworkspace');
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers).toMatchObject({ 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' });
});

it('carries a WebSocket', async () => {
  const { origin, port: originPort } = await anOrigin((_message, response) => response.end());
  const server = new WebSocketServer({ server: origin });
  server.on('connection', (socket, { url }) => socket.send(url ?? ''));
  const { port } = await anEdgeWithPorts(originPort);

  const socket = new WebSocket(`ws://127.0.0.1:${port}/sockets/events/1?key=2`);
  onTestFinished(() => socket.terminate());

  expect(String((await once(socket, 'message'))[0])).toBe('/sockets/events/1?key=2');
});

it('says that the sandbox has moved once it has no task, and answers no name of a web site', async () => {
  const { port } = await anEdgeWithPorts(1, { hasTask: false });

  const gone = await send(port, '/api/conversations/1');
  expect([gone.status, JSON.parse(gone.body).code]).toEqual([410, 'sandbox_moved']);
  expect((await send(port, '/health', { headers: { host: 'evil.example' } })).status).toBe(403);
});

it('leaves the port of the edge to paths with labels', async () => {
  const { port: originPort } = await echo();
  const { port, edgePort } = await anEdgeWithPorts(originPort);

  expect((await send(edgePort, '/api/x')).status).toBe(404);
  const { body } = await send(edgePort, `/${aLabelFor(originPort)}/api/x`);
  expect(JSON.parse(body).url).toBe('/api/x');
  expect(JSON.parse((await send(port, `/${aLabelFor(originPort)}/api/x`)).body).url).toMatch(
    /^\/[a-z2-7]{48}\/api\/x$/,
  );
});
