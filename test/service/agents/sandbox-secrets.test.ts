import { describe, expect, it } from 'vitest';
import { issueAccessToken } from '../../../shared/domain/sandboxes/agent/access-tokens.ts';
import { Admin } from '../../support/service/admin.ts';
import { Api } from '../../support/service/api.ts';
import { routes } from '../../support/service/openapi.ts';
import { anonymous, newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';

const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
const provider_tokens = { github: { token: 'gh-token' } };
const [sandbox, theirs] = await Promise.all([
  startSandbox(owner.api),
  startSandbox(stranger.api),
  owner.bearer.post('/api/v1/secrets', { name: 'TOKEN', value: 'the value', description: 'what for' }),
  owner.bearer.post('/api/v1/secrets/git-providers', { provider_tokens }),
]);

const secretsOf = (id: string) => `/api/v1/sandboxes/${id}/settings/secrets`;
const as = (key: string) => Api.withKey(service().baseUrl, key);

describe('the secrets of a sandbox', () => {
  it('can be listed and read with its session key', async () => {
    const api = as(sandbox.sessionKey);

    const listed = await api.get(secretsOf(sandbox.id));
    const read = await api.get(`${secretsOf(sandbox.id)}/TOKEN`);

    expect([listed.status, listed.body]).toEqual([
      200,
      {
        secrets: [
          { name: 'TOKEN', description: 'what for' },
          { name: 'GITHUB_TOKEN', description: 'Token for github' },
        ],
      },
    ]);
    expect([read.status, read.headers.get('content-type'), read.text]).toEqual([200, 'text/plain', 'the value']);
    expect((await api.get(`${secretsOf(sandbox.id)}/github_token`)).text).toBe('gh-token');
    expectProblem(await api.get(`${secretsOf(sandbox.id)}/OTHER`), 404, 'not_found');
  });

  it('cannot be read with API keys, without a key, or with the key of another sandbox', async () => {
    for (const path of [secretsOf(sandbox.id), `${secretsOf(sandbox.id)}/TOKEN`]) {
      for (const api of [anonymous(), owner.api, owner.bearer, stranger.api, as(`${sandbox.sessionKey}x`)])
        expectProblem(await api.get(path), 401, 'unauthenticated');
      expectProblem(await as(theirs.sessionKey).get(path), 403, 'forbidden');
    }
    expect((await as(theirs.sessionKey).get(secretsOf(theirs.id))).body).toEqual({ secrets: [] });
    expectProblem(await as(theirs.sessionKey).get(`${secretsOf(theirs.id)}/TOKEN`), 404, 'not_found');
  });

  it('are the only resource that its session key opens: every other route answers 401', async () => {
    const keyed = routes.filter(({ needsKey }) => needsKey);
    expect(keyed.length).toBeGreaterThan(20);
    for (const { method, path } of keyed) {
      const headers = { Authorization: `Bearer ${sandbox.sessionKey}` };
      const answers = await Promise.all([
        as(sandbox.sessionKey).send(method, path.replaceAll(/\{\w+\}/g, 'x')),
        anonymous().send(method, path.replaceAll(/\{\w+\}/g, 'x'), { headers }),
      ]);
      for (const answer of answers) expectProblem(answer, 401, 'unauthenticated');
    }
  });

  it('can be read with an access token for one provider', async () => {
    const { stateDirectory } = service();
    // Only a local service lets a test read the signing keys.
    if (stateDirectory === null) return;
    const operator = await Admin.of(stateDirectory);
    const row = await operator.sandbox(sandbox.id);
    const keys = await operator.keys();
    const grant = (provider: 'github' | 'gitlab', base: string) => ({ provider, base, repository: null });
    const token = await issueAccessToken(row, grant('github', 'https://github.com'), keys);
    const fetchWith = (value: string) =>
      anonymous().send('GET', '/api/v1/webhooks/secrets', { headers: { 'X-Access-Token': value } });

    const { status, headers, text } = await fetchWith(token);

    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/plain', 'gh-token']);
    expectProblem(
      await fetchWith(await issueAccessToken(row, grant('gitlab', 'https://gitlab.com'), keys)),
      404,
      'not_found',
    );
    for (const wrong of [`${token}x`, sandbox.sessionKey, owner.apiKey])
      expectProblem(await fetchWith(wrong), 401, 'unauthenticated');
    expectProblem(await anonymous().get('/api/v1/webhooks/secrets'), 401, 'unauthenticated');
    expectProblem(await owner.bearer.get('/api/v1/webhooks/secrets'), 401, 'unauthenticated');
  });
});
