import { describe, expect, it } from 'vitest';
import type { Answer } from '../../support/service/api.ts';
import { routes } from '../../support/service/openapi.ts';
import { anonymous, newOwner } from '../../support/service/owners.ts';
import { needs } from '../../support/service/route-needs.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';

// Its key can delete everything that there is.
const owner = await newOwner(['--scopes', 'admin']);

const tagOf = ({ headers }: Answer) => headers.get('etag') ?? 'none';
const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  owner.api.send(method, path, { headers, ...(body === undefined ? {} : { body }) });

describe('HEAD', () => {
  it.each(['/api/v1/settings', '/api/keys', '/openapi.json', '/api/v1/settings/agent-schema', '/health'])(
    'of %s has the status and the headers of GET, and no body',
    async (path) => {
      const [get, head] = [await owner.api.get(path), await owner.api.send('HEAD', path)];

      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of ['content-type', 'cache-control', 'etag', 'vary', 'x-content-type-options']) {
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
      }
    },
  );

  it('asks for a key and for what exists, as GET does', async () => {
    expect((await anonymous().send('HEAD', '/api/keys')).status).toBe(401);
    expect((await owner.api.send('HEAD', '/api/keys/nothing')).status).toBe(404);
  });
});

describe('an unchanged response', () => {
  it.each(['/openapi.json', '/docs/migration', '/api/v1/settings', '/api/v1/sandbox-specs/search'])(
    'is a 304 without a body: %s',
    async (path) => {
      const first = await owner.api.get(path);

      const again = await send('GET', path, { 'If-None-Match': `"other", ${tagOf(first)}` });

      expect([again.status, again.text]).toEqual([304, '']);
      for (const name of ['etag', 'cache-control', 'vary']) {
        expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
      }
    },
  );
});

describe('a created object', () => {
  it('has a location, accepts changes of the revision that was read, and is deleted once', async () => {
    const order = { url: 'http://127.0.0.1:19999/hook', events: ['sandbox.*'], enabled: false };
    const made = await owner.api.post('/api/v1/webhook-endpoints', order);
    rememberSecret('a webhook secret', made.body.secret);
    const path = made.headers.get('location') ?? 'none';
    expect([made.status, path]).toEqual([201, `/api/v1/webhook-endpoints/${made.body.id}`]);
    const read = await owner.api.get(path);

    const changed = await send('PATCH', path, { 'If-Match': tagOf(read) }, { description: 'first' });
    const late = await send('PATCH', path, { 'If-Match': tagOf(read) }, { description: 'unseen' });

    expect([changed.status, late.status, late.body.code]).toEqual([200, 412, 'precondition_failed']);
    expect((await owner.api.get(path)).body.description).toBe('first');
    expect((await send('PATCH', path, { 'If-Match': tagOf(changed) }, { description: 'second' })).status).toBe(200);
    expect((await send('PATCH', path, {}, { description: 'third' })).status).toBe(200);
    expect([(await owner.api.delete(path)).status, (await owner.api.delete(path)).status]).toEqual([200, 404]);
  });
});

describe('deleting an unknown object', () => {
  const idempotent = [
    '/api/conversations/{conversation_id}',
    '/api/v1/settings/profiles/{name}',
    '/api/agent-profiles/{name}',
    '/api/v1/secrets/git-providers',
  ];

  it.each(routes.filter(({ method }) => method === 'DELETE'))(
    '$path returns 404 or, for deletions that are idempotent, 200',
    async ({ path }) => {
      const unknown = '0198a1b2c3d47e5f8091a2b3c4d5e6f7';
      const at = path
        .replace('{port_id}', '255')
        .replace('{spec_id}', 'own.none')
        .replaceAll(/\{\w+\}/g, unknown);
      const options = path.endsWith('{owner_id}') ? { query: { confirm: unknown } } : needs[`DELETE ${path}`];
      const { status } = await owner.api.send('DELETE', at, options);

      expect(status).toBe(idempotent.includes(path) ? 200 : 404);
    },
  );
});
