import { createServer } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parserOf } from '../../../../../console/acs/parser.ts';
import { revokeKey } from '../../../../../console/acs/session/person-login.ts';
import { close, listen } from '../../../../support/http/servers.ts';

interface Answer {
  readonly status?: number;
  readonly body?: unknown;
}

/** A service with these answers, by method and path. */
async function serviceWith(answers: Readonly<Record<string, Answer>>) {
  const asked: string[] = [];
  const server = createServer(({ method, url = '' }, response) => {
    const route = `${method} ${url.split('?')[0]}`;
    asked.push(route);
    const { status = 200, body } = answers[route] ?? { status: 404 };
    if (status === 204) return response.writeHead(204).end();
    response.writeHead(status, { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json' });
    return response.end(JSON.stringify(body ?? { status, code: 'not_found' }));
  });
  onTestFinished(() => close(server));
  return { url: await listen(server), asked };
}

const key = { id: 'k1', name: null, owner_id: 'acme', org_id: 'o1', user_id: 'p1', scopes: [] };
const member = { role: 'member', access_role: 'member', name: null, joined_at: '2030-01-01T00:00:00Z' };

it('a key that cannot revoke itself is reported, and keeps nobody from signing out', async () => {
  const refused = { status: 403, body: { status: 403, code: 'insufficient_scope', detail: 'no', request_id: 'r' } };
  const { url } = await serviceWith({ 'GET /api/keys/current': { body: key }, 'DELETE /api/keys/k1': refused });
  const said: string[] = [];

  expect(await revokeKey(url, 'acs_key', (text) => said.push(text))).toBe(false);
  expect(said).toEqual(['The key k1 lacks the scope to revoke itself. Ask an admin of acme to revoke it.']);
});

it('a key that has ended counts as revoked, and a service that fails does not', async () => {
  const ended = await serviceWith({ 'GET /api/keys/current': { status: 401, body: { status: 401, code: 'x' } } });
  const failing = await serviceWith({ 'GET /api/keys/current': { status: 400, body: { status: 400, code: 'x' } } });

  expect(await revokeKey(ended.url, 'acs_key', () => undefined)).toBe(true);
  await expect(revokeKey(failing.url, 'acs_key', () => undefined)).rejects.toThrow();
});

it('acs members remove names all members with an address, and removes none of them', async () => {
  const two = ['p1', 'p2'].map((user_id) => ({ ...member, user_id, email: 'Ada@example.com' }));
  const { url, asked } = await serviceWith({
    'GET /api/keys/current': { body: key },
    'GET /api/organizations/o1/members': { body: { items: two, next_page_id: null } },
  });
  vi.stubEnv('ACS_API_KEY', 'acs_unused');
  vi.stubEnv('ACS_URL', url);
  onTestFinished(() => void vi.unstubAllEnvs());

  const removal = parserOf(['members', 'remove', 'ada@example.com', '--yes']).parseAsync();

  await expect(removal).rejects.toMatchObject({ remedy: 'Enter the ID of one: p1, p2' });
  expect(asked.filter((route) => route.startsWith('DELETE'))).toEqual([]);
});
