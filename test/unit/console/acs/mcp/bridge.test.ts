import { describe, expect, it } from 'vitest';
import { type BridgeDeps, bridge } from '../../../../../console/acs/mcp/bridge.ts';

type Post = BridgeDeps['post'];

interface Sent {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const json = (message: object, status = 200) =>
  new Response(JSON.stringify({ jsonrpc: '2.0', ...message }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });
const events = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/event-stream' } });

/** Runs the bridge with these pieces of input. */
async function run(pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>, answer: Post) {
  const sent: Sent[] = [];
  let output = '';
  await bridge({
    input: (async function* () {
      yield* pieces;
    })(),
    write: (text) => {
      output += text;
    },
    post: (body, headers, signal) => {
      sent.push({ body, headers });
      return answer(body, headers, signal);
    },
  });
  const received = output.split('\n').filter((text) => text !== '');
  return { sent, received: received.map((text) => JSON.parse(text)) };
}

describe('acs mcp', () => {
  it('passes requests on unchanged, and responses back', async () => {
    const request = line({ id: 1, method: 'tools/list', params: {} });

    const { sent, received } = await run([request.slice(0, 9), request.slice(9)], async () =>
      json({ id: 1, result: { tools: [] } }),
    );

    expect(sent).toEqual([
      {
        body: request.trim(),
        headers: {
          Accept: 'application/json, text/event-stream',
          'Content-Type': 'application/json',
          'Mcp-Method': 'tools/list',
        },
      },
    ]);
    expect(received).toEqual([{ jsonrpc: '2.0', id: 1, result: { tools: [] } }]);
  });

  it('passes events on as they come, without comments', async () => {
    const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } };
    const result = { jsonrpc: '2.0', id: 'a', result: { content: [] } };
    const text = `: keep-alive\n\nevent: message\r\ndata: ${JSON.stringify(progress)}\r\n\r\ndata:${JSON.stringify(result)}\n\n`;

    const { received } = await run([line({ id: 'a', method: 'tools/call', params: { name: 'x' } })], async () =>
      events(text),
    );

    expect(received).toEqual([progress, result]);
  });

  it('states the revision that was agreed on, or that of the message', async () => {
    async function* pieces() {
      yield line({ id: 1, method: 'initialize', params: {} });
      // A client waits for the result.
      await new Promise((resolve) => setImmediate(resolve));
      yield line({ method: 'notifications/initialized' });
      yield line({ id: 2, method: 'tools/call', params: { name: 'get_limits' } });
      yield line({
        id: 3,
        method: 'tools/list',
        params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
      });
    }

    const { sent } = await run(pieces(), async (body) =>
      body.includes('initialized')
        ? new Response(null, { status: 202 })
        : json({ id: JSON.parse(body).id, result: { protocolVersion: '2025-06-18' } }),
    );

    expect(sent.map(({ headers }) => headers['MCP-Protocol-Version'])).toEqual([
      undefined,
      '2025-06-18',
      '2025-06-18',
      '2026-07-28',
    ]);
    expect(sent[2]?.headers).toMatchObject({ 'Mcp-Name': 'get_limits', 'Idempotency-Key': expect.any(String) });
    expect(sent[3]?.headers).not.toHaveProperty('Idempotency-Key');
  });

  it.each<[string, Post, object]>([
    [
      'a problem',
      async () => new Response(JSON.stringify({ detail: 'Send a valid API key.', status: 401 }), { status: 401 }),
      { code: -32_000, message: 'Send a valid API key. Sign in again: acs login' },
    ],
    [
      'an error of JSON-RPC',
      async () => json({ id: null, error: { code: -32_700, message: 'Not JSON.' } }, 400),
      { code: -32_700, message: 'Not JSON.' },
    ],
    ['a page', async () => new Response('<h1>', { status: 502 }), { message: 'The service responded with 502.' }],
    ['no response', () => Promise.reject(new Error('No response.')), { message: 'No response.' }],
    ['half a response', async () => events(': hello\n\n'), { message: 'The response of the service ended too early.' }],
  ])('answers a request itself after %s', async (_, answer, error) => {
    const { received } = await run(
      [line({ id: 7, method: 'tools/list' }), line({ method: 'notifications/x' })],
      answer,
    );

    expect(received).toEqual([{ jsonrpc: '2.0', id: 7, error: expect.objectContaining(error) }]);
  });

  it('refuses lines that are not JSON, and goes on', async () => {
    const { sent, received } = await run(['{"jsonrpc":\n\n[]\n', line({ id: 1, method: 'ping' })], async () =>
      json({ id: 1, result: {} }),
    );

    expect(received.filter(({ error }) => error?.code === -32_700)).toHaveLength(2);
    expect(received).toContainEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect(sent).toHaveLength(1);
  });

  it('closes the connection of a cancelled request, which gets no response', async () => {
    const cancel = { method: 'notifications/cancelled', params: { requestId: 1 } };
    const aborted = Promise.withResolvers<string>();

    const { received } = await run(
      [line({ id: 1, method: 'tools/call', params: { name: 'x' } }), line(cancel), line({ id: 2, method: 'ping' })],
      (body, _, signal) => {
        if (body.includes('ping')) return Promise.resolve(json({ id: 2, result: {} }));
        signal.addEventListener('abort', () => aborted.resolve(body));
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    );

    expect(await aborted.promise).toContain('"id":1');
    expect(received).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
  });
});
