import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../terminal/options.ts';
import { builtOnce } from './build-cache.ts';

/** What the program of the reference agent imports. */
const MODULES = ['server', 'lifecycle/lifecycle', 'settings/settings', 'sockets/sockets'];

/**
 * A directory with what Node compiled of the reference agent, which is half of the CPU time of its start. Sandboxes
 * read it and cannot change it: what one of them wrote there would run in the next.
 */
export function compiledAgent(signal: AbortSignal): Promise<string> {
  return builtOnce({
    root: PROJECT_ROOT,
    sources: ['infra/agent/**', 'package-lock.json'],
    // Node keeps code apart by its version and the user.
    circumstances: JSON.stringify([process.version, process.arch, process.getuid?.()]),
    folder: join(PROJECT_ROOT, 'node_modules', '.cache', 'agent-conversations', 'agents'),
    build: (folder) => compile(folder, signal),
    signal,
  });
}

async function compile(folder: string, signal: AbortSignal): Promise<void> {
  const files = MODULES.map((name) => join(PROJECT_ROOT, 'infra', 'agent', `${name}.ts`));
  // Written when the process ends.
  const script = `await Promise.all(${JSON.stringify(files)}.map((file) => import(file)))`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE: folder },
    signal,
  });
}
