import { beforeEach, describe, expect, it, vi } from 'vitest';
import { callMcp } from '../../../../functions/mcp/call-mcp.ts';
import type { Scope } from '../../../../shared/contract/shapes/scopes.ts';
import type { CallOwnApi } from '../../../../shared/domain/mcp/own-api.ts';
import type { ToolRequest } from '../../../../shared/domain/mcp/tool-request.ts';
import { invokeStreamed, type TestRequest } from '../../../support/http/invoke.ts';

interface Call extends ToolRequest {
  readonly sent: Readonly<Record<string, string>>;
}

let calls: Call[];
let answerWith: CallOwnApi;
beforeEach(() => {
  calls = [];
  answerWith = async () => ({ status: 200, contentType: 'application/json', text: '{"id":"a"}' });
  vi.spyOn(console, 'info').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});

const deps = {
  allowedOrigins: ['*', 'https://app.example.com'],
  apiWith:
    (headers: Readonly<Record<string, string>>): CallOwnApi =>
    (request, signal) => {
      calls.push({ ...request, sent: headers });
      return answerWith(request, signal);
    },
};

const accept = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };

function send(
  body: unknown,
  { headers = {}, scopes = ['admin'], ...request }: TestRequest & { scopes?: readonly Scope[] } = {},
) {
  return invokeStreamed(callMcp, deps, {
    body,
    headers: { ...accept, ...headers },
    caller: { scopes },
    ...request,
  });
}

/** The message in a response, which is JSON or one event. */
function messageIn(text: string) {
  return JSON.parse(/^data: ?(.*)$/m.exec(text)?.[1] ?? text);
}

const rpc = (method: string, params: object = {}, id = 1) => ({ jsonrpc: '2.0', method, params, id });
const callOf = (name: string, given: object = {}) => rpc('tools/call', { name, arguments: given });

