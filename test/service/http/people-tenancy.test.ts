import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import { scopesOfRole } from '../../../shared/contract/shapes/roles.ts';
import { holds } from '../../../shared/contract/shapes/scopes.ts';
import type { Answer, Api } from '../../support/service/api.ts';
import { startConversation } from '../../support/service/conversations.ts';
import { olga, organizationOf, ServiceWithPeople } from '../../support/service/people.ts';
import { needs } from '../../support/service/route-needs.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';

const keyed = (endpoints as readonly Endpoint[]).filter(({ access, constant }) => access === 'key' && !constant);
const writes = keyed.filter(({ method }) => method !== 'GET');
const reads = keyed.filter(({ method }) => method === 'GET');

/** Whether a viewer has the scope of an endpoint. */
const isForViewers = ({ scope }: Endpoint) =>
  scope === 'any' || (scope !== undefined && holds(scopesOfRole('viewer'), scope));

/** Reads of what others made, or cost. A viewer has their scopes. */
const forAdmins = [
  'export-organization-conversations',
  'get-organization-budgets',
  'get-organization-conversation',
  'get-organization-stats',
  'get-organization-usage-stats',
  'get-organization-user-usage',
  'list-member-finances',
  'list-organization-conversations',
];

/** Writes of the person's own, and those whose parts have scopes of their own. */
const open = new Set(['call-mcp', 'switch-organization', 'update-own-alerts']);

/** An id in the form of this service that nothing has. */
const NEVER = '0'.repeat(32);

/** How many requests are under way at once. */
const AT_ONCE = 8;

/** Two organizations of one service, with people who signed in at its provider. */
describe('the tenancy of people', () => {
  let people: ServiceWithPeople;
  let acme = '';
  let admin: Api;
  let viewer: Api;
  let stranger: Api;
  let removed: { readonly token: Api; readonly key: Api };
  /** Of what the first organization has. */
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    people = await ServiceWithPeople.start({ requestsPerMinute: 10_000 });
    ({ api: admin } = await people.signIn({ person: 'ada' }));
    ({ api: viewer } = await people.signIn({ person: 'linus' }));
    acme = await organizationOf(admin);
    ids = await thingsOf(admin, acme);

    const operator = await people.signIn(olga);
    const scopes = ['members:read', 'members:write', 'settings:read', 'settings:write', 'usage:read'];
    const all = ['conversations:read', 'conversations:write', 'sandboxes:read', 'sandboxes:write', 'sandboxes:exec'];
    const rest = ['sandboxes:files', 'sandboxes:share', 'keys:read', 'keys:write', 'webhooks:read', 'webhooks:write'];
    const key = { scopes: [...scopes, ...all, ...rest, 'audit:read'] };
    const { body: made } = await operator.api.post('/api/v1/owners', { id: 'globex', key });
    const globex = people.withKey(made.key.key);
    ({ api: stranger } = await people.join('eve@globex.example', 'admin', globex));

    const leaver = await people.join('lea@other.example', 'admin', admin);
    removed = { token: leaver.api, key: (await people.keyOf(leaver.api, { name: 'laptop' })).api };
    expect((await removed.key.get('/api/keys/current')).status).toBe(200);
    const gone = await admin.send('DELETE', `/api/organizations/${acme}/members/${leaver.id}`, {
      query: { keys: 'revoke' },
    });
    expect(gone.status).toBe(200);
  });

  afterAll(() => people?.end());

  /** @param idOf the id of a parameter of the path */
  function call(
    api: Api,
    { method, path }: Endpoint,
    idOf: (name: string) => string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(name));
    const { headers: own = {}, ...options } = needs[`${method} ${path}`] ?? {};
    return api.send(method, at, { ...options, headers: { ...own, ...headers } });
  }

  /** Calls endpoints of the first organization. @returns what was not as expected */
  function others(
    api: Api,
    called: readonly Endpoint[],
    isExpected: (answer: Answer, endpoint: Endpoint) => boolean,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<readonly string[]> {
    return findingsIn(called, async (endpoint) => {
      const answer = await call(api, endpoint, (name) => ids[name] ?? NEVER, headers);
      return isExpected(answer, endpoint) ? undefined : `${answer.status} ${answer.text.slice(0, 200)}`;
    });
  }

  const is = (status: number, code: string) => (answer: Answer) =>
    answer.status === status && (answer.body?.error?.data ?? answer.body)?.code === code;

  it('refuses every endpoint to the token of a stranger who names the organization', async () => {
    expect(keyed.length).toBeGreaterThan(150);
    expect(await others(stranger, keyed, is(403, 'not_a_member'), { 'X-Org-Id': acme })).toEqual([]);
  });

  it('hides the organization in a path from a stranger', async () => {
    const named = keyed.filter(({ path, scope }) => path.includes('{org_id}') && scope !== 'admin');

    expect(named.length).toBeGreaterThan(20);
    expect(await others(stranger, named, is(404, 'not_found'))).toEqual([]);
  });

  it('answers a stranger who works for another organization for each real id as for one that never existed', async () => {
    const seen = ({ status, body }: Answer) => [status, (body?.error?.data ?? body)?.code ?? null];
    // Each owner chooses names: the same one means another thing.
    const { name: _, ...real } = ids;
    const withId = keyed.filter(({ path }) => Object.keys(real).some((name) => path.includes(`{${name}}`)));

    expect(withId.length).toBeGreaterThan(100);
    const found = await findingsIn(withId, async (endpoint) => {
      const theirs = await call(stranger, endpoint, (name) => real[name] ?? NEVER);
      const none = await call(stranger, endpoint, () => NEVER);
      return `${seen(theirs)}` === `${seen(none)}` ? undefined : `${seen(theirs)}, not ${seen(none)}: ${theirs.text}`;
    });
    expect(found).toEqual([]);
  });

  it('shows a viewer what their role includes, and nothing else', async () => {
    const isRefused = is(403, 'insufficient_scope');
    const isAsSaid = (answer: Answer, endpoint: Endpoint) =>
      answer.status < 500 && isRefused(answer) === (!isForViewers(endpoint) || forAdmins.includes(endpoint.id));

    expect(reads.filter(isForViewers).length).toBeGreaterThan(50);
    expect(await others(viewer, reads, isAsSaid)).toEqual([]);
  });

  it('refuses each write of a viewer', async () => {
    const refused = writes.filter(({ id }) => !open.has(id));

    expect(await others(viewer, refused, is(403, 'insufficient_scope'))).toEqual([]);
    expect((await viewer.get('/api/v1/app-conversations/search')).status).toBe(200);
  });

  it('refuses every endpoint to the token and to the key of a removed member', async () => {
    expect(await others(removed.token, keyed, is(403, 'not_a_member'))).toEqual([]);
    expect(await others(removed.key, keyed, is(401, 'unauthenticated'))).toEqual([]);
  });

  it('has changed nothing of the organization', async () => {
    const { body } = await admin.get(`/api/organizations/${acme}/members`);
    const { body: organization } = await admin.get(`/api/organizations/${acme}`);

    expect(body.items.map(({ access_role: role }: { access_role: string }) => role).toSorted()).toEqual([
      'admin',
      'operator',
      'viewer',
    ]);
    expect(organization.name).toBe('acme');
    const { body: conversation } = await admin.get(`/api/v1/app-conversations/${ids.conversation_id}`);
    expect(conversation).toMatchObject({ title: 'Of acme', sandbox_status: 'RUNNING' });
    expect((await admin.get('/api/v1/app-conversations/count')).body).toBe(1);
    const { body: secrets } = await admin.get('/api/v1/secrets/search');
    expect(secrets.items).toEqual([{ name: ids.secret_id, description: null }]);
  });
});

