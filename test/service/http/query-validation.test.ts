import { describe, expect, it } from 'vitest';
import type { Query } from '../../support/service/api.ts';
import { routes } from '../../support/service/openapi.ts';
import { newOwner } from '../../support/service/owners.ts';
import { badFields, expectProblem } from '../../support/service/problems.ts';

const search = '/api/v1/app-conversations/search';

/** This list pages by position: its clients use other limits and no page ids. */
const legacyEvents = '/api/conversations/{conversation_id}/events';

/** It pages by offset, as its clients know it from another service, and a page can have all members. */
const userUsage = '/api/organizations/{org_id}/conversations/user-usage';

/** Their page ids are positions, as clients of the hosted product know them. */
const byPosition = [
  '/api/organizations',
  '/api/organizations/{org_id}/members',
  '/api/organizations/{org_id}/members/financial',
];
const positions = ['0', '100'];

const taking = (name: string) =>
  routes.filter(({ parameters }) => parameters.some((one) => one.in === 'query' && one.name === name));

const pages = taking('limit').filter(({ path }) => path !== legacyEvents && path !== userUsage);

const needs: Readonly<Record<string, Query>> = {
  '/api/v1/events/search': { conversation_id__eq: 'x' },
  '/api/shared-events/search': { conversation_id: 'x' },
  '/api/v1/git/installations/search': { provider: 'github' },
  '/api/v1/git/repositories/search': { provider: 'github' },
  '/api/v1/git/branches/search': { provider: 'github', repository: 'octo/tools' },
  '/api/v1/snapshots/{snapshot_id}/changes': { since: '0'.repeat(32) },
};

const ofThousands = [
  '/api/v1/usage',
  '/api/v1/sandboxes/{sandbox_id}/logs',
  '/api/v1/sandboxes/{sandbox_id}/files',
  '/api/v1/snapshots/{snapshot_id}/files',
  '/api/v1/snapshots/{snapshot_id}/changes',
];
const mostOf = (path: string) => (ofThousands.includes(path) ? 1000 : 100);

// Some lists require the scope of an administrator.
const owner = await newOwner(['--scopes', 'admin']);
const { body: sandbox } = await owner.api.post('/api/v1/sandboxes');

function ask(method: string, path: string, query: Query) {
  const ids = path.replace('{sandbox_id}', sandbox.id).replace('{snapshot_id}', '0'.repeat(32));
  return owner.api.send(method, ids.replaceAll(/\{\w+\}/g, 'x'), {
    query: { ...needs[path], ...query },
  });
}

