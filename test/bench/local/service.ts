import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface MeasuredService {
  readonly pid: number;
  readonly baseUrl: string;
  readonly stateDirectory: string;
  /** Its checkout. */
  readonly root: string;
  /** From the start of the process to the line that says it is ready. */
  readonly startMilliseconds: number;
  /** Where its inspector listens; undefined without one. */
  readonly inspector: string | undefined;
  stop(): Promise<void>;
}

interface ServiceOptions {
  readonly root: string;
  readonly port: number;
  readonly stateDirectory: string;
  readonly hasInspector?: boolean;
}

/** Starts the local service of a checkout as `npm start` does. @throws with its output when it ends too early */
export async function startService({
  root,
  port,
  stateDirectory,
  hasInspector = false,
}: ServiceOptions): Promise<MeasuredService> {
  const begin = performance.now();
  const inspect = hasInspector ? ['--inspect=127.0.0.1:0'] : [];
  const options = ['--json', '--port', String(port), '--state', stateDirectory];
  const child = spawn(process.execPath, [...inspect, join(root, 'infra/local/start.ts'), ...options], {
    cwd: root,
    // As npm names it: the service then ends by itself when the bench is killed.
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-100_000);
  });
  const line = await readyLine(child).catch(() => {
    throw new Error(`the service ended before it was ready:\n${log}`);
  });
  return {
    pid: child.pid ?? 0,
    baseUrl: (JSON.parse(line) as { readonly base_url: string }).base_url,
    stateDirectory,
    root,
    startMilliseconds: performance.now() - begin,
    inspector: /Debugger listening on (ws:\S+)/.exec(log)?.[1],
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

function readyLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) resolve(text);
    });
    child.once('exit', reject);
    child.once('error', reject);
  });
}
