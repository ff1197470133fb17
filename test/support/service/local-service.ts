import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { freePort } from '../free-port.ts';
import { eventually } from './eventually.ts';
import { assertFitsModels, assertNothingDenied, keepEvidence } from './evidence.ts';
import { familyOf, type Process } from './processes.ts';
import { keepingLog } from './secrets-of-run.ts';

export const PROJECT_ROOT = resolve(import.meta.dirname, '..', '..', '..');

/** Time limit for a start while other services start on the same machine. */
const START_MS = 240_000;

export interface LocalServiceOptions {
  readonly stateDirectory: string;
  readonly port?: number;
  /** Starts it as for a user, with a banner and the variable PORT. By default it prints one line of JSON. */
  readonly forPeople?: boolean;
  /** Further options, such as `--direct`. */
  readonly args?: readonly string[];
  /** The project folder of another copy, such as an earlier release. */
  readonly root?: string;
  /** Override the settings of cdk.json. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Further variables of its environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Where it looks for programs. */
  readonly path?: string;
  /** How long it can take until it is ready, in milliseconds. */
  readonly patience?: number;
}

/** How long an interrupted service can take to end, in milliseconds. */
const END_MS = 20_000;

/** Runs `npm start --silent -- --json` in its own process group. */
export class LocalService {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The URL template of sandboxes, with `{label}`. `null` with `--direct`. */
  readonly sandboxUrl: string | null;
  /** The URL of its console. `undefined` with `--no-console`. */
  readonly consoleUrl: string | undefined;
  readonly port: number;
  readonly stateDirectory: string;
  readonly stdout: () => string;
  readonly stderr: () => string;
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess, said: Said, ready: Ready, stateDirectory: string) {
    this.child = child;
    this.baseUrl = ready.base_url;
    this.apiKey = ready.api_key;
    this.sandboxUrl = ready.sandbox_url;
    this.consoleUrl = ready.console_url ?? undefined;
    this.port = Number(new URL(ready.base_url).port);
    this.stateDirectory = stateDirectory;
    this.stdout = () => said.stdout;
    this.stderr = () => said.stderr;
  }

  /** @throws with the output of the service if it ends before it is ready */
  static async start({
    stateDirectory,
    port,
    forPeople = false,
    args: further = [],
    root = PROJECT_ROOT,
    settings = {},
    environment = {},
    path = process.env.PATH,
    patience = START_MS,
  }: LocalServiceOptions): Promise<LocalService> {
    const chosen = String(port ?? (await freePort()));
    const asked = forPeople ? ['start', '--'] : ['start', '--silent', '--', '--json', '--port', chosen];
    // Earlier releases know no agents.
    const agent = root === PROJECT_ROOT && !further.includes('--agent') ? ['--agent', 'reference'] : [];
    const args = [...asked, '--state', stateDirectory, ...agent, ...further];
    const context = Object.keys(settings).length === 0 ? {} : { CDK_CONTEXT_JSON: JSON.stringify(settings) };
    const own = { ...context, ...environment, ...(forPeople ? { PORT: chosen } : {}) };
    const env = { ...process.env, PATH: path, ...own };
    const child = spawn('npm', args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = listen(child);
    child.stderr?.on('data', keepingLog());
    const look = () => {
      if (child.exitCode !== null) return new Error(`the service ended: ${said.stderr}`);
      return forPeople ? readBanner(said.stdout) : readLine(said.stdout);
    };
    const ready = await eventually('the service is ready', look, patience).catch((error: Error) => error);
    if (ready instanceof Error) {
      // No test would stop it later.
      await endUnready(child);
      throw ready;
    }
    return new LocalService(child, said, ready, stateDirectory);
  }

  async processes(): Promise<readonly Process[]> {
    return this.child.pid === undefined ? [] : familyOf(this.child.pid);
  }

  async interrupt(): Promise<void> {
    await this.end(() => process.kill(-(this.child.pid ?? 0), 'SIGINT'));
  }

  async interruptTwice(): Promise<void> {
    const group = -(this.child.pid ?? 0);
    await this.end(() => {
      process.kill(group, 'SIGINT');
      setTimeout(() => process.kill(group, 'SIGINT'), 10);
    });
  }

  /** Kills the service process, as the out-of-memory killer does. */
  async kill(): Promise<void> {
    const { pid } = JSON.parse(await readFile(join(this.stateDirectory, 'endpoint.json'), 'utf8'));
    await this.end(() => process.kill(pid, 'SIGKILL'));
  }

  /** @throws if IAM denied a call of a function, or a call violated the model of its service */
  private async end(signal: () => void): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    await keepEvidence(this.stateDirectory);
    const exit = once(this.child, 'exit');
    signal();
    await exit;
    assertNothingDenied(this.stderr());
    assertFitsModels(this.stderr());
  }
}

/** Ends it as Ctrl-C does, and by force if that does not help. */
async function endUnready(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  const force = setTimeout(() => process.kill(-pid, 'SIGKILL'), END_MS);
  process.kill(-pid, 'SIGINT');
  await exit;
  clearTimeout(force);
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of package.json without npm's own output. */
export function runScript(script: string, args: readonly string[]): Promise<Ended> {
  return run('npm', ['run', script, '--silent', '--', ...args], process.env);
}

export function runNode(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<Ended> {
  return run(process.execPath, args, env);
}

async function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Ended> {
  const child = spawn(program, args, { cwd: PROJECT_ROOT, env: { ...env }, stdio: 'pipe' });
  const said = listen(child);
  const [code] = await once(child, 'close');
  return { code, ...said };
}

interface Ready {
  readonly base_url: string;
  readonly api_key: string;
  readonly sandbox_url: string | null;
  readonly console_url?: string | null;
}

function readLine(stdout: string): Ready | undefined {
  return stdout.includes('\n') ? JSON.parse(stdout) : undefined;
}

function readBanner(stdout: string): Ready | undefined {
  if (!stdout.includes('Ctrl-C')) return undefined;
  const lineOf = (name: string) => new RegExp(`^ *${name} +(\\S+)`, 'm').exec(stdout)?.[1];
  const [base_url, api_key, sandboxes] = [lineOf('URL'), lineOf('API key'), lineOf('Sandboxes')];
  if (!base_url || !api_key || !sandboxes) return undefined;
  const sandbox_url = sandboxes.startsWith('http') ? sandboxes : null;
  return { base_url, api_key, sandbox_url, console_url: lineOf('Console') ?? null };
}

interface Said {
  stdout: string;
  stderr: string;
}

function listen(child: ChildProcess): Said {
  const said = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text;
  });
  return said;
}
