import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { namedFields } from '../../../shared/contract/endpoint/named.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import type { NamedKind } from '../../../shared/contract/shapes/named-kind.ts';
import type { Answer, Api } from '../../support/service/api.ts';
import { startConversation } from '../../support/service/conversations.ts';
import { newMember } from '../../support/service/members.ts';
import { newOwner } from '../../support/service/owners.ts';
import { needs } from '../../support/service/route-needs.ts';

const owner = await newOwner();
const [ann, bob, admin, viewer] = await Promise.all([
  newMember(owner, 'member'),
  newMember(owner, 'member'),
  newMember(owner, 'admin'),
  newMember(owner, 'viewer'),
]);
const hers = await startConversation(ann.api, { title: 'Only for Ann', visibility: 'private' });
const { body: snapshot } = await ann.api.post(`/api/v1/sandboxes/${hers.sandboxId}/snapshots`, { name: 'Hers' });

const ids: Readonly<Record<NamedKind, string>> = {
  conversation: hers.id,
  'new-conversation': hers.id,
  queue: hers.taskId,
  'start-task': hers.taskId,
  sandbox: hers.sandboxId,
  snapshot: snapshot.id,
};

const all = endpoints as readonly Endpoint[];
const named = all.flatMap((endpoint) => namedFields(endpoint).map((field) => ({ endpoint, ...field })));
/** The scopes of a viewer do not allow the request at all. */
const isRefused = ({ status, body }: Answer) => status === 403 && body?.code === 'insufficient_scope';

type Field = (typeof named)[number];

/** For the other parameters of paths. */
const other = randomUUID().replaceAll('-', '');

/** A request that names one thing of Ann's, or what never existed, and is valid otherwise. */
async function ask(api: Api, { endpoint, part, field }: Field, id: string): Promise<Answer> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    part === 'params' && name === field ? id : name === 'number' ? '0' : name === 'port_id' ? '8' : other,
  );
  const options = needs[`${endpoint.method} ${endpoint.path}`] ?? {};
  const isList = endpoint.names?.[field] !== undefined && (field === 'ids' || field === 'id');
  const query = { ...options.query, ...(part === 'query' ? { [field]: isList ? [id] : id } : {}) };
  const body = part === 'body' ? { ...(options.body as object), [field]: id } : options.body;
  return api.send(endpoint.method, path, { ...options, query, ...(body === undefined ? {} : { body }) });
}

const shown = ({ status, text, body }: Answer, id: string) => [
  status,
  text.replaceAll(body?.request_id ?? 'none', 'REQUEST').replaceAll(id, 'ID'),
];

