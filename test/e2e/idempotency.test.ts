import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Api } from './support/api.ts';
import { askAgent, type StartedConversation, startConversation, waitForSandbox } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { Faults } from './support/faults.ts';
import { newName, newOwner, type Owner, service } from './support/owners.ts';
import { expectProblem } from './support/problems.ts';
import { processesOf } from './support/sandboxes.ts';
import { rememberSecret } from './support/secrets-of-run.ts';

let owner: Owner;
let stranger: Owner;
let conversation: StartedConversation;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
  conversation = await startConversation(owner.api);
});

const said = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });

function send(path: string, body?: unknown, key: string = randomUUID(), api: Api = owner.api): Promise<Answer> {
  return api.send('POST', path, { body, headers: { 'Idempotency-Key': key } });
}

const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';
const essence = ({ status, text }: Answer) => `${status} ${text}`;

/** What an owner has of everything that a create makes. */
async function belongings({ api }: Owner) {
  const [conversations, tasks, sandboxes] = await Promise.all([
    api.get('/api/v1/app-conversations/count'),
    api.get('/api/v1/app-conversations/start-tasks/count'),
    api.get('/api/v1/sandboxes/search'),
  ]);
  return [conversations.body, tasks.body, sandboxes.body.items.length];
}

async function heardBy(agent: StartedConversation): Promise<string[]> {
  const { body } = await askAgent(agent, '/events/search?kind=MessageEvent&source=user&limit=100');
  const items: { llm_message: { content: { text: string }[] } }[] = body.items;
  return items.map(({ llm_message: { content } }) => content[0]?.text ?? '');
}

describe('100 equal creates at once', () => {
  it.each([
    ['/api/conversations', { initial_user_msg: 'Hello' }],
    ['/api/v1/app-conversations', { initial_message: said('Hello') }],
  ])('with one Idempotency-Key make one conversation: POST %s', async (path, body) => {
    const someone = await newOwner();
    const key = randomUUID();

    const answers = await Promise.all(Array.from({ length: 100 }, () => send(path, body, key, someone.api)));

    expect(new Set(answers.map(essence)).size, answers[0]?.text).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(await belongings(someone)).toEqual([1, 1, 1]);
  });
});

