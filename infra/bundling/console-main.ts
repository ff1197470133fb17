import { resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../../console');

/** Builds the files of the console into a directory: documents, and hashed files in `assets`. @throws as Vite does */
async function buildConsole(outDirectory: string): Promise<void> {
  await build({
    root,
    configFile: resolve(root, 'vite.config.ts'),
    // The same files on each machine, whatever its .env says.
    envDir: false,
    logLevel: 'warn',
    build: { outDir: resolve(outDirectory), emptyOutDir: true },
  });
}

// The process behind built-console.ts. Its argument: the directory.
try {
  const [directory = 'dist/console'] = process.argv.slice(2);
  await buildConsole(directory);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
