import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { builtOnce } from '../../bundling/build-cache.ts';
import { PROJECT_ROOT } from '../terminal/options.ts';

const FILE = 'reference-agent.mjs';

/**
 * The program of the reference agent in one file, built from its sources as they are now: it starts with half the CPU
 * time that its sources take. It lies in `node_modules`, which sandboxes see and cannot change.
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
  // At once, as esbuild leaves a process beside this one otherwise.
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
    // Packages in CommonJS load modules of Node by it.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
}
