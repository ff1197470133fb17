import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { packClient, writeClientPackage } from '../../infra/client-package/client-package.ts';
import { folderOfFile } from '../support/temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const project = folderOfFile();

const PROGRAM = `import { ServiceClient } from 'agent-conversation-client';
import { ApiProblem } from 'agent-conversation-client/api-problem';
import type { components } from 'agent-conversation-client/api-types';

const down = async (): Promise<Response> => Response.json({ status: 404, title: 'Not Found' }, { status: 404 });
const client = new ServiceClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'acs_x', fetch: down });
const show = ({ id, title }: components['schemas']['AppConversation']): string => \`\${id} \${title}\`;
try {
  for await (const conversation of client.conversations({ title__contains: 'login' })) console.log(show(conversation));
} catch (error) {
  if (!(error instanceof ApiProblem)) throw error;
  console.log(error.status);
}
`;

/** The example of the guide. */
function example(): string {
  const [, section = ''] = readFileSync(join(ROOT, 'docs/clients.md'), 'utf8').split('\n## Typed client\n');
  return /```ts\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
}

it('packs the typed client as a package that a project installs, compiles against and runs', () => {
  const [made, installed] = [join(project, 'made'), join(project, 'node_modules', 'agent-conversation-client')];
  writeClientPackage(made);
  const file = packClient(made, project);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', file, '-C', installed, '--strip-components=1']);
  symlinkSync(join(ROOT, 'node_modules', 'openapi-fetch'), join(project, 'node_modules', 'openapi-fetch'));
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
  writeFileSync(join(project, 'program.ts'), PROGRAM);

  writeFileSync(join(project, 'example.ts'), example());

  const options = ['--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
  const compile = (...more: readonly string[]) =>
    execFileSync(join(ROOT, 'node_modules', '.bin', 'tsc'), [...options, ...more, 'program.ts', 'example.ts'], {
      cwd: project,
      stdio: 'pipe',
    });
  compile('--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit');
  compile('--module', 'nodenext');
  const said = execFileSync(process.execPath, ['program.js'], { cwd: project, encoding: 'utf8' });

  expect(said).toBe('404\n');
  expect(example()).toContain('agent-conversation-client');
});
