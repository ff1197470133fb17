import { describe, expect, it, onTestFinished } from 'vitest';
import { readList } from '../../support/http/structured-fields.ts';
import { type Answer, Api } from '../../support/service/api.ts';
import { Faults } from '../../support/service/faults.ts';
import { anonymous, newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';

const { baseUrl, stateDirectory } = service();

describe('the request rate limit', () => {
  const LIMIT = 5;
  const limitsOf = async (api: Api) => (await api.get('/api/v1/limits')).body;

  it('applies across all functions, and returns Retry-After with each refusal', async () => {
    const { api } = await newOwner(['--requests-per-minute', String(LIMIT)]);
    const paths = ['/api/keys/current', '/api/v1/users/git-info', '/api/v1/secrets/search', '/api/conversations'];

    const answers = await Promise.all(Array.from({ length: 6 }, () => paths.map((path) => api.get(path))).flat());
    const limits = await limitsOf(api);

    // The requests may span two minutes, each of which has its own count.
    const minutes = Map.groupBy(answers, ({ headers }) => headers.get('x-ratelimit-reset'));
    expect(minutes.size).toBeLessThanOrEqual(2);
    for (const minute of minutes.values()) {
      const passed = minute.filter(({ status }) => status === 200);
      expect(passed).toHaveLength(Math.min(LIMIT, minute.length));
      const left = passed.map((answer) => leftOf(answer)).toSorted();
      expect(left).toEqual([0, 1, 2, 3, 4].slice(LIMIT - passed.length));
      for (const answer of minute.filter((each) => !passed.includes(each))) expectRefused(answer);
    }
    expect(limits.rate_limit).toMatchObject({ policy: 'default', limit: LIMIT, window_seconds: 60 });
    expect(limits.calls.total).toBe(answers.length);
    expect(limits.calls.legacy).toBe(answers.length / paths.length);
  });

  it('does not count a response that has not changed, and counts every other', async () => {
    const { api } = await newOwner(['--requests-per-minute', String(LIMIT)]);
    const path = '/api/keys/current';
    const ask = (etag: string) => api.send('GET', path, { headers: { 'If-None-Match': etag } });
    const first = await api.get(path);
    const etag = first.headers.get('etag') ?? '';

    const unchanged = await Promise.all(Array.from({ length: 12 }, () => ask(etag)));
    const wrong = await Promise.all(Array.from({ length: 12 }, () => ask('"wrong"')));

    const minutes = Map.groupBy([first, ...unchanged, ...wrong], ({ headers }) => headers.get('x-ratelimit-reset'));
    // The minute may end between them.
    if (minutes.size === 1) {
      expect(unchanged.map(({ status }) => status)).toEqual(unchanged.map(() => 304));
      expect(unchanged.map(leftOf)).toEqual(unchanged.map(() => LIMIT - 1));
      expect(
        wrong
          .filter(({ status }) => status === 200)
          .map(leftOf)
          .toSorted(),
      ).toEqual([0, 1, 2, 3]);
      for (const answer of wrong.filter(({ status }) => status !== 200)) expectRefused(answer);
      expect((await limitsOf(api)).calls.total).toBe(25);
    }
    for (const minute of minutes.values()) {
      expect(minute.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(LIMIT);
    }
  });

  function leftOf({ headers }: Answer): number {
    expect(readList(headers.get('ratelimit-policy') ?? '')).toEqual([
      { value: 'default', params: { q: LIMIT, w: 60 } },
    ]);
    return Number(readList(headers.get('ratelimit') ?? '')[0]?.params.r);
  }

  function expectRefused(answer: Answer): void {
    expectProblem(answer, 429, 'rate_limited');
    expect(answer.body['violated-policies']).toEqual(['default']);
    expect(leftOf(answer)).toBe(0);
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
  }

  it.runIf(stateDirectory !== null)('allows every request while counting fails', async () => {
    const faults = new Faults(stateDirectory ?? '');
    onTestFinished(() => faults.clear());
    const { api } = await newOwner(['--requests-per-minute', '1']);
    const fault = { service: 'dynamodb', action: 'UpdateItem', kind: 'error', function: 'authorize' } as const;
    await faults.add({ ...fault, times: 1_000 });

    const answers = await Promise.all([1, 2, 3].map(() => api.get('/api/keys/current')));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { headers } of answers) expect(headers.get('ratelimit')).toBeNull();
  });
});

describe('a key that is limited to one sandbox', () => {
  const sandboxes = '/api/v1/sandboxes';

  async function created(by: Api, path: string, body: unknown = {}) {
    const { status, body: made, text } = await by.send('POST', path, { body });
    expect([200, 201], text).toContain(status);
    rememberSecret('an API key', made.key);
    return { id: made.id, api: Api.withKey(baseUrl, made.key) };
  }

  it('passes its limit on to the keys that it creates and to its successor', async () => {
    const { api, keyId } = await newOwner(['--sandboxes', '1']);
    const started = await api.post(sandboxes);
    expect(started.status, started.text).toBe(200);

    const child = await created(api, '/api/keys', { limits: { sandboxes: 1, monthly_sandbox_hours: 5 } });
    const grandchild = await created(child.api, '/api/keys');
    const successor = await created(api, `/api/keys/${keyId}/rotate`);
    await api.delete(`/api/keys/${keyId}`);

    for (const other of [child, grandchild, successor]) {
      const answer = await other.api.post(sandboxes);
      expectProblem(answer, 429, 'concurrency_limit_exceeded');
      expect(answer.body).toMatchObject({
        running_sandbox_ids: [started.body.id],
        limit: { scope: 'key', limit: 1, used: 1 },
      });
      expect((await other.api.get('/api/v1/limits')).body.sandboxes.key).toEqual({ limit: 1, used: 1 });
    }
    const { body } = await successor.api.get(`/api/keys/${grandchild.id}`);
    expect(body.lineages).toEqual([child.id, keyId]);
    expect((await successor.api.delete(`${sandboxes}/${started.body.id}`)).status).toBe(200);
  });
});

describe('the audit log', () => {
  it("returns changes to the owner's auditor, and to no other key", async () => {
    const owner = await newOwner();
    const { api: auditor } = await newOwner(['--scopes', 'audit:read'], owner.name);
    const stranger = await newOwner(['--scopes', 'audit:read']);
    const value = 'sk-never-in-the-log';
    const created = await owner.api.post('/api/v1/secrets', { name: 'AUDITED', value });
    await owner.api.delete('/api/v1/secrets/NOT_THERE');
    await owner.api.post('/api/v1/secrets', { name: 'not a name', value });
    const forbidden = await auditor.post('/api/v1/secrets', { name: 'AUDITED', value });
    await owner.api.get('/api/v1/secrets/search');

    const { body, text } = await auditor.get('/api/v1/audit', { from: '2026-01-01' });

    expect(forbidden.status).toBe(403);
    const entries = body.items.filter((entry: { action: string }) => entry.action.endsWith('-secret'));
    expect(
      entries.map(({ action, outcome, request }: Entry) => [action, outcome, request.status, request.code]),
    ).toEqual([
      ['create-secret', 'refused', 403, 'insufficient_scope'],
      ['create-secret', 'refused', 422, 'validation_failed'],
      ['delete-secret', 'refused', 404, 'not_found'],
      ['create-secret', 'success', 201, null],
    ]);
    const [, , deleted, first] = entries;
    expect(first).toMatchObject({
      actor: { type: 'key', owner_id: owner.name, key_id: owner.keyId },
      request: { id: created.headers.get('x-request-id'), method: 'POST', path: '/api/v1/secrets' },
    });
    expect(deleted.resource).toEqual({ secret_id: 'NOT_THERE' });
    expect(text).not.toContain(value);
    const { body: key } = await owner.api.post('/api/keys', { name: 'audited' });
    const ofKey = await auditor.get('/api/v1/audit', { resource: key.id });
    expect(ofKey.body.items).toMatchObject([
      { action: 'key.created', request: { method: 'POST', path: '/api/keys', status: 200 } },
    ]);
    const only = await auditor.get('/api/v1/audit', { resource: 'NOT_THERE' });
    expect(only.body.items.map(({ id }: { id: string }) => id)).toEqual([deleted.id]);
    expectProblem(await owner.api.get('/api/v1/audit'), 403, 'insufficient_scope');
    const elsewhere = await stranger.api.get('/api/v1/audit');
    expect(elsewhere.text).not.toContain('NOT_THERE');
  });

  interface Entry {
    readonly action: string;
    readonly outcome: string;
    readonly request: { readonly status: number; readonly code: string | null };
  }
});

describe('the deprecation of the legacy generation', () => {
  const links = ({ headers }: Answer, path: string) =>
    Object.fromEntries(
      [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="([^"]+)"/g)].map(([, target = '', rel]) => [
        rel,
        new URL(target, `${baseUrl}${path}`).pathname.replace(new URL(baseUrl).pathname.replace(/\/$/, ''), ''),
      ]),
    );

  it('is announced in each legacy response, including those of API Gateway, with a link to the guide', async () => {
    const { api } = await newOwner();
    const asked: readonly [string, string, number, string | undefined][] = [
      ['GET', '/api/settings', 404, '/api/v1/settings'],
      ['GET', '/api/conversations/some-one/git/diff', 422, '/api/v1/app-conversations/some-one/git/diff'],
      ['GET', '/api/options/agents', 200, '/api/v1/settings/agent-schema'],
      ['PUT', '/api/options/agents', 405, undefined],
      ['GET', '/api/conversations/some-one/list-files', 404, undefined],
    ];
    for (const [method, path, status, successor] of asked) {
      const answer = await api.send(method, path);
      expect([path, answer.status === 404 || answer.status === status]).toEqual([path, true]);
      expect(answer.headers.get('deprecation')).toMatch(/^@\d{10}$/);
      expect(links(answer, path)).toEqual({
        deprecation: '/docs/migration',
        ...(successor === undefined ? {} : { 'successor-version': successor }),
      });
    }

    const guide = await anonymous().get('/docs/migration');
    expect([guide.status, guide.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(guide.text).toContain('<code>GET /api/v1/app-conversations/search</code>');
    expect((await api.get('/api/v1/settings')).headers.get('deprecation')).toBeNull();
  });
});
