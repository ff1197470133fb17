import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serviceRoute, withLocalService } from '../../../../../infra/local/cloud/edge-service.ts';
import type { EdgeEntry } from '../../../../../shared/domain/sandboxes/ingress/edge-entry.ts';
import { writeLabel } from '../../../../../shared/domain/sandboxes/ingress/label.ts';
import { writeName } from '../../../../../shared/domain/sandboxes/ingress/name.ts';
import { deployedFunctionOf } from '../../../../support/edge/deployed-function.ts';
import { deployedResponseFunction } from '../../../../support/ingress/a-response-function.ts';
import { anEdge, anOrigin, send, settings } from './an-edge.ts';

// What pages of one sandbox cannot do to others, for each kind of address: docs/ingress.md has the rules.

const DOMAIN = 'sandboxes.example.com';
const SESSION_KEY = 'a-session-key';
const addressId = 'abcdefghijklmnop';
const k = createHash('sha256').update(`${addressId}|${SESSION_KEY}`).digest('base64url').slice(0, 22);
const keys = { 1: { key: 'a key of labels' } };
const names = { 1: { key: 'a key of names' } };
const soon = Math.floor(Date.now() / 1000) + 3600;
const running: EdgeEntry = { a: '3.208.0.1', g: 1, e: soon, k, p: { 8: ['k'], 9: ['o'] } };

/** Whatever a page of a sandbox, or a response of the service, could say to a browser. */
const said = {
  'set-cookie': [`planted=1; Domain=${DOMAIN}; Path=/`, 'own=1; Path=/; HttpOnly'],
  'clear-site-data': '"cookies"',
  'content-security-policy': "default-src 'none'",
};

const kinds = ['a label', 'a name', 'an opened port', 'an opened port with a key', 'the slow way'] as const;
type Kind = (typeof kinds)[number];

interface Sent {
  readonly method?: string;
  readonly uri?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request at an address of this kind. @returns the response, and the headers that its origin got */
async function ask(kind: Kind, form: 'path' | 'host', { method = 'GET', uri = '/', headers = {} }: Sent = {}) {
  const answer = (origin: string) => (message: { headers: object; url?: string }) =>
    JSON.stringify({ origin, headers: message.headers, url: message.url });
  const listener = (origin: string): Parameters<typeof anOrigin>[0] => {
    return (message, response) => response.writeHead(200, said).end(answer(origin)(message));
  };
  const [task, service] = await Promise.all([anOrigin(listener('task')), anOrigin(listener('service'))]);
  const entry = kind === 'the slow way' ? undefined : running;
  const values: Record<string, unknown> = { keys, names, [addressId]: entry, service: { host: '127.0.0.1', path: '' } };
  const store = withLocalService({ get: async (key) => JSON.stringify(values[key]) });
  const { port } = await anEdge(task.port, {
    function: deployedFunctionOf(store, form === 'host' ? DOMAIN : undefined),
    resolveSecure: serviceRoute(service.port),
    ...(form === 'host' && {
      settings: { ...settings, responseHeaders: { set: [], remove: ['clear-site-data'] } },
      responseFunction: deployedResponseFunction(),
    }),
  });
  const address = addressOf(kind, task.port);
  const response = await send(port, form === 'host' ? uri : `/${address}${uri}`, {
    method,
    headers: { ...headers, ...(form === 'host' && { host: `${address}.${DOMAIN}` }) },
  });
  return { ...response, got: response.status === 200 ? JSON.parse(response.body) : undefined };
}

function addressOf(kind: Kind, port: number): string {
  if (kind === 'a label') {
    const label = {
      keyNumber: 1,
      name: 'AGENT_SERVER',
      address: running.a,
      port,
      generation: 1,
      endsAt: soon,
    } as const;
    return writeLabel(label, keys[1].key);
  }
  const slot = kind === 'an opened port' ? 9 : kind === 'an opened port with a key' ? 8 : 0;
  return writeName({ keyNumber: 1, addressId, port, slot }, names[1].key);
}

/** What opens the port that asks for a key. */
const keyFor = (kind: Kind): Readonly<Record<string, string>> =>
  kind === 'an opened port with a key' ? { 'x-session-api-key': SESSION_KEY } : {};

describe.each(kinds)('on a host of its own, %s', (kind) => {
  it('keeps its cookies, bound to that host, and clears none of other hosts', async () => {
    const sent = { cookie: 'vscode-tkn=1; own=1', ...keyFor(kind) };
    const { headers, got } = await ask(kind, 'host', { headers: sent });

    // The service gets only what it reads.
    const [origin, cookie] = kind === 'the slow way' ? ['service', 'vscode-tkn=1'] : ['task', sent.cookie];
    expect(got).toMatchObject({ origin, headers: { cookie } });
    expect(headers['set-cookie']).toEqual(['planted=1; Path=/', 'own=1; Path=/; HttpOnly']);
    expect(headers).not.toHaveProperty('clear-site-data');
    expect(headers).toMatchObject({ 'content-security-policy': said['content-security-policy'] });
  });
});

describe.each(['a label', 'a name', 'the slow way'] as const)('on the host of all sandboxes, %s', (kind) => {
  it('has no cookies in either direction, and pages without an origin', async () => {
    const { headers, got } = await ask(kind, 'path', { headers: { cookie: 'of-another=1' } });

    expect(got).toMatchObject({ origin: kind === 'the slow way' ? 'service' : 'task' });
    expect(got.headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).toMatchObject({ 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' });
  });
});

describe('an opened port that asks for a key', () => {
  it('never shows it to the app: not the header, the query or the cookie', async () => {
    const uri = `/x?a=1&session_api_key=${SESSION_KEY}`;
    const headers = { cookie: '__Host-sandbox-port=1.2; own=1', 'x-session-api-key': SESSION_KEY };

    const { got } = await ask('an opened port with a key', 'host', { uri, headers });

    expect(got).toMatchObject({ origin: 'task', url: '/x?a=1', headers: { cookie: 'own=1' } });
    expect(JSON.stringify(got)).not.toMatch(/session|sandbox-port/);
  });

  it('answers a page of another origin that it needs one, and its preflight', async () => {
    const sent = { headers: { origin: 'https://other.example.com' } };
    const { status, headers, body } = await ask('an opened port with a key', 'host', sent);
    const preflight = await ask('an opened port with a key', 'host', { ...sent, method: 'OPTIONS' });

    expect([status, JSON.parse(body).code, preflight.status]).toEqual([401, 'sandbox_key_needed', 204]);
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(preflight.headers).toMatchObject({ 'access-control-allow-origin': '*' });
  });
});