describe('a private conversation', () => {
  it('is made with its sandbox, snapshot and start task by the person, and seen by admins and service keys', async () => {
    for (const api of [ann.api, admin.api, owner.api]) {
      const { body } = await api.get(`/api/v1/app-conversations/${hers.id}`);
      expect(body).toMatchObject({ visibility: 'private', created_by_user_id: ann.id, share_id: null });
      const { body: sandbox } = await api.get(`/api/v1/sandboxes/${hers.sandboxId}`);
      expect(sandbox.created_by_user_id).toBe(ann.id);
      expect((await api.get(`/api/v1/snapshots/${snapshot.id}`)).status).toBe(200);
      const { body: tasks } = await api.get('/api/v1/app-conversations/start-tasks', { ids: [hers.taskId] });
      expect(tasks[0]).toMatchObject({ created_by_user_id: ann.id });
    }
  });

  const readable = named.filter(({ kind }) => kind !== 'new-conversation');

  it.each(readable.map((one) => [`${one.endpoint.method} ${one.endpoint.path} (${one.field})`, one] as const))(
    'answers other members at %s as for what never existed',
    async (_, field) => {
      const missing = randomUUID().replaceAll('-', '');
      for (const { api } of [bob, viewer]) {
        const foreign = await ask(api, field, ids[field.kind]);
        const never = await ask(api, field, missing);
        if (isRefused(foreign)) continue;
        expect(shown(foreign, ids[field.kind])).toEqual(shown(never, missing));
        expect(foreign.text).not.toContain('Only for Ann');
      }
    },
  );

  it('keeps its id: another member cannot start it again', async () => {
    const request = { conversation_id: hers.id };
    const answers = [
      await bob.api.post('/api/v1/app-conversations', request),
      await bob.api.post('/api/conversations', request),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'conflict'],
      [409, 'conflict'],
    ]);
  });

  it('is in no list, count or overview of other members', async () => {
    const theirs = await startConversation(bob.api, { title: 'For all' });
    const lists = [
      '/api/v1/app-conversations',
      '/api/v1/app-conversations/search',
      '/api/v1/app-conversations/start-tasks/search',
      '/api/conversations',
      '/api/v1/sandboxes/search',
      '/api/v1/snapshots/search',
      '/api/v1/overview',
    ];
    const wanted = [hers.id, hers.sandboxId, hers.taskId, snapshot.id];
    const has = (text: string) => wanted.some((id) => text.includes(id));

    for (const list of lists) {
      const [own, other, one, whole] = await Promise.all([ann, bob, viewer, admin].map(({ api }) => api.get(list)));
      expect([list, has(other?.text ?? ''), has(one?.text ?? '')]).toEqual([list, false, false]);
      expect([list, has(own?.text ?? ''), has(whole?.text ?? '')]).toEqual([list, true, true]);
    }
    const count = async (api: Api) => (await api.get('/api/v1/app-conversations/count')).body;
    expect([await count(bob.api), await count(ann.api), await count(owner.api)]).toEqual([1, 2, 2]);
    for (const list of ['/api/v1/app-conversations/search', '/api/v1/sandboxes/search']) {
      const made = async (by: string) =>
        (await owner.api.get(list, { created_by_user_id__eq: by })).body.items.map(({ id }: { id: string }) => id);
      expect(await made(ann.id)).toHaveLength(1);
      expect(await made(bob.id)).toHaveLength(1);
      expect(await made(owner.name)).toEqual([]);
    }
    await bob.api.delete(`/api/v1/app-conversations/${theirs.id}`);
  });

  it('is opened to members and closed again by its maker, with its sandbox', async () => {
    const at = `/api/v1/app-conversations/${hers.id}`;
    const seen = async () => [
      (await bob.api.get(at)).status,
      (await bob.api.get(`/api/v1/sandboxes/${hers.sandboxId}`)).status,
      (await bob.api.get(`/api/v1/snapshots/${snapshot.id}`)).status,
    ];

    expect(await seen()).toEqual([404, 404, 404]);
    const opened = await ann.api.send('PATCH', at, { body: { visibility: 'members' } });
    expect([opened.status, opened.body.visibility]).toEqual([200, 'members']);
    expect(await seen()).toEqual([200, 200, 200]);

    const others = await bob.api.send('PATCH', at, { body: { visibility: 'private' } });
    expect([others.status, others.body.code]).toEqual([403, 'forbidden']);
    const published = await bob.api.send('PATCH', at, { body: { public: true } });
    expect([published.status, published.body.code]).toEqual([403, 'forbidden']);
    expect((await bob.api.send('PATCH', at, { body: { title: 'Renamed' } })).status).toBe(200);

    const closed = await admin.api.send('PATCH', at, { body: { visibility: 'private' } });
    expect([closed.status, closed.body.visibility, closed.body.created_by_user_id]).toEqual([200, 'private', ann.id]);
    expect(await seen()).toEqual([404, 404, 404]);
  });

  it('shares its sandbox only with conversations of the same visibility', async () => {
    const start = (body: object) => ann.api.post('/api/v1/app-conversations', { sandbox_id: hers.sandboxId, ...body });

    const refused = await start({ visibility: 'members' });
    expect([refused.status, refused.body.errors?.[0]?.loc]).toEqual([422, ['body', 'visibility']]);
    const linked = await start({ public: true });
    expect([linked.status, linked.body.errors?.[0]?.loc]).toEqual([422, ['body', 'public']]);

    const second = await startConversation(ann.api, { sandbox_id: hers.sandboxId });
    expect((await bob.api.get(`/api/v1/app-conversations/${second.id}`)).status).toBe(404);
    const shared = await ann.api.send('PATCH', `/api/v1/app-conversations/${hers.id}`, {
      body: { visibility: 'members' },
    });
    expect([shared.status, shared.body.code]).toEqual([409, 'conflict']);
    await ann.api.delete(`/api/v1/app-conversations/${second.id}`);
  });

  it('is what members start by default, if the settings say so; keys of no member start none', async () => {
    await owner.api.post('/api/v1/settings', { default_visibility: 'private' });
    const mine = await bob.api.post('/api/v1/app-conversations', {});
    const service = await owner.api.post('/api/v1/app-conversations', {});
    const visibility = async ({ body }: Answer) =>
      (await owner.api.get(`/api/v1/app-conversations/${body.conversation_id}`)).body.visibility;

    expect([await visibility(mine), await visibility(service)]).toEqual(['private', 'members']);
    await owner.api.post('/api/v1/settings', { default_visibility: null });
  });
});
