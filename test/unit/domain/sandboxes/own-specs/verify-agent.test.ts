import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { listen } from '../../../../../infra/local/sockets/listen.ts';
import { verifyAgent } from '../../../../../shared/domain/sandboxes/own-specs/verify-agent.ts';

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

/** A server that speaks as much of the protocol as a check asks for. */
async function agentOf(version: string): Promise<string> {
  server = createServer(({ url, headers }, response) => {
    const isKnown = headers['x-session-api-key'] === 'the-key';
    if (url === '/server_info') response.end(JSON.stringify({ version }));
    else response.writeHead(isKnown ? 200 : 401).end('0');
  });
  return `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
}

it('names the release of an agent server', async () => {
  expect(await verifyAgent(await agentOf('1.58.2'), 'the-key')).toEqual({ version: '1.58.2' });
});

it('shows what an image says about itself as one line, without characters that change terminals', async () => {
  const { version } = (await verifyAgent(await agentOf('1.0\u001b[2J\n\u0000\u202e2'), 'the-key')) as {
    version: string;
  };

  expect(version).toBe('1.0 [2J   2');
});

it('does not show the address at which an agent server did not respond', async () => {
  const url = await agentOf('1.58.2');
  await new Promise((resolve) => server.close(resolve));

  const verified = await verifyAgent(url, 'the-key');

  expect(JSON.stringify(verified)).toContain('it did not respond (ECONNREFUSED)');
  expect(JSON.stringify(verified)).not.toContain('127.0.0.1');
  server.listen(0, '127.0.0.1');
});
