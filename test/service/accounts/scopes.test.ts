import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, scopes } from '../../../shared/contract/shapes/scopes.ts';
import { type PublishedOperation, publishedOperations } from '../../support/http/published-scopes.ts';
import { Api } from '../../support/service/api.ts';
import { routes } from '../../support/service/openapi.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';

const AT_ONCE = 8;

/** For each scope, a key with only this scope and a key with all others except `admin`. */
const alone = new Map<Scope, Api>();
const others = new Map<Scope, Api>();

beforeAll(async () => {
  const administrator = await newOwner(['--scopes', 'admin']);
  const keyWith = async (held: readonly Scope[]): Promise<Api> => {
    const { status, body } = await administrator.api.post('/api/keys', { scopes: held });
    expect([status, body.scopes]).toEqual([200, held]);
    rememberSecret('an API key', body.key);
    return Api.withKey(service().baseUrl, body.key);
  };
  await inTurn([...scopes], async (scope) => {
    alone.set(scope, await keyWith([scope]));
    others.set(scope, await keyWith(scopes.filter((one) => one !== scope && one !== 'admin')));
  });
});

async function inTurn<T>(items: T[], act: (item: T) => Promise<void>): Promise<void> {
  const worker = async () => {
    for (let item = items.shift(); item !== undefined; item = items.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Calls an endpoint without effect: the ids are unknown, and the body is not JSON. */
function ask(api: Api, { method, path }: PublishedOperation) {
  const query = { on_limit: 'nonsense', page_id: 'nonsense' };
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{' };
  return api.send(method, path.replaceAll(/\{\w+\}/g, 'x'), { query, ...body });
}

function keyOf(keys: ReadonlyMap<Scope, Api>, scope: Scope): Api {
  const api = keys.get(scope);
  if (!api) throw new Error(`there is no key for ${scope}`);
  return api;
}

describe('the published scopes', () => {
  it('cover every route that requires a key', () => {
    const published = routes.filter(({ needsKey }) => needsKey).map(({ method, path }) => `${method} ${path}`);

    expect(publishedOperations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(published.toSorted());
  });

  it('are each enough alone to call the endpoint', async () => {
    await inTurn([...publishedOperations], async (row) => {
      for (const scope of row.allowed.length === scopes.length ? ([scopes[0]] as const) : row.allowed) {
        const { status, body } = await ask(keyOf(alone, scope), row);

        expect.soft(status, `${row.method} ${row.path} with ${scope}`).not.toBe(401);
        expect.soft(body?.code, `${row.method} ${row.path} with ${scope}`).not.toBe('insufficient_scope');
        expect.soft(status, `${row.method} ${row.path} with ${scope}`).not.toBeGreaterThanOrEqual(500);
      }
    });
  });

  it('are each needed: a key with all other scopes gets a 403', async () => {
    await inTurn(
      publishedOperations.filter(({ allowed }) => allowed.length < scopes.length),
      async (row) => {
        const [needed = 'admin'] = row.allowed;
        const answer = await ask(keyOf(others, needed), row);

        expect(answer.status, `${row.method} ${row.path} without ${needed}`).toBe(403);
        expectProblem(answer, 403, 'insufficient_scope');
        expect(answer.body.required_scope).toBe(needed);
      },
    );
  });
});