/** Makes one of each thing. @returns the ids, by the names that paths have for them */
async function thingsOf(api: Api, org: string): Promise<Readonly<Record<string, string>>> {
  const { id: conversation_id, sandboxId: sandbox_id } = await startConversation(api, { title: 'Of acme' });
  const made = async (path: string, body: unknown): Promise<Answer['body']> => {
    const answer = await api.post(path, body);
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    const { secret, hook_secret, key } = answer.body;
    for (const text of [secret, hook_secret, key]) if (text) rememberSecret('a secret of acme', text);
    return answer.body;
  };
  const name = 'of-acme';
  const endpoint = await made('/api/v1/webhook-endpoints', { url: 'http://127.0.0.1:9999/', events: ['key.*'] });
  const ping = await made(`/api/v1/webhook-endpoints/${endpoint.id}/ping`, undefined);
  const connection = { display_name: 'Of acme', api_key: 'very-secret-of-acme' };
  const { id: connection_id } = await made(`/api/organizations/${org}/provider-connections`, connection);
  const invited = await made(`/api/organizations/${org}/members/invite`, {});
  rememberSecret('the token of an invitation', invited.successful[0].token);
  await made('/api/v1/secrets', { name: 'OF_ACME', value: 'not for strangers' });
  await made(`/api/v1/settings/profiles/${name}`, { llm: { model: 'openai/of-acme' } });
  const { body: me } = await api.get('/api/v1/users/me');
  return {
    ...{ conversation_id, sandbox_id, connection_id, name, org_id: org, owner_id: 'acme', user_id: me.id },
    ...{ endpoint_id: endpoint.id, message_id: ping.id, secret_id: 'OF_ACME' },
    invitation_id: String(invited.successful[0].id),
    key_id: (await made('/api/keys', { name: 'of acme' })).id,
    prebuild_id: (await made('/api/v1/prebuilds', { repository: 'acme/none' })).id,
    snapshot_id: (await made(`/api/v1/sandboxes/${sandbox_id}/snapshots`, { name: 'Of acme' })).id,
  };
}

/** Looks at endpoints, several at once. @returns what was found, by endpoint */
async function findingsIn(
  called: readonly Endpoint[],
  look: (endpoint: Endpoint) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const found: string[] = [];
  const left = [...called];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const finding = await look(next);
      if (finding !== undefined) found.push(`${next.id}: ${finding}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}
