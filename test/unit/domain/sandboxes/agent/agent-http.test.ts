import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  agentTimeouts,
  callAgent,
  EdgeRefusedError,
  edgeRefusal,
  LONGEST_CALL_MS,
} from '../../../../../shared/domain/sandboxes/agent/agent-http.ts';
import { answersOfEdge } from '../../../../support/http/edge-answers.ts';
import { type AgentReply, startHttpAgent } from '../../../../support/http/http-agent.ts';

const servers: Server[] = [];

async function agent(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const soon = () => AbortSignal.timeout(5_000);

describe('HTTP call of an agent server', () => {
  it('sends method, headers and body, and reads status and text', async () => {
    const url = await agent(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method, headers } = request;
      response.writeHead(201).end(`${method} ${headers['x-key']} ${Buffer.concat(chunks)}`);
    });

    const answer = await callAgent(url, { method: 'POST', headers: { 'X-Key': 'k' }, body: 'grüße', signal: soon() });

    expect(answer).toMatchObject({ status: 201, ok: true, text: 'POST k grüße', bytes: Buffer.from('POST k grüße') });
  });

  it('follows no redirect', async () => {
    const url = await agent((_, response) => response.writeHead(302, { location: '/elsewhere' }).end());

    expect(await callAgent(url, { signal: soon() })).toMatchObject({ status: 302, ok: false });
  });

  it('aborts with its signal when the server does not answer', async () => {
    const url = await agent(() => undefined);

    await expect(callAgent(url, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });

  it('aborts with its signal when a response does not end', async () => {
    const url = await agent((_, response) => response.write('a beginning'));

    await expect(callAgent(url, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });

  it('reads at most the size limit of a response', async () => {
    const url = await agent((_, response) => response.end(Buffer.alloc(5 * 1024 * 1024)));

    await expect(callAgent(url, { signal: soon() })).rejects.toThrow('answered more than');
  });

  it('ends with the longest call, however long its caller would wait', async () => {
    const url = await agent(() => undefined);
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);

    const call = callAgent(url, { signal: new AbortController().signal });
    expect(timeout.mock.calls).toEqual([[LONGEST_CALL_MS]]);
    timeout.mockRestore();
    limit.abort(new Error('the time is up'));

    await expect(call).rejects.toThrow('aborted');
  });

  it.each(answersOfEdge)('throws for an answer of the edge: %s', async (_, reply) => {
    const { url, close } = await startHttpAgent(() => reply);

    await expect(callAgent(url, { signal: soon() })).rejects.toBeInstanceOf(EdgeRefusedError);

    await close();
  });

  it('throws when no server listens', async () => {
    await expect(callAgent('http://127.0.0.1:1', { signal: soon() })).rejects.toThrow('ECONNREFUSED');
  });
});

const root = join(import.meta.dirname, '../../../../..');
const edge = readFileSync(join(root, 'infra/ingress/viewer-request.js'), 'utf8');

describe('timeouts of agent calls', () => {
  it('end before the edge gives up the agent', () => {
    const readTimeout = Number(/READ_TIMEOUT = (\d+);/.exec(edge)?.[1]);

    expect(LONGEST_CALL_MS).toBeLessThan(readTimeout * 1000);
    expect(LONGEST_CALL_MS).toBeGreaterThan(0);
  });

  it.each(Object.entries(agentTimeouts))('%s is at most the longest call', (_, milliseconds) => {
    expect(milliseconds).toBeGreaterThan(0);
    expect(milliseconds).toBeLessThanOrEqual(LONGEST_CALL_MS);
  });
});

const json = { 'content-type': 'application/json' };

function judge({ status = 200, headers = json, body }: AgentReply): EdgeRefusedError | undefined {
  return edgeRefusal(status, headers, typeof body === 'string' ? body : JSON.stringify(body ?? {}));
}

describe('edgeRefusal', () => {
  it.each(answersOfEdge)('recognises %s, with its status', (_, reply) => {
    expect(judge(reply)).toBeInstanceOf(EdgeRefusedError);
    expect(judge(reply)?.status).toBe(reply.status);
  });

  it('names the code of a problem detail, and none for a page or for an unknown code', () => {
    const codes = answersOfEdge.map(([, reply]) => judge(reply)?.code);
    const unknown = { status: 403, headers: { 'content-type': 'application/problem+json', 'x-sandbox-edge': '1' } };

    expect(codes.slice(0, 7)).toEqual([
      'not_found',
      'sandbox_address_invalid',
      'sandbox_moved',
      'sandbox_domain_needed',
      'unavailable',
      'sandbox_moved',
      'sandbox_moved',
    ]);
    expect(new Set(codes.slice(7))).toEqual(new Set([null]));
    expect(judge({ ...unknown, body: { code: 'constructor' } })).toMatchObject({ code: null });
    expect(judge({ ...unknown, body: 'broken' })).toMatchObject({ code: null });
    expect(judge({ ...unknown, body: '[]' })).toMatchObject({ code: null });
  });

  it('says in one sentence which answer it was', () => {
    expect(String(new EdgeRefusedError(410, 'sandbox_moved'))).toBe(
      'EdgeRefusedError: a gateway answered 410 (sandbox_moved) in place of the agent server',
    );
    expect(new EdgeRefusedError(503, null).message).toBe('a gateway answered 503 in place of the agent server');
  });

  it.each<[string, AgentReply]>([
    ['a success', { body: { code: 'sandbox_moved' } }],
    ['a page as content', { headers: { 'content-type': 'text/html' }, body: '<html>' }],
    ['a failure with JSON', { status: 503, body: { detail: 'initializing' } }],
    [
      'a failure with JSON and a character set',
      { status: 502, headers: { 'content-type': 'application/json; charset=utf-8' } },
    ],
    [
      'a failure as plain text',
      { status: 500, headers: { 'content-type': 'text/plain' }, body: 'Internal Server Error' },
    ],
    ['a refusal', { status: 404, body: { detail: 'Not Found' } }],
    ['a refusal with a code that only the edge uses, as JSON', { status: 410, body: { code: 'sandbox_moved' } }],
    [
      'a problem detail of its own',
      { status: 404, headers: { 'content-type': 'application/problem+json' }, body: { code: 'not_found' } },
    ],
  ])('leaves the agent %s', (_, reply) => {
    expect(judge(reply)).toBeUndefined();
  });
});
