import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { builtOnce } from '../../bundling/build-cache.ts';
import { PROJECT_ROOT } from '../terminal/options.ts';

const FILE = 'reference-agent.mjs';

/**
 * The reference agent bundled into one file from its current sources, which halves the CPU time of its start. The file
 * is in `node_modules`, which sandboxes can read but not change.
 */
export async function builtAgent(): Promise<string> {
  const folder = await builtOnce({
    root: PROJECT_ROOT,
    sources: ['infra/agent/**', 'infra/local/build/built-agent.ts', 'package-lock.json'],
    folder: join(PROJECT_ROOT, 'node_modules', '.cache', 'agent-conversations', 'agents'),
    build: bundle,
  });
  return join(folder, FILE);
}

async function bundle(directory: string): Promise<void> {
  // Synchronously, because the asynchronous build leaves a process of esbuild running.
  buildSync({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: ['infra/agent/main.ts'],
    outfile: join(directory, FILE),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
    // CommonJS packages load Node's modules with it.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
}