describe('POST /mcp', () => {
  it('negotiates an older revision, without a session', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };

    const { status, text, headers } = await send(rpc('initialize', params));

    expect(status).toBe(200);
    expect(messageIn(text)).toMatchObject({
      id: 1,
      result: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'agent-conversation-service', version: expect.any(String) },
        instructions: expect.stringContaining('start_conversation'),
      },
    });
    expect(headers).not.toHaveProperty('mcp-session-id');
    expect(await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({
      status: 202,
      text: '',
    });
  });

  it('serves the current revision, whose requests carry it', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'MCP-Protocol-Version': '2026-07-28' };

    const discovered = await send(rpc('server/discover', { _meta }), {
      headers: { ...headers, 'Mcp-Method': 'server/discover' },
    });
    const called = await send(rpc('tools/call', { name: 'get_limits', arguments: {}, _meta }), {
      headers: { ...headers, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'get_limits' },
    });

    expect(discovered.headers['Content-Type']).toMatch(/^application\/json/);
    expect(messageIn(discovered.text).result).toMatchObject({
      supportedVersions: expect.arrayContaining(['2026-07-28']),
    });
    expect(called.headers['Content-Type']).toMatch(/^text\/event-stream/);
    expect(messageIn(called.text).result).toMatchObject({ structuredContent: { id: 'a' } });
  });

  it('lists the tools that the scopes of the key allow', async () => {
    const listed = async (...scopes: Scope[]) => {
      const { text } = await send(rpc('tools/list'), { scopes });
      return messageIn(text).result.tools.map(({ name }: { name: string }) => name);
    };

    expect(await listed()).toEqual(['get_limits', 'get_current_key']);
    expect(await listed('usage:read')).toEqual(['get_usage', 'get_limits', 'get_current_key']);
    const reader = await listed('sandboxes:read', 'conversations:read');
    expect(reader).toContain('get_sandbox');
    expect(reader).not.toContain('pause_sandbox');
    expect((await listed('admin')).length).toBeGreaterThan(20);
  });

  it('calls the endpoint of a tool for the owner that the authorizer found for a person', async () => {
    const caller = { credential: 'token', ownerId: 'second', scopes: ['sandboxes:read'] } as const;
    await send(callOf('get_sandbox', { sandbox_id: 'a' }), { caller, headers: { Authorization: 'Bearer a.b.c' } });

    expect(calls[0]?.sent).toMatchObject({ Authorization: 'Bearer a.b.c', 'X-Org-Id': 'second' });
  });

  it("calls the endpoint of a tool with the caller's key, and tells who calls", async () => {
    const { text, requestId } = await send(callOf('get_sandbox', { sandbox_id: 'a' }), {
      headers: { Authorization: 'Bearer the-key', 'User-Agent': 'claude-code/2', Host: 'evil.example' },
    });

    expect(messageIn(text).result).toEqual({
      structuredContent: { id: 'a' },
      content: [{ type: 'text', text: '{"id":"a"}' }],
    });
    expect(calls).toEqual([
      {
        method: 'GET',
        path: '/api/v1/sandboxes/a',
        headers: {},
        sent: { Authorization: 'Bearer the-key', 'User-Agent': `mcp/${requestId} (203.0.113.7) claude-code/2` },
      },
    ]);
  });

  it('passes the Idempotency-Key of the request on where the endpoint takes one; the argument goes before it', async () => {
    const headers = { 'Idempotency-Key': 'of-request' };
    await send(callOf('start_sandbox'), { headers });
    await send(callOf('start_sandbox', { idempotency_key: 'of-call' }), { headers });
    await send(callOf('get_limits'), { headers });

    expect(calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['of-request', 'of-call', undefined]);
  });

  it('answers a failed call with a result that the model can read', async () => {
    const problem = { detail: 'sandbox a not found', code: 'not_found', request_id: 'r' };
    answerWith = async () => ({ status: 404, contentType: 'application/problem+json', text: JSON.stringify(problem) });
    const missing = await send(callOf('get_sandbox', { sandbox_id: 'a' }));
    answerWith = () => Promise.reject(Object.assign(new Error('secret address'), { code: 'ECONNREFUSED' }));
    const unreachable = await send(callOf('pause_sandbox', { sandbox_id: 'a' }));
    const wrong = await send(callOf('get_sandbox', { sandbox: 'a' }));

    const texts = [missing, unreachable, wrong].map(({ text }) => messageIn(text).result);
    expect(texts.every(({ isError }) => isError === true)).toBe(true);
    expect(texts.map(({ content }) => content[0].text)).toEqual([
      'sandbox a not found (404 not_found, request r)',
      'The service did not answer (it refused the connection). The call may have taken effect: check before you repeat it.',
      'get_sandbox has no argument sandbox. It has: sandbox_id, wait, timeout.',
    ]);
  });

  it('reads an empty file as an empty text', async () => {
    answerWith = async () => ({ status: 416, contentType: 'application/problem+json', text: '{"detail":"No range."}' });
    const read = (offset: number) => send(callOf('read_file', { sandbox_id: 'a', path: 'x', offset }));

    expect(messageIn((await read(0)).text).result).toEqual({ content: [{ type: 'text', text: '' }] });
    expect(messageIn((await read(1)).text).result).toMatchObject({ isError: true });
  });

  it('ends a call before the function times out', async () => {
    answerWith = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

    const { text } = await send(callOf('get_limits'), { timeLeft: 5_020 });

    expect(messageIn(text).result).toMatchObject({
      isError: true,
      content: [{ text: 'The service did not answer in time. Try again.' }],
    });
  });

  it('answers a batch of an older revision', async () => {
    const { status, text } = await send([rpc('ping'), rpc('tools/list', {}, 2)]);

    expect(status).toBe(200);
    const ids = [...text.matchAll(/^data: ?(.*)$/gm)].map(([, data = '']) => JSON.parse(data).id);
    expect(ids.toSorted()).toEqual([1, 2]);
  });

  it.each<[string, TestRequest, number, number]>([
    ['text that is not JSON', { rawBody: '{"' }, 400, -32_700],
    ['another version of JSON-RPC', { body: { jsonrpc: '1.0', id: 1, method: 'ping' } }, 400, -32_600],
    ['an empty batch', { body: [] }, 400, -32_600],
    ['a batch that is too long', { body: Array.from({ length: 21 }, () => rpc('ping')) }, 400, -32_600],
    ['a body that is too large', { rawBody: `"${'x'.repeat(1_048_576)}"` }, 413, -32_000],
    ['another content type', { body: rpc('ping'), headers: { 'Content-Type': 'text/plain' } }, 415, -32_000],
    [
      'a revision that does not exist',
      { body: rpc('ping'), headers: { 'MCP-Protocol-Version': '1999-01-01' } },
      400,
      -32_000,
    ],
    ['a client that takes no events', { body: rpc('ping'), headers: { Accept: 'application/json' } }, 406, -32_000],
    ['a page of another site', { body: rpc('ping'), headers: { Origin: 'https://evil.example' } }, 403, -32_000],
    ['a page without an address', { body: rpc('ping'), headers: { Origin: 'null' } }, 403, -32_000],
  ])('refuses %s with an error of JSON-RPC', async (_, { body, headers, ...request }, status, code) => {
    const answer = await send(body, { ...request, headers: headers ?? {} });

    expect([answer.status, messageIn(answer.text)]).toEqual([
      status,
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code, message: expect.any(String) }) },
    ]);
    expect(calls).toEqual([]);
  });

  it.each(['http://localhost:6274', 'http://127.0.0.1:3001', 'http://[::1]:1', 'https://app.example.com'])(
    'takes a page of this machine, and one that the operator allows: %s',
    async (Origin) => {
      expect(await send(rpc('ping'), { headers: { Origin } })).toMatchObject({ status: 200 });
    },
  );

  it('answers unknown tools and methods with errors of the protocol', async () => {
    const tool = await send(callOf('drop_everything'));
    const method = await send(rpc('resources/list'));

    expect(messageIn(tool.text)).toMatchObject({
      id: 1,
      error: { code: -32_602, message: 'Unknown tool: drop_everything' },
    });
    expect(messageIn(method.text)).toMatchObject({ id: 1, error: { code: -32_601 } });
  });
});
