import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';

const { hostname, port } = new URL(service().baseUrl);

/** Sends raw lines, and reads until the service closes the connection. */
async function send(...lines: readonly string[]) {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(lines.join('\r\n'));
  const [head = '', body = ''] = (await text(socket)).split(/\r\n\r\n(.*)/s);
  const [status = '', ...headers] = head.split('\r\n');
  const answer = {
    status: Number(status.split(' ')[1]),
    headers: new Headers(headers.map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string])),
    text: body,
  };
  return { ...answer, body: JSON.parse(body) };
}

const get = (...headers: readonly string[]) => send('GET /alive HTTP/1.1', ...headers, 'Connection: close', '', '');

// API Gateway responds to these in a format of its own that no template can change.
describe.runIf(service().stateDirectory !== null)('the local gateway', () => {
  it.each(['localhost', `LocalHost:${port}`, '127.0.0.1', '127.0.0.1:1', `[::1]:${port}`])(
    'answers under its own name %s',
    async (host) => {
      expect((await get(`Host: ${host}`)).status).toBe(200);
    },
  );

  it.each(['evil.example', `evil.example:${port}`, 'localhost.evil.example', '169.254.169.254', ''])(
    'refuses the foreign host name %s, to prevent DNS rebinding',
    async (host) => {
      const answer = await get(`Host: ${host}`);

      expectProblem(answer, 403, 'forbidden');
      expect(answer.body.detail).toMatch(/Host .*--allow-host/);
    },
  );

  it('refuses a request without Host, and one with two', async () => {
    expectProblem(await get(), 400, 'malformed_request');
    expectProblem(await get('Host: localhost', 'Host: evil.example'), 400, 'malformed_request');
  });

  it.each([
    ['headers of 20 KB', 431, ['GET /alive HTTP/1.1', 'Host: localhost', `X-Long: ${'x'.repeat(20_000)}`, '', '']],
    ['a URL of 20 KB', 431, [`GET /${'x'.repeat(20_000)} HTTP/1.1`, 'Host: localhost', '', '']],
    ['a request for a tunnel', 400, ['CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example:443', '', '']],
    ['no HTTP', 400, ['\u0016\u0003\u0001 hello', '', '']],
    ['a header without a name', 400, ['GET /alive HTTP/1.1', 'Host: localhost', ': x', '', '']],
    ['two lengths', 400, ['POST /a HTTP/1.1', 'Host: localhost', 'Content-Length: 1', 'Content-Length: 2', '', 'x']],
    ['a chunk without a size', 400, ['POST /a HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: chunked', '', 'x', '']],
  ])('answers %s with a problem and the usual headers', async (_, status, lines) => {
    const answer = await send(...lines);

    expectProblem(answer, status, 'malformed_request');
    expect(answer.headers.get('connection')).toBe('close');
    expect(answer.headers.get('x-amzn-requestid')).toBe(answer.body.request_id);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=\d+/);
    expect(answer.body.message).toBe(answer.body.detail);
  });

  it('ignores an unknown expectation', async () => {
    expect((await get('Host: localhost', 'Expect: miracles')).status).toBe(200);
  });
});
