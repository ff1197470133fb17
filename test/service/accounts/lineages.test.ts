import { describe, expect, it } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';

const { baseUrl } = service();
const sandboxes = '/api/v1/sandboxes';

async function madeBy(api: Api, path: string, body: unknown = {}): Promise<{ readonly id: string; readonly api: Api }> {
  const { status, body: made, text } = await api.send('POST', path, { body });
  expect([200, 201], text).toContain(status);
  rememberSecret('an API key', made.key);
  return { id: made.id, api: Api.withKey(baseUrl, made.key) };
}

describe('a key that is limited to one sandbox', () => {
  it('starts no second one by a key that it makes, or by the one that takes its place', async () => {
    const { api, keyId } = await newOwner(['--sandboxes', '1']);
    const started = await api.post(sandboxes);
    expect(started.status, started.text).toBe(200);

    const child = await madeBy(api, '/api/keys', { limits: { sandboxes: 1, monthly_sandbox_hours: 5 } });
    const grandchild = await madeBy(child.api, '/api/keys');
    const successor = await madeBy(api, `/api/keys/${keyId}/rotate`);
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
