import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bundlePrologue, bundlingPlugins } from '../../../../../infra/bundling/plugins.ts';
import { folderOfFile } from '../../../../support/temporary-folder.ts';
import { eventually } from '../eventually.ts';
import { addApi } from './sample-api.ts';
import { useCloud } from './sample-cloud.ts';

const folder = folderOfFile();
const gate = (name: string) => join(folder, name);
const open = (name: string) => writeFileSync(gate(name), '');

/** Source of a function that waits for a file, with which a test lets it continue. */
const wait = `
  import { existsSync, writeFileSync } from 'node:fs';
  const until = async (name) => { while (!existsSync(${JSON.stringify(folder)} + '/' + name)) await new Promise((r) => setTimeout(r, 5)); };
`;

/** A handler that streams as documented for Lambda, without our code. */
const plain = `${wait}
  export const handler = awslambda.streamifyResponse(async (event, stream, context) => {
    const { how, gate } = event.queryStringParameters ?? {};
    if (how === 'early') throw new Error('too early');
    if (how === 'headless') { stream.end('no head'); return; }
    const body = awslambda.HttpResponseStream.from(stream, { statusCode: 201, headers: { 'Content-Type': 'text/x', 'X-Own': 'yes' } });
    body.write('first');
    if (gate) await until(gate);
    if (how === 'late') throw new Error('too late');
    if (how === 'bytes') body.write(Buffer.from([0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 128]));
    body.write(' second');
    body.end();
    if (how === 'after') writeFileSync(${JSON.stringify(folder)} + '/after', context.awsRequestId);
  });`;

const ours = `
  import * as z from 'zod';
  import { AppError } from './shared/platform/errors.ts';
  import { defineEndpoint } from './shared/contract/endpoint/endpoint.ts';
  import { implement } from './shared/http/operation/operation.ts';
  import { serveStream } from './shared/http/serve/serve-stream.ts';
  const endpoint = defineEndpoint(() => ({
    id: 'get-pieces', area: 'service', method: 'GET', path: '/ours', summary: '', access: 'open', generation: 'v1',
    query: z.object({ how: z.string().optional(), gate: z.string().optional() }), stream: true,
    success: { status: 200, body: z.array(z.int()) }, errors: [],
  }));
  const operation = implement(endpoint, async ({ query: { how, gate } }) => (async function* () {
    if (how === 'early') throw new AppError('gone', 'it was here');
    if (how === 'empty') return;
    yield '[1';
    if (gate) await until(gate);
    if (how === 'late') throw new Error('too late');
    yield ',2]';
  })());
  export const handler = serveStream(operation, () => undefined);`;

const { outputFiles } = await build({
  stdin: { contents: wait + ours, resolveDir: join(import.meta.dirname, '../../../../..'), loader: 'ts' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  mainFields: ['module', 'main'],
  banner: { js: bundlePrologue },
  plugins: bundlingPlugins,
  write: false,
});
const cloud = await useCloud((stack, addFunction) => {
  const route = (name: string, source: string, milliseconds = 20_000) => {
    const environment = { ALLOWED_ORIGINS: '*' };
    const fn = addFunction(name, { source, environment, timeout: Duration.seconds(30) });
    return { route: `GET /${name}`, fn, streams: true, milliseconds } as const;
  };
  const whole = "export const handler = async () => ({ statusCode: 200, body: 'whole' });";
  addApi(stack, {
    routes: [
      route('plain', plain),
      route('hasty', plain, 3_000),
      route('whole', whole),
      route('ours', outputFiles[0]?.text ?? ''),
    ],
  });
});

const get = (path: string) => fetch(`${cloud.baseUrl}${path}`);

function reader(answer: Response) {
  const pieces = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  return async () => (await pieces?.read())?.value;
}

describe('a function that streams', () => {
  it('is delivered before it ends', async () => {
    const answer = await get('/plain?gate=one');
    const next = reader(answer);

    expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('X-Own')]).toEqual([
      201,
      'text/x',
      'yes',
    ]);
    expect(answer.headers.get('Content-Length')).toBeNull();
    expect(await next()).toBe('first');
    open('one');
    expect(await next()).toBe(' second');
    expect(await next()).toBeUndefined();
  });

  it('can stream bytes, including those of the separator between head and body', async () => {
    const bytes = Buffer.from(await (await get('/plain?how=bytes')).arrayBuffer());

    expect(bytes).toEqual(
      Buffer.concat([Buffer.from('first'), Buffer.from([0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 128]), Buffer.from(' second')]),
    );
  });

  it.each(['early', 'headless'])('causes a 502 when it begins without a head: %s', async (how) => {
    expect((await get(`/plain?how=${how}`)).status).toBe(502);
  });

  it('causes a 502 when it does not stream', async () => {
    expect((await get('/whole')).status).toBe(502);
  });

  it('is cut off when it fails after its head', async () => {
    open('late');
    const answer = await get('/plain?how=late&gate=late');

    expect(answer.status).toBe(201);
    await expect(answer.text()).rejects.toThrow();
    await eventually(() => cloud.accessLog.some(({ failure }) => failure?.includes('too late') ?? false));
  });

  it('is cut off when it takes longer than its route allows', async () => {
    // The start of the first instance can take longer than this.
    await eventually(async () => (await get('/hasty')).status === 201);
    const begun = performance.now();
    const answer = await get('/hasty?gate=never');

    expect(answer.status).toBe(201);
    await expect(answer.text()).rejects.toThrow();
    // Long before the timeout of the function.
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(cloud.accessLog.at(-1)?.failure).toContain('INTEGRATION_TIMEOUT');
    open('never');
  });

  it('continues when its client disconnects', async () => {
    const client = new AbortController();
    const answer = await fetch(`${cloud.baseUrl}/plain?how=after&gate=gone`, { signal: client.signal });
    expect(await reader(answer)()).toBe('first');
    client.abort();

    open('gone');

    await eventually(() => existsSync(gate('after')));
    expect((await get('/plain')).status).toBe(201);
  });
});

describe('an endpoint that streams', () => {
  it('is delivered before its last part exists', async () => {
    const answer = await get('/ours?gate=two');
    const next = reader(answer);

    expect(answer.headers.get('Content-Type')).toBe('application/json');
    expect(answer.headers.get('X-Request-Id')).toBe(answer.headers.get('x-amzn-RequestId'));
    expect(await next()).toBe('[1');
    open('two');
    expect(await next()).toBe(',2]');
    expect(await next()).toBeUndefined();
  });

  it('answers with a problem when it fails before its first part', async () => {
    const answer = await get('/ours?how=early');

    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([410, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({ code: 'gone', detail: 'it was here' });
  });

  it('can send an empty body', async () => {
    const answer = await get('/ours?how=empty');

    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('is cut off when it fails after its first part', async () => {
    const answer = await get('/ours?how=late');

    await expect(answer.text()).rejects.toThrow();
  });
});
