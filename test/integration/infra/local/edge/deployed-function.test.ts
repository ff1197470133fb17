import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { aLabelFor, deployedFunction } from '../../../../support/edge/deployed-function.ts';
import { anEdge, anOrigin, send } from './an-edge.ts';

const anEdgeOf = (originPort: number) => anEdge(originPort, { function: deployedFunction() });

it('removes the label from the path, and the cookies of the shared host', async () => {
  const { port: originPort } = await anOrigin(({ url, headers }, response) => {
    response.setHeader('set-cookie', 'a=1').end(JSON.stringify({ url, headers }));
  });
  const { port } = await anEdgeOf(originPort);
  const label = aLabelFor(originPort);

  const { status, headers, body } = await send(port, `/${label}/api/x?y=1`, { headers: { cookie: 'b=2' } });

  expect(status).toBe(200);
  const got = JSON.parse(body);
  expect(got.url).toBe('/api/x?y=1');
  expect(got.headers).toMatchObject({
    host: `127.0.0.1:${port}`,
    'x-forwarded-host': `127.0.0.1:${port}`,
    'x-forwarded-proto': 'http',
    'x-forwarded-prefix': `/${label}`,
  });
  expect(got.headers).not.toHaveProperty('cookie');
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers).toMatchObject({ 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' });
});

it('refuses a forged address, for requests and upgrades', async () => {
  const { port } = await anEdgeOf(1);
  const path = `/${'a'.repeat(48)}/`;

  const { status, body } = await send(port, path);
  expect([status, JSON.parse(body).code]).toEqual([403, 'sandbox_address_invalid']);

  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
  const [error] = await once(socket, 'error');
  expect(error.message).toContain('403');
});

it('carries a WebSocket', async () => {
  const { origin, port: originPort } = await anOrigin((_message, response) => response.end());
  const server = new WebSocketServer({ server: origin });
  server.on('connection', (socket, { url }) => socket.send(url ?? ''));
  const { port } = await anEdgeOf(originPort);

  const socket = new WebSocket(`ws://127.0.0.1:${port}/${aLabelFor(originPort)}/sockets/events/1?key=2`);
  onTestFinished(() => socket.terminate());

  expect(String((await once(socket, 'message'))[0])).toBe('/sockets/events/1?key=2');
});
