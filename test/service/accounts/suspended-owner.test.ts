import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { fieldsOf } from '../../../shared/contract/endpoint/named.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import type { Query } from '../../support/service/api.ts';
import { startConversation, waitForSandbox } from '../../support/service/conversations.ts';
import { newMember } from '../../support/service/members.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { needs } from '../../support/service/route-needs.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';
import { SlowWay } from '../../support/service/slow-way.ts';
import { callWorker } from '../../support/service/workers.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';

const keyed = (endpoints as readonly Endpoint[]).filter(({ access, constant }) => access === 'key' && !constant);
const starting = keyed.filter(({ errors }) => errors.includes('owner_suspended'));
const readsOnly = keyed.filter((endpoint) => endpoint.method === 'GET' && !starting.includes(endpoint));

/** Bodies of starts, which `needs` has only for requests that name something. */
const bodies: Readonly<Record<string, unknown>> = {
  'create-conversation': {},
  'create-app-conversation': {},
  'stream-start-app-conversation': {},
  'fork-sandbox': { count: 1 },
  'create-prebuild': { repository: 'acme/other' },
};

describe.runIf(stateDirectory !== null)('a suspended owner', () => {
  let owner: Owner;
  let sandboxId: string;
  let sessionKey: string;
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const admin = await newOwner(['--scopes', 'admin']);
    owner = await newOwner();
    const conversation = await startConversation(owner.api, { title: 'Of a suspended owner' });
    ({ sandboxId, sessionKey } = conversation);
    const { body: prebuild } = await owner.api.post('/api/v1/prebuilds', { repository: 'acme/none', refresh: 'push' });
    rememberSecret('the secret of a prebuild', prebuild.hook_secret);
    ids = { conversation_id: conversation.id, sandbox_id: sandboxId, prebuild_id: prebuild.id, number: '0' };
    await admin.api.send('PATCH', `/api/v1/owners/${owner.name}`, { body: { suspended: true } });
    await callWorker(state, 'sweep-sandboxes', {});
    await waitForSandbox(owner.api, sandboxId, 'PAUSED');
  });

  const call = ({ id, method, path, query }: Endpoint) => {
    const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '0'.repeat(32));
    const { query: asked, ...options } = needs[`${method} ${path}`] ?? {};
    const own: Query = fieldsOf(query).includes('resume') ? { resume: true } : {};
    return owner.api.send(method, at, { body: bodies[id], ...options, query: { ...asked, ...own } });
  };

  it.each(starting.map((endpoint) => [endpoint.id, endpoint] as const))('starts nothing by %s', async (_, endpoint) => {
    expectProblem(await call(endpoint), 403, 'owner_suspended');
  });

  it('starts nothing by a key of a member, or by a request at the address of a sandbox', async () => {
    const member = await newMember(owner, 'member');
    expectProblem(await member.api.post('/api/v1/app-conversations', {}), 403, 'owner_suspended');
    const edge = await SlowWay.to(sandboxId, state);

    for (const key of [sessionKey, member.apiKey])
      expect((await edge.knock({ 'X-Session-API-Key': key })).body.code).toBe('owner_suspended');
    expect((await owner.api.get(`/api/v1/sandboxes/${sandboxId}`)).body.status).toBe('PAUSED');
  });

  it('reads everything', async () => {
    expect(readsOnly.length).toBeGreaterThan(50);
    const answers = await Promise.all(readsOnly.map(async (one) => [one.id, (await call(one)).body?.code] as const));

    expect(answers.filter(([, code]) => code === 'owner_suspended')).toEqual([]);
    const { status, body } = await owner.api.get(`/api/v1/app-conversations/${ids.conversation_id}`);
    expect([status, body.title]).toEqual([200, 'Of a suspended owner']);
  });
});
