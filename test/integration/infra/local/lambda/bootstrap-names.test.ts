import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFunctions } from '../gateway/sample-cloud.ts';

const folder = await mkdtemp(join(tmpdir(), 'names-'));
const certFile = join(folder, 'cert.pem');
let server: Server;
let port: number;

beforeAll(async () => {
  const names = ['*.box.test', '*.box.localhost'].map((value) => ({ type: 2 as const, value }));
  const extensions = [{ name: 'subjectAltName' as const, altNames: names }];
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'box.test' }], { extensions });
  await writeFile(certFile, cert);
  server = createServer({ cert, key }, ({ headers }, response) => response.end(headers.host));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});

const sample = startFunctions(
  (_stack, addFunction) => {
    addFunction('Caller', {
      source: `export const handler = async ({ url }) => {
        try { return { answer: await (await fetch(url)).text() }; } catch (error) { return { error: error.cause?.code }; }
      };`,
    });
  },
  { sandboxTrust: { domain: 'box.test', certFile } },
);
afterAll(async () => {
  await sample.stop();
  server.close();
  await rm(folder, { recursive: true });
});

const call = async (host: string) =>
  (await sample.functions.invoke(sample.nameOf('Caller'), { url: `https://${host}:${port}/` })).payload;

describe('a function', () => {
  it.each(['label.box.test', 'LABEL.box.localhost'])(
    'reaches a sandbox at %s, by the certificate of the edge',
    async (name) => {
      expect(await call(name)).toEqual({ answer: `${name.toLowerCase()}:${port}` });
    },
  );

  it('finds no other name on this machine', async () => {
    expect(await call('label.box.invalid')).toEqual({ error: expect.stringMatching(/^E(NOTFOUND|AI_AGAIN)$/) });
  });
});
