import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  appPolicy,
  consoleHeaders,
  referencePolicy,
  sharedHeaders,
  sharedPolicy,
} from '../../../../../infra/console/headers.ts';
import { ConsoleServer } from '../../../../../infra/local/console/console-server.ts';
import { folderOfFile } from '../../../../support/temporary-folder.ts';

const reach = { apiOrigin: 'http://127.0.0.1:1', sandboxOrigins: ['http://127.0.0.1:2', 'ws://127.0.0.1:2'] };

const folder = folderOfFile();
const site = join(folder, 'site');
await mkdir(join(site, 'assets'), { recursive: true });
await writeFile(join(folder, 'secret.txt'), 'secret');
await writeFile(join(site, 'index.html'), '<p>app</p>');
await writeFile(join(site, 'reference.html'), '<p>reference</p>');
await writeFile(join(site, 'shared.html'), '<p>shared</p>');
await writeFile(join(site, 'assets', 'index-0.js'), 'export {};');
const machine = async () => ({ status: 202, content: { agent: 'it' } });
const options = { site, config: { api_url: 'http://127.0.0.1:1' }, reach, allowedHosts: ['box.example'], machine };
const server = await ConsoleServer.create(options);
const port = await server.listen(0);
afterAll(() => server.stop());

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends the path unchanged, unlike fetch. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, method, headers }, async (answer) => {
      let text = '';
      for await (const piece of answer.setEncoding('utf8')) text += piece;
      resolve({ status: answer.statusCode, headers: answer.headers, text });
    });
    call.on('error', reject).end();
  });
}

describe('the local server of the console', () => {
  it('answers about this machine beside the files, and to names of this machine alone', async () => {
    const answer = await ask('/machine', {}, 'POST');
    const foreign = await ask('/machine', { host: 'evil.example' }, 'POST');

    expect([answer.status, answer.text, foreign.status]).toEqual([202, '{"agent":"it"}', 403]);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each([
    ['/', '<p>app</p>', 'text/html; charset=utf-8', 'no-cache'],
    ['/conversations/0a1b?tab=events', '<p>app</p>', 'text/html; charset=utf-8', 'no-cache'],
    ['/reference', '<p>reference</p>', 'text/html; charset=utf-8', 'no-cache'],
    ['/config.json', '{"api_url":"http://127.0.0.1:1"}', 'application/json', 'no-cache'],
    ['/assets/index-0.js', 'export {};', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ])('answers %s', async (path, text, type, cacheControl) => {
    const answer = await ask(path);
    const head = await ask(path, {}, 'HEAD');

    expect([answer.status, answer.text]).toEqual([200, text]);
    expect(answer.headers).toMatchObject({ 'content-type': type, 'cache-control': cacheControl });
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', answer.headers.etag]);
    expect(head.headers['content-length']).toBe(String(text.length));
  });

  it.each(['/', '/assets/index-0.js', '/config.json'])('returns 304 for an unchanged %s', async (path) => {
    const { headers } = await ask(path);
    const again = await ask(path, { 'If-None-Match': `"other", W/${headers.etag}` });

    expect([again.status, again.text, again.headers['cache-control']]).toEqual([304, '', headers['cache-control']]);
  });

  it.each(['/assets/none.js', '/none.js', '/assets/', '/favicon.ico'])('answers 404 to %s', async (path) => {
    const { status, text } = await ask(path);

    expect([status, text]).toEqual([404, 'there is no such file\n']);
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..\\..\\secret.txt',
    '//etc/passwd',
  ])('serves no file outside its folder: %s', async (path) => {
    expect((await ask(path)).text).not.toMatch(/secret$|root:/);
  });

  it('sends its headers with each response, and other ones for the reference', async () => {
    const lowerCase = (policy: string) =>
      Object.fromEntries(Object.entries(consoleHeaders(policy)).map(([name, value]) => [name.toLowerCase(), value]));

    for (const path of ['/', '/limits', '/none.js', '/config.json']) {
      expect((await ask(path)).headers).toMatchObject(lowerCase(appPolicy(reach)));
    }
    for (const path of ['/reference', '/reference.html', '/references', '/reference%2f..%2findex.html']) {
      const { headers, text } = await ask(path);
      expect(headers).toMatchObject(lowerCase(referencePolicy(reach)));
      expect(text).toBe('<p>reference</p>');
    }
    for (const path of ['/shared', '/shared/', '/shared.html', '/shared/x?y']) {
      const { headers, text } = await ask(path);
      expect(headers).toMatchObject({
        ...lowerCase(sharedPolicy(reach)),
        'x-robots-tag': sharedHeaders['X-Robots-Tag'],
      });
      expect(text).toBe('<p>shared</p>');
    }
  });

  it('responds only to its own host names, and only to reads', async () => {
    expect((await ask('/', { Host: 'evil.example' })).status).toBe(403);
    expect((await ask('/', { Host: 'box.example:3002' })).status).toBe(200);
    const posted = await ask('/', {}, 'POST');
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});
