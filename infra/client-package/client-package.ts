import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Compiled files keep their folders, as the client shares some shapes with the service. */
const FILES = './dist/client';

const README = `# Agent Conversation Service client

A typed client for Node and browsers.

    import { ServiceClient } from 'agent-conversation-client';

    const client = new ServiceClient({ baseUrl, apiKey });
    for await (const { id, title } of client.conversations()) console.log(id, title);

\`agent-conversation-client/api-problem\`, \`…/device-login\`, \`…/answer-of\` and \`…/api-types\` have errors, sign-in, helpers
and the types of all operations. The service's documentation, docs/clients.md, describes them.
`;

/** Writes the typed client as an npm package: JavaScript with types, and the version of this project. */
export function writeClientPackage(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  execFileSync(tsc, ['-p', join(import.meta.dirname, 'tsconfig.json'), '--outDir', join(folder, 'dist')], {
    stdio: 'inherit',
  });
  const { version, license, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const manifest = {
    name: 'agent-conversation-client',
    version,
    description: 'The typed client of the Agent Conversation Service, for Node and browsers.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: {
      '.': { types: `${FILES}/service-client.d.ts`, default: `${FILES}/service-client.js` },
      './*': { types: `${FILES}/*.d.ts`, default: `${FILES}/*.js` },
    },
    files: ['dist'],
    dependencies: { 'openapi-fetch': dependencies['openapi-fetch'] },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), README);
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Packs it into a file of `destination`. @returns the path of the file */
export function packClient(folder: string, destination: string): string {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', destination], {
    cwd: folder,
    encoding: 'utf8',
  });
  const [{ filename }] = JSON.parse(packed);
  return join(destination, filename);
}
