import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { ChangingFunction } from '../../../../../infra/local/edge/response-function.ts';
import { EdgeFunctionError } from '../../../../../infra/local/edge/verdict.ts';
import { aLabelFor, deployedFunction } from '../../../../support/edge/deployed-function.ts';
import { deployedResponseFunction } from '../../../../support/ingress/a-response-function.ts';
import { anEdge, anOrigin, send, settings } from './an-edge.ts';

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

it('sends what the function set also with an upgrade whose Connection header names it', async () => {
  const { origin, port: originPort } = await anOrigin((_message, response) => response.end());
  const server = new WebSocketServer({ server: origin });
  server.on('connection', (socket, { headers }) => socket.send(JSON.stringify(headers)));
  const { port } = await anEdgeOf(originPort);
  const label = aLabelFor(originPort);

  const headers = { connection: 'Upgrade, Host, X-Forwarded-Host, X-Forwarded-Prefix' };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${label}/`, { headers });
  onTestFinished(() => socket.terminate());

  expect(JSON.parse(String((await once(socket, 'message'))[0]))).toMatchObject({
    host: `127.0.0.1:${port}`,
    'x-forwarded-host': `127.0.0.1:${port}`,
    'x-forwarded-prefix': `/${label}`,
  });
});

/** The edge of a deployment with sandboxDomain, where sandboxes keep their cookies. */
const anEdgeOfHosts = (originPort: number, responseFunction = deployedResponseFunction() as ChangingFunction) =>
  anEdge(originPort, {
    settings: { ...settings, responseHeaders: { set: [], remove: ['clear-site-data'] } },
    responseFunction,
  });

/** An origin that sets and clears cookies of all sandboxes, in its responses and at the start of a WebSocket. */
async function anEvilOrigin(): Promise<number> {
  const cookies = ['planted=by-evil; Domain=sb.example.test; Path=/', 'own=1; Path=/; HttpOnly'];
  const { origin, port } = await anOrigin(({ url }, response) => {
    response.setHeader('set-cookie', cookies).setHeader('clear-site-data', '"cookies"').setHeader('location', '/');
    response.writeHead(Number(url?.slice(1))).end();
  });
  const server = new WebSocketServer({ server: origin });
  server.on('headers', (headers) => {
    headers.push(...cookies.map((cookie) => `Set-Cookie: ${cookie}`), 'Clear-Site-Data: "cookies"');
  });
  return port;
}

it('keeps a sandbox from setting or clearing cookies of others: in pages, redirects and at the start of a WebSocket', async () => {
  const { port } = await anEdgeOfHosts(await anEvilOrigin());
  const kept = ['planted=by-evil; Path=/', 'own=1; Path=/; HttpOnly'];

  for (const status of [200, 302, 304]) {
    const { headers } = await send(port, `/${status}`);
    expect(headers).toMatchObject({ 'set-cookie': kept });
    expect(headers).not.toHaveProperty('clear-site-data');
  }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
  onTestFinished(() => socket.terminate());
  const [upgraded] = await once(socket, 'upgrade');
  expect(upgraded.headers).toMatchObject({ 'set-cookie': kept });
  expect(upgraded.headers).not.toHaveProperty('clear-site-data');
});

it('sends no cookie with an error page of its own; with an error of a sandbox, only Clear-Site-Data is removed', async () => {
  const { port } = await anEdgeOfHosts(await anEvilOrigin());

  for (const status of [502, 504]) expect((await send(port, `/${status}`)).headers).not.toHaveProperty('set-cookie');
  const { headers } = await send(port, '/404');
  // CloudFront runs no function for an error: docs/ingress.md says what remains.
  expect(headers['set-cookie']).toHaveLength(2);
  expect(headers).not.toHaveProperty('clear-site-data');
});

it('refuses a response when the function on responses fails, also that to an upgrade', async () => {
  const run = () => {
    throw new EdgeFunctionError(502, 'why');
  };
  const { port } = await anEdgeOfHosts(await anEvilOrigin(), { run });

  const { status, headers } = await send(port, '/200');
  expect([status, headers['x-cache']]).toEqual([502, 'FunctionValidationError from cloudfront']);
  expect(headers).not.toHaveProperty('set-cookie');
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
  const [error] = await once(socket, 'error');
  expect(error.message).toContain('502');
});
