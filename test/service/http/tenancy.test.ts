import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { scopes } from '../../../shared/contract/shapes/scopes.ts';
import { type Answer, Api } from '../../support/service/api.ts';
import { startConversation } from '../../support/service/conversations.ts';
import { type Route, routes } from '../../support/service/openapi.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { needs } from '../../support/service/route-needs.ts';
import { agentsOf } from '../../support/service/sandboxes.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';

/** An id in the format of this service that it never issued. */
const neverExisted = () => randomBytes(16).toString('hex');

// Both can manage members.
const rights = ['--scopes', scopes.filter((scope) => scope !== 'admin' && scope !== 'audit:read').join(',')];
const [owner, stranger] = await Promise.all([newOwner(rights), newOwner(rights)]);
// An id that its caller chose is also the id of its first sandbox.
const theirs = await startConversation(owner.api, { title: 'not for strangers', conversation_id: randomUUID() });
const { body: organizations } = await owner.api.get('/api/organizations');
const connections = `/api/organizations/${organizations.current_org_id}/provider-connections`;
const key = { display_name: 'Theirs', api_key: 'very-secret-theirs' };
const { body: connection } = await owner.api.post(connections, key);
const { body: endpoint } = await owner.api.post('/api/v1/webhook-endpoints', {
  url: 'http://127.0.0.1:9999/',
  events: ['key.*'],
});
const { body: ping } = await owner.api.post(`/api/v1/webhook-endpoints/${endpoint.id}/ping`);
rememberSecret('the secret of a webhook endpoint', endpoint.secret);
const { body: prebuild } = await owner.api.post('/api/v1/prebuilds', { repository: 'acme/none', refresh: 'push' });
rememberSecret('the secret of a prebuild', prebuild.hook_secret);
const { body: transfer } = await owner.api.post(`/api/v1/sandboxes/${theirs.sandboxId}/files/transfers`, {
  direction: 'upload',
  kind: 'file',
  path: 'theirs',
  size: 6,
});
const { body: spec } = await owner.api.post('/api/v1/sandbox-specs', {
  name: `mine-${randomBytes(4).toString('hex')}`,
  image: 'localhost/reference-agent:1.0.0',
  vcpu: 0.25,
  memory_gb: 0.5,
  workspace_gb: 1,
});
// It has ended, as a later test counts the processes of the sandbox.
const { body: started } = await owner.api.send('POST', `/api/v1/sandboxes/${theirs.sandboxId}/commands`, {
  body: { command: 'true' },
  headers: { Accept: 'application/json' },
});
const { body: snapshot } = await owner.api.post(`/api/v1/sandboxes/${theirs.sandboxId}/snapshots`, { name: 'Theirs' });
const { body: invited } = await owner.api.post(`/api/organizations/${organizations.current_org_id}/members/invite`, {});
const ids: Readonly<Record<string, string>> = {
  endpoint_id: endpoint.id,
  prebuild_id: prebuild.id,
  message_id: ping.id,
  conversation_id: theirs.id,
  sandbox_id: theirs.sandboxId,
  snapshot_id: snapshot.id,
  secret_id: `SECRET_${neverExisted()}`,
  name: `profile-${neverExisted()}`,
  org_id: organizations.current_org_id,
  invitation_id: String(invited.successful[0].id),
  key_id: owner.keyId,
  owner_id: owner.name,
  user_id: owner.name,
  owner: `account-${neverExisted()}`,
  repo: `repository-${neverExisted()}`,
  connection_id: connection.id,
  upload_id: neverExisted(),
  // A code belongs to no owner until a key decides on it.
  user_code: neverExisted(),
  transfer_id: transfer.id,
  command_id: started.command.id,
  spec_id: spec.id,
};
await Promise.all([
  owner.api.post('/api/v1/secrets', { name: ids.secret_id, value: 'not for strangers' }),
  owner.api.post(`/api/v1/settings/profiles/${ids.name}`, { llm: { model: 'openai/theirs' } }),
  owner.api.post(`/api/agent-profiles/${ids.name}`, { llm_profile_ref: 'theirs' }),
]);

/** Calls a route with the given ids in its path. An unknown path parameter fails the test: add an id for it. */
function callWith(api: Api, { method, path }: Route, idOf: (parameter: string) => string): Promise<Answer> {
  return api.send(
    method,
    path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => idOf(parameter)),
    needs[`${method} ${path}`],
  );
}

/** Parameters that name no object of an owner: a part is in the transfer that the path names, a port in the sandbox. */
const plain: Readonly<Record<string, string>> = {
  announcement_id: '0193e0b4d1f87a3c9b2e6f5a4d3c2b1a',
  number: '0',
  port_id: '8',
};

function realId(parameter: string): string {
  const id = plain[parameter] ?? ids[parameter];
  if (id === undefined)
    throw new Error(`The path parameter ${parameter} has no id. Add one to test/service/http/tenancy.test.ts.`);
  return id;
}