describe('a key', () => {
  it('is its owner’s, of one path, and for one payload', async () => {
    const key = `"order-${randomUUID()}"`;
    const path = '/api/v1/secrets';
    const secret = (name: string) => ({ name, value: 'a-value-of-no-worth' });
    const first = await send(path, secret('ONE'), key);

    const again = await send(path, { value: 'a-value-of-no-worth', name: 'ONE' }, key.slice(1, -1));
    const others = [await send(path, secret('ONE'), key, stranger.api), await send('/api/secrets', secret('TWO'), key)];

    expect([first.status, essence(again), isReplay(again)]).toEqual([201, essence(first), true]);
    const expires = Date.parse(again.headers.get('idempotency-expires') ?? '');
    expect(expires - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(expires - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    expect(others.map((answer) => [answer.status, isReplay(answer)])).toEqual([
      [201, false],
      [201, false],
    ]);
    expectProblem(await send(path, secret('TWO'), key), 422, 'idempotency_key_reused');
    const malformed = await send(path, secret('TWO'), 'a key');
    expectProblem(malformed, 400, 'malformed_request');
    expect(malformed.body.errors[0].loc).toEqual(['header', 'Idempotency-Key']);
  });

  it('answers also where a new request would be one too many', async () => {
    const someone = await newOwner(['--sandboxes', '1']);
    const key = randomUUID();
    const first = await send('/api/v1/sandboxes', undefined, key, someone.api);

    expectProblem(
      await send('/api/v1/sandboxes', undefined, randomUUID(), someone.api),
      429,
      'concurrency_limit_exceeded',
    );

    expect(essence(await send('/api/v1/sandboxes', undefined, key, someone.api))).toBe(essence(first));
    expect((await someone.api.get('/api/v1/sandboxes/search')).body.items).toHaveLength(1);
  });
});

/** Sends a request twice, and is told what both were answered. */
async function twice(path: string, body?: unknown, api = owner.api): Promise<Answer> {
  const key = randomUUID();
  const first = await send(path, body, key, api);
  const second = await send(path, body, key, api);
  expect(first.status, `${path}: ${first.text}`).toBeLessThan(300);
  expect([path, essence(second), isReplay(first), isReplay(second)]).toEqual([path, essence(first), false, true]);
  return first;
}

describe('every endpoint that takes a key answers a repetition with what it answered first', () => {
  it('about conversations and what is said in them', async () => {
    const { id, sandboxId } = conversation;
    await twice(`/api/v1/app-conversations/${id}/send-message`, said('sent'));
    await twice(`/api/conversations/${id}/message`, { message: 'posted' });
    await twice(`/api/conversations/${id}/events`, { action: 'message', args: { content: 'an event' } });
    await twice(`/api/v1/conversations/${id}/pending-messages`, said('queued'));
    await eventually('the agent has heard each once', async () => {
      const heard = await heardBy(conversation);
      return ['an event', 'posted', 'queued', 'sent'].every((text) => heard.includes(text)) ? true : undefined;
    });
    expect((await heardBy(conversation)).toSorted()).toEqual(['an event', 'posted', 'queued', 'sent']);

    await twice(`/api/conversations/${id}/stop`);
    await waitForSandbox(owner.api, sandboxId, 'PAUSED');
    await twice(`/api/conversations/${id}/start`, {});
    await waitForSandbox(owner.api, sandboxId, 'RUNNING');
  });

  it('about sandboxes, and starts that are followed', async () => {
    const { body } = await twice('/api/v1/sandboxes');
    await twice(`/api/v1/sandboxes/${body.id}/pause`);
    await waitForSandbox(owner.api, body.id, 'PAUSED');
    await twice(`/api/v1/sandboxes/${body.id}/resume`);
    const key = randomUUID();
    const followed = await send('/api/v1/app-conversations/stream-start', { sandbox_id: body.id }, key);
    const again = await send('/api/v1/app-conversations/stream-start', { sandbox_id: body.id }, key);

    expect(isReplay(again)).toBe(true);
    expect(again.body).toEqual([followed.body.at(-1)]);
    expect(again.body[0].status).toBe('READY');
    await owner.api.delete(`/api/v1/sandboxes/${body.id}`);
  });

  it('about secrets, keys, owners and webhook endpoints, also where it shows something once', async () => {
    const { api: admin } = await newOwner(['--scopes', 'admin']);
    await twice('/api/secrets', { name: `S_${newName().replaceAll('-', '_')}`, value: 'a-value-of-no-worth' });
    const { body: key } = await twice('/api/keys', { name: 'twice' });
    const { body: successor } = await twice(`/api/keys/${key.id}/rotate`, {});
    const id = newName();
    const { body: made } = await twice('/api/v1/owners', { id, key: {} }, admin);
    const { body: second } = await twice(`/api/v1/owners/${id}/keys`, {}, admin);
    for (const text of [key.key, successor.key, made.key.key, second.key]) {
      expect(text).toMatch(/\S/);
      rememberSecret('an API key', text);
    }
    const url = 'http://127.0.0.1:19999/hook';
    const { body: hook } = await twice('/api/v1/webhook-endpoints', { url, events: ['sandbox.*'], enabled: false });
    const { body: rotated } = await twice(`/api/v1/webhook-endpoints/${hook.id}/rotate-secret`, {});
    for (const { secret } of [hook, rotated]) rememberSecret('a webhook secret', secret);
    await owner.api.delete(`/api/v1/webhook-endpoints/${hook.id}`);
  });
});

const { stateDirectory } = service();

describe.runIf(stateDirectory !== null)('a function that is killed', () => {
  const state = stateDirectory ?? '';

  it('between saying something and writing that down does not say it twice', { timeout: 240_000 }, async () => {
    await waitForSandbox(owner.api, conversation.sandboxId, 'RUNNING');
    const talking = await eventually('the conversation can be talked to', async () => {
      const { body } = await owner.api.get(`/api/v1/app-conversations/${conversation.id}`);
      const agent = { ...conversation, url: body.conversation_url, sessionKey: body.session_api_key };
      return (await askAgent(agent, '')).status === 200 ? agent : undefined;
    });
    const path = `/api/v1/app-conversations/${talking.id}/send-message`;
    const key = randomUUID();
    // Two of the function are warm: the one with the claim waits only as long as an agent may take.
    await Promise.all([1, 2].map((number) => send(path, said(`a word before (${number})`))));
    const processes = await processesOf(talking.sandboxId);
    for (const { pid } of processes) process.kill(pid, 'SIGSTOP');
    // Of two at once one is refused, and the other has the claim and waits for the agent.
    const sent = [send(path, said('only once'), key), send(path, said('only once'), key)] as const;
    const refused = await Promise.race(sent.map(async (answer, index) => ({ index, answer: await answer })));
    expect(refused.answer.body.code, refused.answer.text).toBe('idempotency_in_progress');
    const killed = refused.index === 0 ? sent[1] : sent[0];
    const faults = new Faults(state);
    await faults.add({
      service: 'dynamodb',
      action: 'PutItem',
      kind: 'crash',
      when: 'before',
      times: 1,
      function: 'send-message',
    });
    for (const { pid } of processes) process.kill(pid, 'SIGCONT');

    expect((await killed).status).toBe(502);
    await faults.committed();
    const answer = await eventually('the lease ends', async () => {
      const next = await send(path, said('only once'), key);
      return next.status === 409 ? undefined : next;
    });

    expect(answer.status, answer.text).toBe(200);
    expect((await heardBy(talking)).filter((text) => text === 'only once')).toHaveLength(1);
    expect(isReplay(await send(path, said('only once'), key))).toBe(true);
  });
});
