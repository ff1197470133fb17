import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Activity } from './base/activity.ts';
import { log } from './base/log.ts';
import { Editor, type EditorFlags } from './editor/editor.ts';
import { Lifecycle } from './lifecycle/lifecycle.ts';
import { createAgentServer } from './server.ts';
import { forgetKeys, readSettings } from './settings/settings.ts';
import { Sockets } from './sockets/sockets.ts';

/** How long requests under way may take to end after the signal to stop. */
const answerMilliseconds = 3_000;
/** How long webhooks may take beside them. The container runtime kills what takes much longer. */
const stopMilliseconds = 25_000;
const usage =
  'usage: node infra/agent/main.ts [--host 127.0.0.1] [--port 8000] [--workspace DIR] [--vscode PROGRAM --vscode-port PORT]';

interface Flags {
  // The rest of the configuration comes by environment variables (settings.ts) or by POST /api/init.
  readonly host: string;
  readonly port: number;
  readonly workspace: string;
  /** VS Code for browsers, where it is installed. */
  readonly editor: EditorFlags | undefined;
}

/** @throws Error when a flag is unknown or the port is none. */
function readFlags(): Flags {
  const { values } = parseArgs({
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8000' },
      workspace: { type: 'string', default: '.' },
      vscode: { type: 'string' },
      'vscode-port': { type: 'string', default: '8001' },
    },
  });
  const port = readPort('port', values.port);
  const { vscode: program } = values;
  const editor = program === undefined ? undefined : { program, port: readPort('vscode-port', values['vscode-port']) };
  return { host: values.host, port, workspace: resolve(values.workspace), editor };
}

function readPort(flag: string, text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`--${flag} ${text} is not a port number`);
  return port;
}

function main(): void {
  const flags = readFlags();
  mkdirSync(flags.workspace, { recursive: true });
  const activity = new Activity();
  const settings = readSettings(process.env, flags.workspace);
  // Whatever this process starts inherits what it keeps here.
  forgetKeys(process.env);
  const lifecycle = new Lifecycle(settings, activity);
  const editor = flags.editor && new Editor(flags.editor, lifecycle, activity);
  editor?.listen(flags.host);
  const server = createAgentServer(lifecycle, activity, editor);
  const sockets = new Sockets(server, lifecycle);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      editor?.stop();
      stop(signal, lifecycle, sockets, server);
    });
  }
  // The reader of the log may be gone; the conversations continue.
  process.stdout.on('error', () => {});
  server.once('error', (error) => fail(error));
  server.listen(flags.port, flags.host, () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : flags.port;
    const host = flags.host.includes(':') ? `[${flags.host}]` : flags.host;
    log(`reference agent server listens on http://${host}:${port}, ${lifecycle.status.state}`);
  });
}

/** Ends the process cleanly: pauses runs, answers requests under way, and notifies clients and webhooks. */
function stop(signal: string, lifecycle: Lifecycle, sockets: Sockets, server: Server): void {
  log(`${signal}: stopping`);
  const notified = lifecycle.stop();
  sockets.close();
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  void Promise.all([notified, Promise.race([closed, wait(answerMilliseconds)])]).finally(() => process.exit(0));
  setTimeout(() => process.exit(0), stopMilliseconds).unref();
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
  process.exit(1);
}

try {
  main();
} catch (error) {
  fail(error);
}