function visible({ status, text, headers, body }: Answer, id: string): unknown {
  const requestId = body?.request_id ?? 'none';
  const kept = [...headers]
    .filter(([name]) => !/^(date|content-length|x-amz|x-amzn|x-request-id|ratelimit$|x-ratelimit-)/.test(name))
    // Legacy responses link to the object in the current generation.
    .map(([name, value]) => [name, value.replaceAll(id, 'ID')]);
  return { status, body: text.replaceAll(requestId, 'REQUEST').replaceAll(id, 'ID'), headers: kept };
}

/** Routes whose clients expect an empty response instead of an error. */
const answersOfNothing: Readonly<Record<string, unknown>> = {
  'GET /api/conversations/{conversation_id}': null,
  'DELETE /api/conversations/{conversation_id}': false,
  'GET /api/v1/app-conversations/{conversation_id}/file': '',
  'GET /api/v1/conversation/{conversation_id}/events/search': { items: [], next_page_id: null },
  'GET /api/v1/conversation/{conversation_id}/events/count': 0,
  'GET /api/v1/conversation/{conversation_id}/events': [null, null],
};

/** Routes with names that each owner chooses: the same name refers to another profile. */
const ownNames: ReadonlySet<string> = new Set([
  'POST /api/v1/settings/profiles/{name}',
  'DELETE /api/v1/settings/profiles/{name}',
  'POST /api/v1/uploads/{upload_id}/parts',
  'POST /api/agent-profiles/{name}',
  'DELETE /api/agent-profiles/{name}',
]);

/** Routes that refuse callers without the scope of an administrator. */
const isForAdministrators = (route: string) =>
  / \/api\/v1\/(owners|announcements)\//.test(route) || route === 'PATCH /api/organizations/{org_id}/budgets';

/** Routes that need a token for a git provider. */
const isAtProvider = (path: string) => path.startsWith('/api/user/repository/');

function expectRefusal(answer: Answer, { method, path }: Route): void {
  const route = `${method} ${path}`;
  if (route in answersOfNothing) expect([answer.status, answer.body]).toEqual([200, answersOfNothing[route]]);
  else if (isForAdministrators(route)) expectProblem(answer, 403, 'insufficient_scope');
  else if (isAtProvider(path)) expectProblem(answer, 409, 'git_token_required');
  else if (ownNames.has(route)) expect([200, 201]).toContain(answer.status);
  else expectProblem(answer, 404, 'not_found');
}

