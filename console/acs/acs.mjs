#!/usr/bin/env node
// Plain JavaScript: an old Node must be able to start the Node that `npm ci` installs.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { constants, homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const self = fileURLToPath(import.meta.url);
const installed = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const [major = 0] = process.versions.node.split('.').map(Number);

if (major >= 24) {
  // Halves the start time. The folder belongs to the user, because compiled code in it is run.
  modules.enableCompileCache(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'acs'));
  await import('./main.ts');
} else if (existsSync(installed)) runInstalled();
else {
  console.error(
    `acs requires Node.js 24 or newer, but this is ${process.versions.node}. On Linux, run \`npm ci\`; elsewhere, install Node.js 24.`,
  );
  process.exitCode = 1;
}

function runInstalled() {
  const child = spawn(installed, [self, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal sends Ctrl-C to both processes, and the child sets the exit code. Other signals only reach this one.
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === 'SIGINT') {
      // A shell stops a loop only if the signal killed its command.
      process.off('SIGINT', ignore);
      process.kill(process.pid, signal);
    }
    process.exitCode = code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 15);
  });
}
