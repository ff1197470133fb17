import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Activity } from './base/activity.ts';
import { log, reasonOf } from './base/log.ts';
import { Editor, type EditorFlags } from './editor/editor.ts';
import { Lifecycle } from './lifecycle/lifecycle.ts';
import { createAgentServer } from './server.ts';
import { forgetKeys, readSettings } from './settings/settings.ts';
import { Sockets } from './sockets/sockets.ts';

/** Time limit for pending requests after the signal to stop. */
const answerMilliseconds = 3_000;
/** Time limit for webhooks. The container runtime kills the server soon after. */
const stopMilliseconds = 25_000;
const usage =
  'usage: node infra/agent/main.ts [--host 127.0.0.1] [--port 8000] [--workspace DIR] [--vscode PROGRAM --vscode-port PORT]';

/** Environment variables (settings.ts) and POST /api/init have the rest of the configuration. */
interface Flags {
  readonly host: string;
  readonly port: number;
  readonly workspace: string;
  /** Undefined if VS Code is not installed. */
  readonly editor: EditorFlags | undefined;
}

/** @throws Error when a flag is unknown or a port is invalid */
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
  // Child processes inherit the environment.
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
  // The server continues without a reader of its log.
  process.stdout.on('error', () => {});
  server.once('error', (error) => fail(error));
  server.listen(flags.port, flags.host, () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : flags.port;
    const host = flags.host.includes(':') ? `[${flags.host}]` : flags.host;
    log(`reference agent server listens on http://${host}:${port}, ${lifecycle.status.state}`);
  });
}

/** Ends the process cleanly: pauses runs, finishes pending requests, and notifies clients and webhooks. */
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
  process.stderr.write(`${reasonOf(error)}\n${usage}\n`);
  process.exit(1);
}

try {
  main();
} catch (error) {
  fail(error);
}