describe('the validation of query parameters', () => {
  it('covers at least six lists, and every list with page ids', () => {
    expect(taking('limit').length).toBeGreaterThanOrEqual(6);
    expect(taking('page_id').map(({ path }) => path)).toEqual(pages.map(({ path }) => path));
  });

  it.each(pages.map(({ path }) => path))('bounds the limit of %s', async (path) => {
    const most = mostOf(path);
    for (const limit of ['0', `${most + 1}`, '-1', 'abc', '1.5', '1e9', 'NaN', '']) {
      expect(badFields(await ask('GET', path, { limit }))).toEqual(['query.limit']);
    }
    for (const limit of ['1', `${most}`]) {
      // The parent can be missing (404), or the owner can lack a token for the git provider (409).
      expect([200, 404, 409]).toContain((await ask('GET', path, { limit })).status);
    }
  });

  it('bounds the limit of legacy events with the 400 that their clients expect, for any conversation', async () => {
    for (const limit of ['101', '-1', 'abc', '1.5', '1e9', 'NaN', '']) {
      const answer = await ask('GET', legacyEvents, { limit });
      expectProblem(answer, 400, 'malformed_request');
      expect(answer.body.errors).toMatchObject([{ loc: ['query', 'limit'] }]);
    }
    for (const limit of ['0', '1', '100']) expectProblem(await ask('GET', legacyEvents, { limit }), 404, 'not_found');
  });

  it.each(taking('page_id').map(({ path }) => path))('accepts only page ids of %s itself', async (path) => {
    const madeUp = Buffer.from('AAAAAAAAAAAAAAAA.2026-01-01T00:00:00.000Z#x').toString('base64url');
    const invalid = ['nonsense', '', madeUp, 'a'.repeat(1500), '\u0000', '{"S":"x"}', '../../..'];
    for (const page_id of byPosition.includes(path) ? [...invalid, '-1', '1.5', '1e9'] : [...invalid, ...positions]) {
      expect(badFields(await ask('GET', path, { page_id }))).toEqual(['query.page_id']);
    }
  });

  it('accepts a page id only with the list and the filters that it was issued for', async () => {
    await Promise.all([1, 2].map(() => owner.api.post('/api/v1/app-conversations', {})));
    const { body } = await ask('GET', search, { limit: 1 });
    const page_id = body.next_page_id;
    expect(page_id).toEqual(expect.any(String));

    expect(badFields(await ask('GET', '/api/v1/sandboxes/search', { page_id }))).toEqual(['query.page_id']);
    expect(badFields(await ask('GET', '/api/conversations', { page_id }))).toEqual(['query.page_id']);
    expect(badFields(await ask('GET', search, { page_id, title__contains: 'x' }))).toEqual(['query.page_id']);
    const next = await ask('GET', search, { page_id, limit: 100 });
    expect([next.status, next.body.items.length]).toEqual([200, 1]);
  });

  it.each(['created_at__gte', 'created_at__lt', 'updated_at__gte', 'updated_at__lt'])(
    'accepts only a date-time for %s',
    async (name) => {
      const places = taking(name);
      expect(places.length).toBeGreaterThan(0);
      for (const { path } of places) {
        for (const bad of ['yesterday', '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '25:00', '1700000000', '']) {
          expect([bad, badFields(await ask('GET', path, { [name]: bad }))]).toEqual([bad, [`query.${name}`]]);
        }
        for (const good of [
          '2026-11-21T00:00:00Z',
          '2026-11-21T00:00:00.123456+02:00',
          '2026-11-21T00:00:00',
          '2026-11-21',
        ]) {
          expect([good, (await ask('GET', path, { [name]: good })).status]).toEqual([good, 200]);
        }
      }
    },
  );

  it.each([
    ['GET', search, { include_sub_conversations: 'perhaps' }, 'query.include_sub_conversations'],
    ['GET', search, { sandbox_id__eq: 'a/b' }, 'query.sandbox_id__eq'],
    ['GET', search, { title__contains: 'a'.repeat(201) }, 'query.title__contains'],
    ['GET', '/api/conversations', { conversation_trigger: 'nobody' }, 'query.conversation_trigger'],
    ['GET', '/api/v1/app-conversations/start-tasks/search', { sort_order: 'TITLE' }, 'query.sort_order'],
    [
      'GET',
      '/api/v1/app-conversations/start-tasks/search',
      { conversation_id__eq: 'a b' },
      'query.conversation_id__eq',
    ],
    ['GET', '/api/v1/app-conversations/start-tasks', {}, 'query.ids'],
    ['GET', '/api/v1/app-conversations/start-tasks', { ids: ['no-uuid'] }, 'query.ids.0'],
    ['GET', '/api/v1/sandboxes', {}, 'query.id'],
    ['GET', '/api/v1/sandbox-specs', {}, 'query.id'],
    ['POST', '/api/v1/sandboxes', { on_limit: 'shout' }, 'query.on_limit'],
    ['DELETE', '/api/keys/x', { compromised: 'perhaps' }, 'query.compromised'],
    ['POST', '/api/v1/sandboxes/x/resume', { on_limit: 'shout' }, 'query.on_limit'],
  ])('refuses on %s %s the query %o', async (method, path, query, field) => {
    expect(badFields(await ask(method, path, query as Query))).toEqual([field]);
  });

  it('names every invalid parameter at once', async () => {
    const query = {
      limit: '0',
      page_id: '',
      created_at__gte: 'x',
      updated_at__lt: 'y',
      include_sub_conversations: 'z',
    };

    expect(badFields(await ask('GET', search, query))).toEqual(
      Object.keys(query)
        .map((name) => `query.${name}`)
        .toSorted(),
    );
  });

  it('names an invalid query parameter together with an invalid body', async () => {
    const answer = await owner.api.post('/api/v1/app-conversations', { title: 7 }, { on_limit: 'shout' });

    expect(badFields(answer)).toEqual(['body.title', 'query.on_limit']);
  });

  it('ignores unknown parameters, and takes the last of repeated ones', async () => {
    const unknown = await ask('GET', search, { sort_order: 'UPDATED_AT_DESC', 'x[y]': '1', __proto__x: '2' });
    const several = await ask('GET', search, { limit: ['abc', '1'] });

    expect(unknown.status).toBe(200);
    expect([several.status, several.body.items.length]).toEqual([200, 1]);
  });

  it.each([
    ['/api/v1/app-conversations/a%20b', 'path.conversation_id'],
    ['/api/v1/sandboxes/a%00b', 'path.sandbox_id'],
    [`/api/v1/sandboxes/${'a'.repeat(64)}`, 'path.sandbox_id'],
  ])('refuses the malformed id in %s', async (path, field) => {
    expect(badFields(await owner.api.get(path))).toEqual([field]);
  });

  it.each(['a%2Fb', 'a%5Cb', 'a%00b', 'a..b', 'a'.repeat(101)])(
    'refuses the legacy id %s with the status that its clients expect',
    async (id) => {
      for (const path of ['', '/config', '/vscode-url']) {
        const answer = await owner.api.get(`/api/conversations/${id}${path}`);
        expectProblem(answer, 400, 'malformed_request');
        expect(answer.body.errors).toMatchObject([{ loc: ['path', 'conversation_id'] }]);
      }
    },
  );

  it('limits the number of ids in a batch', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => index.toString(16).padStart(32, '0'));
    for (const [path, name, most] of [
      ['/api/v1/app-conversations', 'ids', 99],
      ['/api/v1/app-conversations/start-tasks', 'ids', 100],
      ['/api/v1/sandboxes', 'id', 100],
      ['/api/v1/sandbox-specs', 'id', 100],
    ] as const) {
      const [accepted, refused] = [
        await ask('GET', path, { [name]: ids(most) }),
        await ask('GET', path, { [name]: ids(most + 1) }),
      ];

      expect([path, accepted.status, accepted.body]).toEqual([path, 200, Array(most).fill(null)]);
      expectProblem(refused, 400, 'too_many_ids');
      expect(refused.body.detail).toContain(`Maximum is ${most}`);
    }
  });
});
