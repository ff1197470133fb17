import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  callAgent,
  EdgeRefusedError,
  LONGEST_CALL_MS,
} from '../../../../../shared/domain/sandboxes/agent/agent-http.ts';
import { answersOfEdge } from '../../../../support/http/edge-answers.ts';
import { startHttpAgent } from '../../../../support/http/http-agent.ts';

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
