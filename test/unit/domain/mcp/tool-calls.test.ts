import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedValue } from '../../../../shared/domain/mcp/bounded-value.ts';
import { ArgumentError, toolRequest } from '../../../../shared/domain/mcp/tool-request.ts';
import { MAX_RESULT_BYTES, toolResult } from '../../../../shared/domain/mcp/tool-result.ts';
import { tools } from '../../../../shared/domain/mcp/tools.ts';

function tool(name: string) {
  const found = tools.find(({ view }) => view.name === name);
  if (!found) throw new Error(`there is no tool ${name}`);
  return found;
}

describe('the request of a tool call', () => {
  it('has the arguments in path, query, body and header', () => {
    expect(toolRequest(tool('get_sandbox'), { sandbox_id: 'a b/c', wait: 'RUNNING', timeout: 5 })).toEqual({
      method: 'GET',
      path: '/api/v1/sandboxes/a%20b%2Fc?wait=RUNNING&timeout=5',
      headers: {},
    });
    expect(toolRequest(tool('get_start_tasks'), { ids: ['a', 'b'] }).path).toMatch(/\?ids=a&ids=b$/);
    expect(
      toolRequest(tool('start_conversation'), { title: 'T', on_limit: 'reject', idempotency_key: 'once' }),
    ).toEqual({
      method: 'POST',
      path: '/api/v1/app-conversations?on_limit=reject',
      body: '{"title":"T"}',
      headers: { 'Content-Type': 'application/json' },
      idempotencyKey: 'once',
    });
  });

  it('leaves out parameters that are null, which models send for nothing', () => {
    expect(toolRequest(tool('get_sandbox'), { sandbox_id: 'a', wait: null }).path).toBe('/api/v1/sandboxes/a');
    expect(toolRequest(tool('start_sandbox'), { idempotency_key: null })).toEqual({
      method: 'POST',
      path: '/api/v1/sandboxes',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
  });

  it('reads a part of a file by its range, and sends text as bytes', () => {
    const file = { sandbox_id: 'a', path: '/w/ä.txt' };
    const path = '/api/v1/sandboxes/a/files/content?path=%2Fw%2F%C3%A4.txt';

    expect(toolRequest(tool('read_file'), file)).toEqual({
      method: 'GET',
      path,
      headers: { Range: 'bytes=0-89999' },
    });
    expect(toolRequest(tool('read_file'), { ...file, offset: 5, length: 10 }).headers).toEqual({ Range: 'bytes=5-14' });
    expect(toolRequest(tool('write_file'), { ...file, content: 'ö' })).toEqual({
      method: 'PUT',
      path,
      body: 'ö',
      headers: { 'Content-Type': 'application/octet-stream' },
    });
  });

  it.each([
    ['read_file', { sandbox_id: 'a', path: 'x', offset: -1 }, 'offset must be a whole number of at least 0.'],
    ['read_file', { sandbox_id: 'a', path: 'x', length: 1e6 }, 'length must be a whole number from 1 to 90000.'],
    ['read_file', { sandbox_id: 'a' }, 'read_file needs path.'],
    ['write_file', { sandbox_id: 'a', path: 'x', content: 1 }, 'content must be a text.'],
    ['get_sandbox', {}, 'get_sandbox needs sandbox_id.'],
    ['get_sandbox', { sandbox_id: '..' }, "sandbox_id must not be '..'."],
    ['get_sandbox', { sandbox_id: '' }, "sandbox_id must not be ''."],
    ['get_sandbox', { sandbox_id: ['a'] }, 'sandbox_id must be a text, a number or a boolean.'],
    ['get_sandbox', { sandbox_id: 'x'.repeat(2_001) }, 'sandbox_id must have at most 2000 characters.'],
    ['get_sandbox', { sandbox_id: '\ud800' }, 'sandbox_id has half of a character. Send whole ones.'],
    ['get_sandbox', { id: 'a' }, 'get_sandbox has no argument id. It has: sandbox_id, wait, timeout.'],
    ['start_conversation', { public: true }, 'start_conversation has no argument public.'],
    ['start_sandbox', { idempotency_key: 'a b' }, 'idempotency_key must have 1 to 255 visible ASCII characters.'],
  ])('is refused for %s with %j', (name, given, message) => {
    expect(() => toolRequest(tool(name), given)).toThrow(ArgumentError);
    expect(() => toolRequest(tool(name), given)).toThrow(message);
  });

  it('leads to its own endpoint, whatever a model writes', async () => {
    const part = fc.oneof(fc.string(), fc.constantFrom('..', '.', '%2e%2e', '../..', 'a/b', '?x=1', '#', '\\', ' '));
    await fc.assert(
      fc.property(part, (sandbox_id) => {
        const path = (() => {
          try {
            return toolRequest(tool('pause_sandbox'), { sandbox_id }).path;
          } catch (error) {
            expect(error).toBeInstanceOf(ArgumentError);
            return undefined;
          }
        })();
        if (path === undefined) return;
        const url = new URL(`https://api.example.com/prod${path}`);
        expect(url.pathname).toMatch(/^\/prod\/api\/v1\/sandboxes\/[^/]+\/pause$/);
        expect([url.host, url.search, url.hash]).toEqual(['api.example.com', '', '']);
      }),
    );
  });
});

const json = (status: number, value: unknown, contentType = 'application/json') =>
  toolResult({ status, contentType, text: JSON.stringify(value) });

describe('the result of a tool call', () => {
  it('is the response as an object and as text', () => {
    expect(json(200, { id: 'a' })).toEqual({
      structuredContent: { id: 'a' },
      content: [{ type: 'text', text: '{"id":"a"}' }],
    });
    expect(json(200, [1, null]).structuredContent).toEqual({ items: [1, null] });
    expect(json(200, 7).structuredContent).toEqual({ result: 7 });
    expect(toolResult({ status: 204, contentType: '', text: '' }).content).toEqual([{ type: 'text', text: 'Done.' }]);
  });

  it('has no key of a sandbox, and no address with one', () => {
    const { structuredContent, content } = json(200, {
      items: [{ session_api_key: 'key-of-sandbox', url: 'https://x/?tkn=key-of-sandbox&folder=w' }],
    });

    expect(structuredContent).toEqual({ items: [{ session_api_key: null, url: 'https://x/?tkn=…&folder=w' }] });
    expect(JSON.stringify(content)).not.toContain('key-of-sandbox');
  });

  it('is an error with the detail of a problem', () => {
    const problem = { detail: 'sandbox x not found', code: 'not_found', request_id: 'r1' };

    expect(json(404, problem, 'application/problem+json')).toEqual({
      isError: true,
      content: [{ type: 'text', text: 'sandbox x not found (404 not_found, request r1)' }],
    });
    const busy = { detail: 'Too many requests.', code: 'rate_limited', request_id: 'r2', retry_after_seconds: 9 };
    expect(json(429, busy).content).toMatchObject([{ text: expect.stringContaining('Try again in 9 seconds.') }]);
    expect(toolResult({ status: 502, contentType: 'text/html', text: '<h1>' })).toMatchObject({
      isError: true,
      content: [{ text: 'The service responded with 502. Try again later.' }],
    });
  });

  it('of a file is its text, with the part that it is', () => {
    const answer = { status: 206, contentType: 'application/octet-stream', text: 'abc' };

    const texts = ({ content }: ReturnType<typeof toolResult>) => content.map((part) => 'text' in part && part.text);
    expect(texts(toolResult({ ...answer, contentRange: 'bytes 0-2/3' }))).toEqual(['abc']);
    expect(texts(toolResult({ ...answer, contentRange: 'bytes 3-5/9' }))).toEqual(['abc', 'Bytes 3 to 5 of 9.']);
    expect(toolResult({ ...answer, text: 'a\0b' })).toMatchObject({ isError: true });
  });

  it('is shortened, and says so', () => {
    const items = Array.from({ length: 100 }, (_, id) => ({ id, text: 'x'.repeat(2_500) }));
    const { structuredContent, content } = json(200, { items, next_page_id: 'p' });

    expect(structuredContent).toMatchObject({ next_page_id: 'p' });
    expect(content).toMatchObject([
      { text: expect.stringContaining('… [2000 more characters]') },
      { text: 'Texts of more than 500 characters are shortened. Ask for less, for example with `limit`.' },
    ]);
    const many = json(200, { items: Array.from({ length: 2_000 }, () => ({ id: 'x'.repeat(50) })) });
    expect(many.content).toMatchObject([{}, { text: expect.stringMatching(/^Only 50 of 2000 in items are shown\./) }]);
    const wide = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`name of ${at}${'x'.repeat(50)}`, at]));
    expect(json(200, wide)).toMatchObject({ isError: true });
    const text = toolResult({ status: 200, contentType: 'text/plain', text: 'y'.repeat(MAX_RESULT_BYTES + 1) });
    expect(text.content).toMatchObject([{ text: expect.stringMatching(/y… \[1 more characters\] …y/) }]);
  });
});

describe('JSON', () => {
  it('stays as it is within its bounds, and becomes short enough beyond them', async () => {
    await fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 50, max: 5_000 }), (value, maxBytes) => {
        const fits = Buffer.byteLength(JSON.stringify(value)) <= maxBytes;
        const bounded = boundedValue(value, maxBytes);
        if (fits) expect(bounded).toEqual({ value, notes: [] });
        else if (bounded) expect(Buffer.byteLength(JSON.stringify(bounded.value))).toBeLessThanOrEqual(maxBytes);
      }),
    );
  });
});
