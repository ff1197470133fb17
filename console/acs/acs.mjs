#!/usr/bin/env node
// Plain JavaScript, as an old Node has to be able to hand over to the Node that `npm ci` brings along.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { constants, homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(import.meta.url);
const brought = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const [major = 0] = process.versions.node.split('.').map(Number);

if (major >= 24) {
  // Halves the start. In a folder of this user: what is compiled there is run.
  modules.enableCompileCache(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'acs'));
  await import('./main.ts');
} else if (existsSync(brought)) handOver();
else {
  console.error(
    `acs needs Node.js 24 or newer, but runs on ${process.versions.node}. On Linux, \`npm ci\` brings it along; elsewhere install Node.js 24.`,
  );
  process.exitCode = 1;
}

function handOver() {
  const child = spawn(brought, [own, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal sends Ctrl-C to both: the child decides what it ends with. Other signals come to this process alone.
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === 'SIGINT') {
      // A shell ends its loop only if the command died of the signal.
      process.off('SIGINT', ignore);
      process.kill(process.pid, signal);
    }
    process.exitCode = code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 15);
  });
}
