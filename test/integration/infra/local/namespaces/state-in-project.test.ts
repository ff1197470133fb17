import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { LOCAL_FOLDER } from '../../../../../infra/local/terminal/options.ts';
import { availableTools, requireNamespaces } from './available.ts';

await mkdir(LOCAL_FOLDER, { recursive: true });
const state = await mkdtemp(join(LOCAL_FOLDER, 'test-'));
afterAll(() => rm(state, { recursive: true, force: true }));

const tools = await availableTools();

/** The default state is in the project, of which sandboxes see little. */
it.each(tools)('a sandbox made by %s runs the agent server of a state in the project', async (tool) => {
  const [bin, workspace] = [join(state, 'agent-server/1/bin'), join(state, 'workspaces/anna/one')];
  for (const folder of [bin, workspace]) await mkdir(folder, { recursive: true });
  const program = join(bin, 'agent-server');
  await writeFile(program, `#!/bin/sh\necho it runs\ncat ${join(state, 'api-key')} 2>&1\ntrue\n`, { mode: 0o755 });
  await writeFile(join(state, 'api-key'), 'acs_secret');
  const namespaces = await requireNamespaces(state, tool);

  const [command = '', ...args] = await namespaces.wrap([program], workspace);
  const { stdout } = await promisify(execFile)(command, args, { env: { PATH: process.env.PATH, HOME: workspace } });

  expect(stdout).toContain('it runs');
  expect(stdout).not.toContain('acs_secret');
});
