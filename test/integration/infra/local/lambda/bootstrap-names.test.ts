import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOfFile } from '../../../../support/temporary-folder.ts';
import { startFunctions } from '../gateway/sample-cloud.ts';

const certFile = join(folderOfFile(), 'cert.pem');
const names = ['*.box.test', '*.box.localhost'].map((value) => ({ type: 2 as const, value }));
const extensions = [{ name: 'subjectAltName' as const, altNames: names }];
const { cert, private: key } = await generate([{ name: 'commonName', value: 'box.test' }], { extensions });
await writeFile(certFile, cert);
const server = createServer({ cert, key }, ({ headers }, response) => response.end(headers.host));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' && address ? address.port : 0;

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
});

const call = async (host: string) =>
  (await sample.functions.invoke(sample.nameOf('Caller'), { url: `https://${host}:${port}/` })).payload;

describe('a function', () => {
  it.each(['label.box.test', 'LABEL.box.localhost'])(
    'reaches a sandbox at %s, and trusts the certificate of the edge',
    async (name) => {
      expect(await call(name)).toEqual({ answer: `${name.toLowerCase()}:${port}` });
    },
  );

  it('does not resolve other names to this machine', async () => {
    expect(await call('label.box.invalid')).toEqual({ error: expect.stringMatching(/^E(NOTFOUND|AI_AGAIN)$/) });
  });
});