describe('the tenancy of each route', () => {
  const withId = routes.filter(
    ({ parameters, needsKey }) => needsKey && parameters.some((parameter) => parameter.in === 'path'),
  );

  it('is checked on at least eight routes', () => {
    expect(withId.length).toBeGreaterThanOrEqual(8);
  });

  it.each(withId.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'makes %s answer for a foreign id as for one that never existed',
    async (_, route) => {
      const missing = neverExisted();

      const foreign = await callWith(stranger.api, route, realId);
      // Ids of specs have a form of their own.
      const never = route.path.includes('{spec_id}') ? 'own.none' : missing;
      const absent = await callWith(stranger.api, route, (name) => plain[name] ?? never);

      expectRefusal(foreign, route);
      const shown = `${foreign.text} ${foreign.headers.get('link')}`;
      const [id = 'none'] = Object.values(ids).filter((candidate) => shown.includes(candidate));
      expect(visible(foreign, id)).toEqual(visible(absent, never));
    },
  );

  it("leaves an owner's objects unchanged after all attempts of another owner", async () => {
    const { body: profile } = await owner.api.get(`/api/v1/settings/profiles/${ids.name}`);
    expect(profile.config.model).toBe('openai/theirs');
    const { body: secrets } = await owner.api.get('/api/v1/secrets/search');
    expect(secrets.items).toEqual([{ name: ids.secret_id, description: null }]);
    const { body } = await owner.api.get(`/api/v1/app-conversations/${theirs.id}`);

    expect(body).toMatchObject({ sandbox_status: 'RUNNING', session_api_key: theirs.sessionKey });
  });

  it.each([
    ['/api/v1/app-conversations', 'ids', () => theirs.id],
    ['/api/v1/app-conversations/start-tasks', 'ids', () => theirs.taskId],
    ['/api/v1/sandboxes', 'id', () => theirs.sandboxId],
  ])('returns null for a foreign id in the batch of %s', async (path, parameter, id) => {
    const missing = neverExisted();

    const { status, body } = await stranger.api.get(path, { [parameter]: [id(), missing] });

    expect([status, body]).toEqual([200, [null, null]]);
    const own = await owner.api.get(path, { [parameter]: [missing, id()] });
    expect(own.body).toEqual([null, expect.objectContaining({ id: id() })]);
  });

  it.each([
    ['/api/conversations', {}, { results: [], next_page_id: null }],
    ['/api/v1/app-conversations', {}, { items: [], next_page_id: null }],
    ['/api/v1/app-conversations/search', {}, { items: [], next_page_id: null }],
    ['/api/v1/app-conversations/search', { sandbox_id__eq: 'sandbox' }, { items: [], next_page_id: null }],
    ['/api/v1/app-conversations/count', {}, 0],
    ['/api/v1/app-conversations/start-tasks/search', {}, { items: [], next_page_id: null }],
    [
      '/api/v1/app-conversations/start-tasks/search',
      { conversation_id__eq: 'conversation' },
      { items: [], next_page_id: null },
    ],
    ['/api/v1/sandboxes/search', {}, { items: [], next_page_id: null }],
  ])('excludes foreign objects from the list %s %o', async (path, filter, empty) => {
    const meant: Readonly<Record<string, string>> = { sandbox: theirs.sandboxId, conversation: theirs.id };
    const query = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, meant[value] ?? value]));

    const { status, body } = await stranger.api.get(path, query);

    expect([status, body]).toEqual([200, empty]);
    expect((await owner.api.get(path, query)).text).not.toBe(JSON.stringify(empty));
  });

  it.each(['sandbox_id', 'parent_conversation_id'])(
    'refuses a foreign id as the %s of a new conversation',
    async (field) => {
      const missing = neverExisted();
      const id = field === 'sandbox_id' ? theirs.sandboxId : theirs.id;

      const foreign = await stranger.api.post('/api/v1/app-conversations', { [field]: id });
      const absent = await stranger.api.post('/api/v1/app-conversations', { [field]: missing });

      expectProblem(foreign, 404, 'not_found');
      expect(visible(foreign, id)).toEqual(visible(absent, missing));
      expect((await stranger.api.get('/api/v1/app-conversations/count')).body).toBe(0);
    },
  );

  it('refuses a page id of another owner', async () => {
    await Promise.all([1, 2].map(() => owner.api.post('/api/v1/app-conversations', {})));
    const { body } = await owner.api.get('/api/v1/app-conversations/search', { limit: 1 });

    const answer = await stranger.api.get('/api/v1/app-conversations/search', { limit: 1, page_id: body.next_page_id });

    expectProblem(answer, 422, 'validation_failed');
  });

  it('keeps conversations and sandboxes of two owners with the same id apart', async () => {
    const mine = await startConversation(stranger.api, { conversation_id: theirs.id, title: 'mine' });

    expect([mine.id, mine.sandboxId]).toEqual([theirs.id, theirs.sandboxId]);
    const agentOf = (url: string) => url.replace(/\/api\/.*$/, '');
    expect(agentOf(mine.url)).not.toBe(agentOf(theirs.url));
    expect(mine.sessionKey).not.toBe(theirs.sessionKey);
    if (service().stateDirectory !== null) expect(await agentsOf(theirs.sandboxId)).toHaveLength(2);
    const stolen = await fetch(theirs.url, { headers: { 'X-Session-API-Key': mine.sessionKey } });
    expect(stolen.status).toBe(401);
    expect((await stranger.api.get(`/api/v1/app-conversations/${mine.id}`)).body.title).toBe('mine');
    expect((await owner.api.get(`/api/v1/app-conversations/${mine.id}`)).body.title).toBe('not for strangers');
    await stranger.api.delete(`/api/v1/sandboxes/${mine.sandboxId}`);
    expect((await owner.api.get(`/api/v1/sandboxes/${theirs.sandboxId}`)).body.status).toBe('RUNNING');
  });
});

/** Reads of several objects by id. */
const batches: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/v1/app-conversations': { ids: theirs.id },
  '/api/v1/app-conversations/start-tasks': { ids: theirs.taskId },
  '/api/v1/sandboxes': { id: theirs.sandboxId },
};

/** test/unit/functions/session-keys.test.ts checks the other forms of a sandbox's URLs. */
it('shows no session key in any response to a key of the owner that can only read', async () => {
  const held = scopes.filter((scope) => scope.endsWith(':read') && scope !== 'audit:read');
  const { body: created } = await owner.api.post('/api/keys', { scopes: held });
  rememberSecret('an API key', created.key);
  const reader = Api.withKey(service().baseUrl, created.key);
  const reads = routes.filter(({ method, needsKey }) => method === 'GET' && needsKey);
  const calls = reads.flatMap((route) => {
    const query = batches[route.path];
    return [callWith(reader, route, realId), ...(query ? [reader.get(route.path, query)] : [])];
  });

  const answers = await Promise.all(calls);

  for (const { text, headers } of answers)
    expect(`${text} ${JSON.stringify([...headers])}`).not.toContain(theirs.sessionKey);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(50);
});
