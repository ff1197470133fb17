import { beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { backoff } from '../../../shared/client/retries.ts';
import { ServiceClient, StartFailed } from '../../../shared/client/service-client.ts';
import { type AgentReply, useHttpAgent } from '../../support/http/http-agent.ts';

const cut = undefined;
const problem = (status: number, code: string, headers: Record<string, string> = {}): AgentReply => ({
  status,
  headers: { 'Content-Type': 'application/problem+json', ...headers },
  body: { type: 'about:blank', title: '', status, detail: `it is ${code}`, code, request_id: 'r-1' },
});

const server = await useHttpAgent();

describe('ServiceClient', () => {
  let client: ServiceClient;
  let answers: (AgentReply | undefined)[];
  beforeEach(() => {
    client = new ServiceClient({ baseUrl: server.url, apiKey: 'the-key', retries: { firstWait: 1 } });
    answers = [];
    server.requests.length = 0;
    server.reply = () => (answers.length > 0 ? answers.shift() : {});
  });

  const lines = () =>
    server.requests.map(({ method, path, query }) => `${method} ${path}${query.size > 0 ? `?${query}` : ''}`);
  const idempotencyKeys = () => server.requests.map(({ headers }) => headers['idempotency-key']);
  const start = () => answerOf(client.api.POST('/api/v1/sandboxes', {}));
  const message = () =>
    answerOf(client.api.POST('/api/v1/settings/profiles/{name}/activate', { params: { path: { name: 'a' } } }));

  it('retries a start under the same idempotency key until a response arrives', async () => {
    answers = [
      cut,
      problem(503, 'unavailable'),
      problem(409, 'idempotency_in_progress', { 'Retry-After': '0' }),
      { body: { id: 's' } },
    ];

    expect(await start()).toEqual({ id: 's' });
    expect(lines()).toEqual(Array(4).fill('POST /api/v1/sandboxes'));
    expect(new Set(idempotencyKeys()).size).toBe(1);
    expect(idempotencyKeys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(server.requests[0]?.headers['x-session-api-key']).toBe('the-key');
  });

  it('uses a new idempotency key for each call, unless the caller names one', async () => {
    answers = [{ body: {} }, { body: {} }, { body: {} }];
    await start();
    await start();
    await client.api.POST('/api/v1/sandboxes', { params: { header: { 'Idempotency-Key': 'mine' } } });

    expect(new Set(idempotencyKeys()).size).toBe(3);
    expect(idempotencyKeys()[2]).toBe('mine');
  });

  it('uploads what does not fit in a request, in parts that end between characters', async () => {
    answers = [problem(503, 'unavailable')];
    const large = `data:image/png;base64,${'A'.repeat(1_999_977)}😀${'A'.repeat(2_600_000)}`;

    const [small, reference] = await client.imageUrls(['data:image/png;base64,AA', large]);

    expect(small).toBe('data:image/png;base64,AA');
    expect(reference?.slice(0, 100)).toMatch(/^upload:[0-9a-f-]{36}$/);
    const [, ...parts] = server.requests.map(({ body }) => body);
    expect(parts.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(new Set(parts.map(({ total_bytes }) => total_bytes))).toEqual(new Set([Buffer.byteLength(large)]));
    expect(parts.map(({ text }) => text).join('') === large).toBe(true);
  });

  it('does not retry a request that is not idempotent', async () => {
    answers = [problem(503, 'unavailable')];
    await expect(message()).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    answers = [cut];
    await expect(message()).rejects.toThrow();

    expect(idempotencyKeys()).toEqual([undefined, undefined]);
  });

  it('waits for the time of a rate limit with any method, and leaves long waits to the caller', async () => {
    answers = [problem(429, 'rate_limited', { 'Retry-After': '0' }), { body: { message: 'ok' } }];
    expect(await message()).toEqual({ message: 'ok' });

    answers = [problem(429, 'quota_exceeded', { 'Retry-After': '86400' })];
    await expect(start()).rejects.toMatchObject({ code: 'quota_exceeded', retryAfterSeconds: 86_400 });
    answers = [problem(429, 'concurrency_limit_exceeded')];
    await expect(start()).rejects.toMatchObject({ code: 'concurrency_limit_exceeded', retryAfterSeconds: null });
    expect(server.requests).toHaveLength(4);
  });

  it('fails with the last error after all attempts', async () => {
    answers = Array(9).fill(problem(503, 'unavailable'));

    await expect(start()).rejects.toThrow('it is unavailable');
    expect(server.requests).toHaveLength(4);
  });

  it('throws problems with all their fields, and other errors as unknown', async () => {
    const read = () =>
      answerOf(client.api.GET('/api/v1/sandboxes/{sandbox_id}', { params: { path: { sandbox_id: 'x' } } }));
    answers = [problem(404, 'not_found')];
    const failure = await read().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiProblem);
    expect(failure).toMatchObject({ status: 404, code: 'not_found', requestId: 'r-1', message: 'it is not_found' });

    answers = [{ status: 418, headers: { 'Content-Type': 'text/html' }, body: 'a proxy' }];
    await expect(read()).rejects.toMatchObject({ status: 418, code: 'unknown', problem: undefined });
  });

  it('follows no redirect, which would receive its key', async () => {
    answers = Array(9).fill({ status: 307, headers: { Location: '/elsewhere' } });
    const read = answerOf(client.api.POST('/api/v1/sandboxes', {}));

    await expect(read).rejects.toMatchObject({ cause: { message: 'unexpected redirect' } });
    expect(new Set(lines())).toEqual(new Set(['POST /api/v1/sandboxes']));
  });

  it('requests the next page only when the caller needs it', async () => {
    answers = [
      { body: { items: [{ id: 'a' }, { id: 'b' }], next_page_id: 'p2' } },
      { body: { items: [{ id: 'c' }], next_page_id: null } },
    ];
    const ids: string[] = [];
    for await (const { id } of client.sandboxes()) {
      if (id === 'b') expect(server.requests).toHaveLength(1);
      ids.push(id);
    }

    expect(ids).toEqual(['a', 'b', 'c']);
    expect(lines()).toEqual(['GET /api/v1/sandboxes/search', 'GET /api/v1/sandboxes/search?page_id=p2']);
  });

  it('waits until a conversation accepts messages', async () => {
    const task = { id: 't', app_conversation_id: 'c', detail: null };
    const statuses: string[] = [];
    answers = [
      { body: { ...task, status: 'WORKING' } },
      { body: [{ ...task, status: 'READY' }] },
      { body: { id: 'c', conversation_url: null, session_api_key: null } },
      { body: [{ ...task, status: 'READY' }] },
      { body: { id: 'c', conversation_url: 'http://agent', session_api_key: 'k' } },
    ];

    const started = await client.startConversation({}, { onStatus: (status) => statuses.push(status) });

    expect(started).toMatchObject({ id: 'c', conversation_url: 'http://agent', session_api_key: 'k' });
    expect(statuses).toEqual(['WORKING', 'READY']);
    expect(lines()[0]).toBe('POST /api/v1/app-conversations?on_limit=reject');
  });

  it('throws the reason why a conversation did not start, and stops waiting on abort', async () => {
    answers = [{ body: { id: 't', status: 'ERROR', detail: 'no such repository', app_conversation_id: null } }];
    await expect(client.startConversation()).rejects.toThrow(StartFailed);

    answers = [{ body: { id: 't', status: 'WORKING', detail: null, app_conversation_id: null } }];
    const stop = new AbortController();
    const starting = client.startConversation(
      {},
      { signal: stop.signal, onStatus: () => stop.abort(new Error('enough')) },
    );
    await expect(starting).rejects.toThrow('enough');
  });
});

it('the backoff grows to half a minute, with jitter', () => {
  expect([backoff(1, 0), backoff(1, 1), backoff(3, 0), backoff(50, 1)]).toEqual([500, 1000, 2000, 30_000]);
});
