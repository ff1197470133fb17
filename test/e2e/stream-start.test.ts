import { beforeAll, expect, it } from 'vitest';
import { newOwner, nobody, type Owner } from './support/owners.ts';
import { badFields } from './support/problems.ts';

const path = '/api/v1/app-conversations/stream-start';

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
});

it('answers with each state of a start as it comes to be, as one array', async () => {
  const response = await fetch(`${owner.api.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'X-Session-API-Key': owner.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Followed', secrets: { KEY: 'stream-secret' } }),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) pieces.push(decoder.decode(piece, { stream: true }));

  const text = pieces.join('');
  const states: { status: string; id: string; app_conversation_id: string }[] = JSON.parse(text);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces[0]).toContain('"WORKING"');
  expect(states.map(({ status }) => status)).toEqual([...new Set(states.map(({ status }) => status))]);
  expect([states.at(0)?.status, states.at(-1)?.status]).toEqual(['WORKING', 'READY']);
  expect(new Set(states.map(({ id }) => id)).size).toBe(1);
  expect(text).not.toContain('stream-secret');
  const { status } = await owner.api.get(`/api/v1/app-conversations/${states[0]?.app_conversation_id}`);
  expect(status).toBe(200);
});

it('refuses what the other start refuses, with a problem', async () => {
  const bad = await owner.api.post(path, { selected_branch: '--upload-pack=x' });
  const unknown = await owner.api.post(path, { sandbox_id: 'unknown' });

  expect([bad.status, badFields(bad)]).toEqual([422, ['body.selected_branch']]);
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
  expect((await nobody().post(path, {})).status).toBe(401);
});

it('counts start tasks with the filters of their search, of one owner', async () => {
  const count = '/api/v1/app-conversations/start-tasks/count';
  const { body: task } = await owner.api.post('/api/v1/app-conversations', {});
  const stranger = await newOwner();

  const { body: all } = await owner.api.get(count);
  const { body: page } = await owner.api.get('/api/v1/app-conversations/start-tasks/search');
  expect(all).toBe(page.items.length);
  const only = { conversation_id__eq: task.app_conversation_id };
  expect((await owner.api.get(count, only)).body).toBe(1);
  expect((await owner.api.get(count, { created_at__gte: '2099-01-01T00:00:00Z' })).body).toBe(0);
  expect((await stranger.api.get(count, only)).body).toBe(0);
});
